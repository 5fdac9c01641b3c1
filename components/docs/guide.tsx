import Link from 'next/link'
import type { ReactNode } from 'react'
import { paths } from '@/lib/paths'
import { CopyButton } from '../ui/copy-button'

/** Shell script that runs a wallet through one session and stores the result. */
const script = (baseUrl: string): string => `set -eu
base=${baseUrl}
created=$(curl -sS -X POST "$base/sessions" -H 'content-type: application/json' \\
  -d '{"flow": "pre_authorized_code", "links": true}')
field() { printf %s "$created" | node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8"))[process.argv[1]]' "$1"; }
status=0
npm run -s wallet -- "$(field deeplink)" --wait-verdict || status=$?
curl -sS "$(field report_url)?format=junit" -o wallet-capture.xml
exit "$status"`

/** How a CI pipeline creates a session, runs a wallet and reads the verdict. */
export function CiGuide({ baseUrl }: { readonly baseUrl: string }) {
  const text = script(baseUrl)
  return (
    <>
      <p>
        A session is one POST. With <code>"links": true</code> the response has <code>inspector_url</code>,{' '}
        <code>session_url</code> and <code>report_url</code>. Give the deeplink to the wallet, then read the report:
      </p>
      <div>
        <div className="mb-1.5 text-xs text-ink-3">
          Shell script <CopyButton text={text} what="script" />
        </div>
        <pre className="rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </pre>
      </div>
      <ul>
        <li>
          Exit code: 0 passed, 1 failed, 3 no verdict in time. <code>--fail-on should</code> is stricter.
        </li>
        <li>
          The report comes as <code>format=json</code>, <code>junit</code>, <code>md</code> (for a job summary) and{' '}
          <code>html</code>. The same evidence always gives the same bytes.
        </li>
        <li>
          With a wallet of your own, poll <code>report_url</code> until <code>summary.verdict</code> is{' '}
          <code>pass</code> or <code>fail</code>.
        </li>
        <li>
          A campaign is one <code>POST /campaigns</code>. Add <code>"auto_approve": true</code> if your program approves
          whatever the wallet asks: then silence counts as a refusal.
        </li>
        <li>
          <code>POST /sessions/find</code> finds the session of a deeplink, for programs that only have the link.
        </li>
        <li>
          Every endpoint is in the <Link href={paths.apiDocs()}>API reference</Link>, and as{' '}
          <a href={paths.openApi()}>OpenAPI</a>.
        </li>
      </ul>
    </>
  )
}

interface GuideSectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** One guide: heading with an anchor, and text. */
export function GuideSection({ id, title, children }: GuideSectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="mt-9 grid grid-cols-[minmax(0,1fr)] gap-3 [&_a]:underline [&_dd]:text-ink-2 [&_dl]:grid [&_dl]:grid-cols-[max-content_minmax(0,1fr)] [&_dl]:gap-x-4 [&_dl]:gap-y-1 [&_dt]:font-medium [&_li]:mb-1 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5"
    >
      <h2 id={id} className="scroll-mt-16 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}
