import type { EntityKind } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import type { ScoreboardCheck, ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { bySuite, Checks, SuiteWords } from '../scoreboard/check-suites'
import { EntityList } from '../scoreboard/entity-list'

const kinds: readonly (readonly [kind: EntityKind, words: string, facet?: string])[] = [
  ['wallets', 'Wallets', 'wallet'],
  ['wallet_versions', 'Versions'],
  ['issuers', 'Issuers', 'issuer'],
  ['credentials', 'Credentials'],
  ['verifiers', 'Verifiers', 'verifier'],
  ['use_case_verifications', 'Use-case verifications'],
  ['custom_integrations', 'Custom integrations'],
  ['mobile_runners', 'Runners', 'runner'],
]

interface PipelineEntitiesProps {
  readonly row: ScoreboardRow | null
  /** False if the owner shows no results. */
  readonly shown: boolean
}

/** What a pipeline used in its latest success; each name links to the rows that use it. */
export function PipelineEntities({ row, shown }: PipelineEntitiesProps) {
  if (!shown) return <p className="text-ink-2">Not shown.</p>
  const used = kinds.filter(([kind]) => row !== null && row.expand[kind].length > 0)
  if (row === null || used.length + row.expand.conformance_checks.length === 0)
    return <p className="text-ink-2">No data yet.</p>
  return (
    <dl className="grid grid-cols-[minmax(90px,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {used.map(([kind, words, facet]) => (
        <div key={kind} className="contents">
          <dt className="text-xs text-ink-2">{words}</dt>
          <dd>
            <EntityList
              label={words}
              items={row.expand[kind].map(({ name, path, logo }) => ({
                key: path,
                name,
                logo,
                href: paths.scoreboard(
                  `?${new URLSearchParams(facet === undefined ? { q: name } : { [facet]: path })}`,
                ),
              }))}
            />
          </dd>
        </div>
      ))}
      {row.expand.conformance_checks.length > 0 && (
        <div className="contents">
          <dt className="text-xs text-ink-2">Conformance checks</dt>
          <dd>
            <CheckList checks={row.expand.conformance_checks} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** All checks by suite, for a page with enough room. */
function CheckList({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
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
