import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { Panel } from '../ui/panel'
import { caseVerdictWords } from './case-rows'

type Row = NonNullable<CoverageView['comparison']>['cases'][number]

/** What a change is called, what first has to be looked at first. */
const changeWords = [
  ['other_verdict', 'Another verdict'],
  ['needs_run', 'Needs a run'],
  ['needs_person', 'Needs a person: what was entered was for another text'],
  ['newly_decided', 'Newly decided, by sessions that there are'],
  ['gone', 'No longer there'],
  ['same_verdict', 'The same verdict'],
] as const satisfies readonly (readonly [Row['change'], string])[]

/** Case by case, what a wallet's runs come to under two editions; nothing unless the address asks for it. */
export function ChangedPanel({ coverage: { comparison } }: { readonly coverage: CoverageView }) {
  if (comparison === undefined) return null
  const { from, to, cases, splits } = comparison
  return (
    <Panel labelledBy="changed" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 id="changed" className="text-md">
        What changed from {from} to {to}
      </h2>
      <p className="text-sm text-ink-2">The same sessions under both editions. Nothing was run for it.</p>
      {changeWords.map(([change, words]) => (
        <Changed key={change} words={words} rows={cases.filter((one) => one.change === change)} />
      ))}
      <Splits splits={splits} />
    </Panel>
  )
}

/** How the parts of each old case stand that is several now. */
function Splits({ splits }: Pick<NonNullable<CoverageView['comparison']>, 'splits'>) {
  if (splits.length === 0) return null
  return (
    <details>
      <summary className="chevron flex min-h-11 items-center text-sm hover:bg-hover">
        Old cases that are several now: {splits.length}
      </summary>
      <ul className="mt-1 grid gap-1 text-sm">
        {splits.map(({ id, parts, decided, passed, failed }) => (
          <li key={id} className="flex flex-wrap gap-x-3 border-line border-b py-1">
            <code className="wire [overflow-wrap:anywhere]">{id}</code>
            <span>
              {decided} of {parts.length} parts decided: {passed} passed, {failed} failed
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The cases with one kind of change. */
function Changed({ words, rows }: { readonly words: string; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <details>
      <summary className="chevron flex min-h-11 items-center text-sm hover:bg-hover">
        {words}: {rows.length}
      </summary>
      <ul className="mt-1 grid gap-1 text-sm">
        {rows.map((one) => (
          <li key={one.id} className="flex flex-wrap gap-x-3 border-line border-b py-1">
            <code className="wire [overflow-wrap:anywhere]">{one.id}</code>
            <span>{verdictsOf(one)}</span>
            {one.from.length > 0 && one.from.join() !== one.id && (
              <span className="text-ink-3 [overflow-wrap:anywhere]">from {one.from.join(', ')}</span>
            )}
            {one.remark !== null && <span className="text-ink-2">{one.remark}</span>}
            {one.change === 'needs_run' && one.campaign !== null && (
              <span className="text-ink-2">
                preset {one.preset}, campaign {one.campaign}, about {one.minutes} minutes
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Verdicts before and now, in the words of the page; empty where there is none. */
function verdictsOf({ verdict_before: before, verdict }: Row): string {
  const word = (of: Row['verdict']) => caseVerdictWords.find((one) => one.verdict === of)?.words ?? null
  return [before === null ? null : word(before), verdict === null ? null : word(verdict)]
    .filter((one) => one !== null)
    .join(' → ')
}
