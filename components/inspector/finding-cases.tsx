import { officialCases } from '@/lib/core/official-cases/cases'
import { caseTextUrl } from '@/lib/core/official-cases/official-case'

const byId = new Map(officialCases.map((one) => [one.id, one]))

/** The official cases that a finding helps to decide, folded: some findings decide dozens. */
export function FindingCases({ ids }: { readonly ids: readonly string[] }) {
  const cases = ids.flatMap((id) => byId.get(id) ?? [])
  if (cases.length === 0) return null
  return (
    <details className="text-sm text-ink-2">
      <summary className="chevron flex min-h-10 items-center gap-x-2">
        Decides {cases.length} {cases.length === 1 ? 'case' : 'cases'} of the European framework here
      </summary>
      <ul className="grid gap-1.5 pt-1">
        {cases.map((one) => (
          <li key={one.id} className="grid gap-0.5">
            <span>{one.objective}</span>
            <a className="link wire text-xs [overflow-wrap:anywhere]" href={caseTextUrl(one)}>
              {one.id}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
