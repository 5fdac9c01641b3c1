import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { paths } from '@/lib/paths'
import { CaseRow } from './case-row'
import { FoldedPanel } from './folded-panel'

type Case = CoverageView['cases'][number]

/** The cases that failed, under the check that they failed by; at the end those that nobody can pass with another one. */
export function FailedPanel({ coverage: { cases, causes } }: { readonly coverage: CoverageView }) {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const found = causes.filter(({ cases: failed }) => failed.length > 0)
  const contradicted = cases.filter(({ contradicted_by }) => contradicted_by.length > 0)
  const count = found.reduce((sum, { cases: failed }) => sum + failed.length, 0)
  if (count + contradicted.length === 0) return null
  return (
    <FoldedPanel
      id="failed"
      title={`Failed (${count} from ${found.length} ${found.length === 1 ? 'cause' : 'causes'})`}
      open
    >
      {found.map((cause) => (
        <section key={cause.check} aria-label={cause.check}>
          <h3 className="border-t border-line px-4 pt-3 pb-1 text-base font-[550] tracking-normal [overflow-wrap:anywhere]">
            <a className="link target" href={paths.check(cause.check)}>
              {cause.check}
            </a>
          </h3>
          {cause.left_open.length > 0 && (
            <p className="px-4 pb-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
              It also left {cause.left_open.length} {cause.left_open.length === 1 ? 'case' : 'cases'} undecided:{' '}
              {cause.left_open.join(', ')}.
            </p>
          )}
          <Rows cases={cause.cases.flatMap((id) => byId.get(id) ?? [])} />
        </section>
      ))}
      {contradicted.length > 0 && (
        <section aria-label="Contradicted">
          <h3 className="border-t border-line px-4 pt-3 pb-1 text-base font-[550] tracking-normal">
            Contradicted ({contradicted.length})
          </h3>
          <Rows cases={contradicted} />
        </section>
      )}
    </FoldedPanel>
  )
}

const Rows = ({ cases }: { readonly cases: readonly Case[] }) => (
  <ul>
    {cases.map((one) => (
      <CaseRow key={one.id} one={one} />
    ))}
  </ul>
)
