import { officialCases } from './cases'
import { defectOf } from './defects'
import { caseTextUrl, framework, isDecidable, type OfficialCase, remarkOn } from './official-case'
import { pairedCase } from './paired-cases'
import reviewNeeded from './review-needed.json'
import { foldCoverage } from './wallet-coverage'
import type { OfficialCasesView } from './z-coverage'

/** Ids of cases whose text changed after review, as written by `scripts/compare-cases.mjs --mark`. */
const unreviewed: ReadonlySet<string> = new Set(reviewNeeded)

/** What is known about a case independently of any wallet. */
export const caseFacts = (one: OfficialCase) => ({
  id: one.id,
  area: one.area,
  objective: one.objective,
  url: caseTextUrl(one),
  relevancy: one.relevancy,
  class: one.class,
  conditional: isDecidable(one) && one.condition !== null,
  preset: one.preset,
  alongside: [...(pairedCase(one.id).alongside ?? [])],
  control: pairedCase(one.id).control?.preset ?? null,
  checks: [...one.checks],
  note: remarkOn(one),
  defect: defectOf(one.id),
  review_needed: unreviewed.has(one.id),
})

/** Every case, what decides it, and how many there are. */
export function listCases(): OfficialCasesView {
  const { cases, decidable, conditional, manual, gap, out_of_scope } = foldCoverage([]).counts
  return {
    framework,
    counts: { cases, decidable, conditional, manual, gap, out_of_scope },
    cases: officialCases.map((one) => ({ ...caseFacts(one), channel: one.channel })),
  }
}
