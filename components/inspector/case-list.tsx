// Client: keeps the RSC payload small, since some findings decide dozens of cases.
'use client'

import { caseTextUrl } from '@/lib/core/campaigns/official-cases/framework'
import type { OfficialCase } from '@/lib/core/campaigns/official-cases/official-case'

/** Official cases with links to their texts, collapsed. */
export function CaseList({ cases }: { readonly cases: readonly Pick<OfficialCase, 'id' | 'area' | 'objective'>[] }) {
  return (
    <details className="text-sm text-ink-2">
      <summary className="chevron flex min-h-10 items-center gap-x-2">
        Decides {cases.length} {cases.length === 1 ? 'case' : 'cases'} of the European framework here
      </summary>
      <ul className="grid gap-1.5 pt-1">
        {cases.map((one) => (
          <li key={one.id} className="grid gap-0.5">
            <span>{one.objective}</span>
            <a className="link target wire text-xs [overflow-wrap:anywhere]" href={caseTextUrl(one)}>
              {one.id}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
