import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { RefusedNote } from '../phone/phone-notes'
import { Panel } from '../ui/panel'
import { fitsQrCode } from '../ui/qr-code'
import { QrCodeCopy } from '../ui/qr-drawing'
import { AfterIdle } from './live-refresh'
import type { ExpectedExchange, Inspected, NowWords } from './model/flow-model'
import { type Step, usualCauses } from './model/progress'
import { sinceStart } from './model/timeline'
import { StepList } from './step-list'

/** Id of the session's QR code drawing. */
export const codeDrawing = 'session-code'

/** What to check while no wallet has connected, most likely first. */
export function WhatToCheck({ hints }: { readonly hints: readonly string[] }) {
  return (
    <>
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm text-ink-2">
        {hints.map((hint) => (
          <li key={hint} className="[overflow-wrap:anywhere]">
            {hint}
          </li>
        ))}
      </ol>
      <p className="text-sm">
        <Link className="link target" href={paths.phone()}>
          Connect a phone
        </Link>
      </p>
    </>
  )
}

/** Lists common causes after this long without the next step. */
const stuckAfterMillis = 30_000

interface NowPanelProps {
  readonly inspected: Inspected
  readonly steps: readonly Step[]
  /** Control that asks through this browser; `null` for none. */
  readonly askHere: ReactNode
  /** QR code and its alternatives. */
  readonly code: ReactNode
  /** Why the code is collapsed, e.g. `offer opened`. */
  readonly codeUsed: string
  /** Where the flow stands. */
  readonly now: NowWords
  readonly expected: readonly ExpectedExchange[]
  /** Time since the last exchange. */
  readonly idleMillis: number
  /** When a client rejected our certificate during this session; `null` if none did. */
  readonly refusedAt: number | null
  /** Time of rendering, epoch milliseconds. */
  readonly drawnAt: number
}

/** Below the exchanges: the collapsed QR code, in grey where the flow stands, and its steps. */
export function NowPanel({
  inspected: { session, exchanges, phase },
  steps,
  askHere,
  code,
  codeUsed,
  now,
  expected,
  idleMillis,
  refusedAt,
  drawnAt,
}: NowPanelProps) {
  const waiting = phase === 'running' || phase === 'refused' || phase === 'created'
  const [opened] = exchanges
  const drawn = fitsQrCode(session.deeplink ?? '')
  const last = exchanges.findLast(({ correlation }) => correlation === 'exact') ?? exchanges.at(-1)
  return (
    <Panel labelledBy="now">
      {askHere !== null && session.deeplink !== null && <div className="border-b border-line p-4">{askHere}</div>}
      {session.deeplink !== null && phase !== 'unreached' && (
        <details className="border-b border-line">
          <summary className={cn('items-center gap-3 px-4 py-3 text-sm', drawn && 'grid grid-cols-[64px_1fr]')}>
            {drawn && (
              <span className="rounded-md border border-line bg-qr-light" aria-hidden="true">
                <QrCodeCopy of={codeDrawing} label="" />
              </span>
            )}
            <span
              className="link"
              title={`Hidden: ${codeUsed}${opened === undefined ? '' : ` at ${sinceStart(Date.parse(opened.at) - Date.parse(session.created_at))}`}`}
            >
              {drawn ? 'Show the QR code' : 'Show the link'}
            </span>
          </summary>
          <div className="px-4 pb-4">{code}</div>
        </details>
      )}
      {phase === 'unreached' ? (
        <div className="grid gap-2 border-b border-line p-4">
          <h2 id="now" className="text-md">
            What to check
          </h2>
          {refusedAt !== null && <RefusedNote at={refusedAt} now={drawnAt} />}
          <WhatToCheck hints={session.contact.what_to_check} />
        </div>
      ) : (
        <p className="px-4 pt-3 text-sm text-ink-3 [overflow-wrap:anywhere]">
          <span id="now">Flow:</span> <span data-now="">{now.say}</span> {now.more}
        </p>
      )}
      <details className="px-4 py-2 text-sm" open={waiting && phase !== 'refused'}>
        <summary className="chevron flex min-h-8 items-center text-ink-2">Steps of the flow</summary>
        <StepList
          steps={steps.map(({ key, label, state, isCurrent, at }) => ({
            key,
            label,
            state,
            isCurrent,
            since: at === null ? '' : sinceStart(Date.parse(at) - Date.parse(session.created_at)),
          }))}
          idleMillis={idleMillis}
        />
      </details>
      {waiting && phase !== 'refused' && expected[0] !== undefined && (
        <AfterIdle idleMillis={idleMillis} limitMillis={stuckAfterMillis}>
          <div className="grid gap-2 border-t border-line p-4 text-sm">
            <h3 className="text-sm">Stuck here? Usual causes</h3>
            <p className="text-ink-2">
              Expected: {expected[0].method} <code className="wire">{expected[0].path}</code>.{' '}
              {last
                ? `Last seen: ${last.method} ${last.path}, ${last.response.status === null ? 'no response' : `response ${last.response.status}`}.`
                : 'Nothing seen so far.'}
            </p>
            <ol className="grid list-decimal gap-2 pl-5 text-ink-2">
              {usualCauses(expected[0], phase).map((cause) => (
                <li key={cause}>{cause}</li>
              ))}
            </ol>
          </div>
        </AfterIdle>
      )}
    </Panel>
  )
}
