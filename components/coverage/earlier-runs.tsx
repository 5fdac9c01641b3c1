import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { LocalTime } from '../ui/local-time'
import { caseVerdictWords, remarkWords } from './case-verdict-words'

/** Earlier sessions of the preset that decides a case, each with result, time and link. They do not count. */
export function EarlierRuns({ one: { id, earlier } }: { readonly one: CoverageView['cases'][number] }) {
  if (earlier.length === 0) return null
  return (
    <details className="text-sm text-ink-2">
      <summary className="chevron flex min-h-10 items-center gap-x-2">
        {earlier.length} earlier {earlier.length === 1 ? 'run' : 'runs'}
        <span className="sr-only"> of {id}</span>
      </summary>
      <ul className="grid gap-1 pb-1">
        {earlier.map(({ session_id, inspector_url, created_at, verdict, remark }) => {
          const words = caseVerdictWords.find((each) => each.verdict === verdict)
          return (
            <li key={session_id} className="flex flex-wrap gap-x-3">
              <a className="link target" href={new URL(inspector_url).pathname}>
                <LocalTime at={created_at} />
              </a>
              <span className={words?.ink}>{words?.words ?? 'not read'}</span>
              {remark !== null && <span className="[overflow-wrap:anywhere]">{remarkWords(remark)}</span>}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
