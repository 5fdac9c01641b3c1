import type { ScoreboardCheck } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { bySuite, Checks, SuiteWords } from '../scoreboard/check-suites'

/** All checks by suite, for a page with enough room. */
export function CheckList({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
  return (
    <ul className="grid gap-1 text-xs">
      {bySuite(checks).map(([suite, list]) => (
        <li key={suite}>
          <details>
            <summary className="block">
              <SuiteWords suite={suite} count={list.length} />
            </summary>
            <section
              aria-label={suite}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
              tabIndex={0}
              className="mt-1 max-h-64 overflow-y-auto pl-6"
            >
              <Checks checks={list} />
            </section>
          </details>
        </li>
      ))}
    </ul>
  )
}
