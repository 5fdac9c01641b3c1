import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import { CaseList } from './case-list'

/** The checks by which any case is decided. */
const decidingChecks = new Set(officialCases.flatMap(({ checks }) => checks))
const byId = new Map(officialCases.map(({ id, area, objective }) => [id, { id, area, objective }]))

interface FindingCasesProps {
  readonly check: string
  readonly ids: readonly string[]
  /** A program played the browser that the answer came through. */
  readonly emulated: boolean
}

/** The official cases that a finding helps to decide, collapsed: some findings decide dozens. What was emulated decides none. */
export function FindingCases({ check, ids, emulated }: FindingCasesProps) {
  const cases = ids.flatMap((id) => byId.get(id) ?? [])
  if (cases.length > 0) return <CaseList cases={cases} />
  if (!emulated || !decidingChecks.has(check)) return null
  return (
    <p className="text-sm text-ink-2">
      Decides no case of the European framework: a program played the browser, and only what a browser carried counts.
    </p>
  )
}
