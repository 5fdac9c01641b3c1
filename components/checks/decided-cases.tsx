import { caseFacts } from '@/lib/core/campaigns/official-cases/list-cases'
import type { OfficialCase } from '@/lib/core/campaigns/official-cases/official-case'

/** The official test cases that a check helps to decide, each with a link to its text and what is wrong with it. */
export function DecidedCases({ cases }: { readonly cases: readonly OfficialCase[] }) {
  return (
    <details>
      <summary className="chevron flex min-h-10 items-center gap-x-2">
        {cases.length} {cases.length === 1 ? 'case' : 'cases'} of the European framework
      </summary>
      <ul className="grid gap-2 pt-1">
        {cases.map(caseFacts).map(({ id, objective, preset, url, defect }) => (
          <li key={id} className="grid gap-0.5 text-sm">
            <span>{objective}</span>
            <span className="text-ink-2 [overflow-wrap:anywhere]">
              <a className="link target wire text-xs" href={url}>
                {id}
              </a>{' '}
              by the preset {preset}
            </span>
            {defect !== null && <span className="text-warn-ink">Defect of the framework: {defect}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
