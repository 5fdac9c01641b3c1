import Link from 'next/link'
import { presetOfPersonCase } from '@/lib/core/campaigns/official-cases/person-cases'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { Teller } from '@/lib/core/ground/ports/teller'
import { renderedPaths } from '@/lib/rendered-paths'
import { EnteredResultLine } from './entered-result'
import { FoldedPanel } from './folded-panel'
import { ResultForm } from './result-form'

/** The cases that only a person can decide, each with its entry and a form for it. */
export function PersonPanel({ coverage: { cases, wallet } }: { readonly coverage: CoverageView }) {
  const manual = cases.filter((one) => one.class === 'manual')
  const outside = cases.filter((one) => one.class === 'out_of_scope')
  const enteredBy = (teller: Teller | null) => manual.filter(({ entered }) => entered?.by === teller).length
  const [driver, unrecorded] = [enteredBy('driver'), enteredBy(null)]
  const others = [
    ...(driver > 0 ? [`, ${driver} by a driver`] : []),
    ...(unrecorded > 0 ? [`, ${unrecorded} by whom is not recorded`] : []),
  ].join('')
  return (
    <FoldedPanel
      id="by-person"
      title={`Decided by a person (${enteredBy('person')} of ${manual.length} entered${others})`}
    >
      <p className="px-4 pb-3 text-sm text-ink-2">
        These cases need a person: enter what you saw. Bars and counts include only what sessions decided.
      </p>
      <EnteredCases cases={manual} wallet={wallet} />
      <details className="border-t border-line">
        <summary className="chevron flex min-h-11 items-center px-4 py-2 hover:bg-hover">
          Out of scope here ({outside.length}): enter what you found elsewhere
        </summary>
        <EnteredCases cases={outside} wallet={wallet} />
      </details>
    </FoldedPanel>
  )
}

/** Cases, each with its entry and a form for it. */
function EnteredCases({ cases, wallet }: Pick<CoverageView, 'cases' | 'wallet'>) {
  return (
    <ul>
      {cases.map((one) => (
        <li key={one.id} id={one.id} className="grid gap-0.5 border-t border-line px-4 py-2.5">
          <p>
            {one.objective} <span className="text-sm text-ink-2">({one.relevancy})</span>
          </p>
          <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            <a className="link target" href={one.url}>
              {one.id}
            </a>
          </p>
          {one.note !== null && <p className="text-sm text-ink-2">{one.note}</p>}
          {presetOfPersonCase(one.id) !== null && (
            <p className="text-sm text-ink-2">
              The preset {presetOfPersonCase(one.id)} brings it about, and asks what the wallet showed:{' '}
              <Link className="link target" href={renderedPaths.startCampaignOf(wallet, 'european_persons')}>
                start its campaign
              </Link>
              .
            </p>
          )}
          {one.entered !== null && <EnteredResultLine entered={one.entered} />}
          <ResultForm one={one} wallet={wallet} />
        </li>
      ))}
    </ul>
  )
}
