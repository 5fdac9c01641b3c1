import { officialCases } from './cases'
import { defectOf } from './defects'
import { caseTextUrl, framework } from './framework'
import { isDecidable, type OfficialCase, type Population, remarkOn } from './official-case'
import { pairedCase } from './paired-cases'
import { isUnreviewed } from './unreviewed'
import { foldCoverage } from './wallet-coverage'
import type { OfficialCasesView } from './z-coverage'

/** What is known about a case independently of any wallet. */
export const caseFacts = (one: OfficialCase) => ({
  id: one.id,
  area: one.area,
  objective: one.objective,
  url: caseTextUrl(one),
  relevancy: one.relevancy,
  class: one.class,
  population: one.population,
  conditional: isDecidable(one) && one.condition !== null,
  preset: one.preset,
  alongside: [...(pairedCase(one.id).alongside ?? [])],
  control: pairedCase(one.id).control?.preset ?? null,
  checks: [...one.checks],
  note: remarkOn(one),
  defect: defectOf(one.id),
  review_needed: isUnreviewed(one.id),
})

/** Every case, what decides it, and how many there are. */
export function listCases(): OfficialCasesView {
  const { cases, decidable, conditional, manual, gap, out_of_scope } = foldCoverage([]).counts
  const ofPopulation = (wanted: Population) => officialCases.filter(({ population }) => population === wanted).length
  return {
    framework,
    counts: {
      cases,
      decidable,
      conditional,
      manual,
      gap,
      out_of_scope,
      wallet: ofPopulation('wallet'),
      pid_content: ofPopulation('pid_content'),
      credential: ofPopulation('credential'),
    },
    cases: officialCases.map((one) => ({ ...caseFacts(one), channel: one.channel })),
  }
}
