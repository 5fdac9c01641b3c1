import { noteOn } from './corrections'
import { defectOf } from './defects'
import { caseTextUrl } from './framework'
import { isDecidable, type OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'
import { isUnreviewed } from './unreviewed'

/** Facts about a case that do not depend on a wallet. */
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
  note: noteOn(one),
  defect: defectOf(one),
  review_needed: isUnreviewed(one),
})
