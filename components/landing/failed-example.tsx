import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { Icon } from '../ui/icon'
import { CheckStrip } from '../ui/strip-drawing'

/** Ticks of a run in which one rule is broken. */
const ticks: readonly FindingStatus[] = Array.from({ length: 48 }, (_, place) =>
  place === 34 ? 'fail' : place % 7 === 5 || place % 11 === 9 ? 'not_applicable' : 'pass',
)

/** What the page of a failed run says: drawn, not run, and marked as an example. */
export function FailedExample() {
  return (
    <figure aria-labelledby="example" className="min-w-0 overflow-hidden rounded-md border border-line bg-surface">
      <div className="flex min-h-[38px] items-center gap-3 border-b border-line bg-fail-soft px-4 text-sm text-fail-ink">
        <Icon name="fail" className="size-4" />
        <span className="font-[550]">Failed</span>
        <code className="text-xs text-ink">vp.kb.aud</code>
        <figcaption id="example" className="ml-auto text-ink-2">
          Example
        </figcaption>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 px-4 py-3.5">
        <p className="text-xl/[1.25] font-semibold tracking-[-0.015em]">
          The <code>aud</code> of the Key Binding JWT is the response_uri.
        </p>
        <dl className="rounded-md border border-line text-sm [&_dd]:min-w-0 [&_dd]:px-3 [&_dd]:py-1.5 [&_dt]:bg-sunk [&_dt]:px-3 [&_dt]:py-1.5 [&_dt]:text-ink-2 [&>div]:grid [&>div]:grid-cols-[92px_minmax(0,1fr)] [&>div+div]:border-t [&>div+div]:border-line">
          <div>
            <dt>Expected</dt>
            <dd className="wire text-xs text-pass-ink wrap-anywhere">x509_hash:zzhT0jmbFlmT2ZZPi2jv…</dd>
          </div>
          <div>
            <dt>Sent</dt>
            <dd className="wire text-xs text-fail-ink wrap-anywhere">https://capture.example/openid4vp/…/response</dd>
          </div>
        </dl>
        <p>
          <span className="mr-2 text-sm text-ink-2">Fix</span>
          Set <code>aud</code> to the whole <code>client_id</code>, with its prefix.
        </p>
        <CheckStrip statuses={ticks} />
      </div>
    </figure>
  )
}
