import { curlOfExchange } from '@/lib/core/engine/reports/exchange-curl'
import { issueMarkdown } from '@/lib/core/engine/reports/issue-markdown'
import { catalogueVersion } from '@/lib/queries/checks'
import { failureHeadlineOf } from '@/lib/queries/findings'
import { CopyButton } from '../ui/copy-button'
import type { InspectedExchange, SessionHead } from './model/flow-model'

interface CopiesProps {
  readonly session: SessionHead
  readonly exchange: InspectedExchange
  readonly baseUrl: string
  /** Path of the session's own page. */
  readonly page: string
}

/** Longest text on a button, in characters: a longer request is read in Raw. */
const copiedMax = 50_000

/** The request as curl command and the failure as Markdown, for the clipboard; without script as text. */
export function Copies({ session, exchange, baseUrl, page }: CopiesProps) {
  const curl = curlOfExchange(exchange, baseUrl)
  const issue = issueMarkdown(session, {
    pageUrl: `${baseUrl}${page}`,
    version: catalogueVersion(),
    headlineOf: failureHeadlineOf,
  })
  const shown = [
    { key: 'c', label: 'curl', what: 'request as curl command', text: curl },
    { key: 'm', label: 'For an issue', what: 'failure as Markdown', text: issue },
  ].filter(({ text }) => text.length <= copiedMax)
  return (
    <>
      {shown.map(({ key, label, what, text }) => (
        <CopyButton key={key} text={text} what={what} label={label} shortcut={key} />
      ))}
      <noscript>
        {shown.map(({ key, label, text }) => (
          <details key={key} className="basis-full">
            <summary className="chevron flex items-center">{label}</summary>
            <pre className="rounded-md border border-line bg-sunk px-3 py-2 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </pre>
          </details>
        ))}
      </noscript>
    </>
  )
}
