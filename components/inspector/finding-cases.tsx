import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import { CaseList } from './case-list'

const byId = new Map(officialCases.map(({ id, area, objective }) => [id, { id, area, objective }]))

/** The official cases that a finding helps to decide, collapsed: some findings decide dozens. */
export function FindingCases({ ids }: { readonly ids: readonly string[] }) {
  const cases = ids.flatMap((id) => byId.get(id) ?? [])
  return cases.length === 0 ? null : <CaseList cases={cases} />
}
