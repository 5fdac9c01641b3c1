import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { bySeverity } from '@/lib/core/ground/ports/finding'
import { FindingLine } from './finding-line'

interface ExchangeChecksProps {
  readonly findings: readonly ConformanceEntry[]
  readonly hrefOf: (checkId: string) => string
}

/** Every check that judged one exchange, failures first. */
export function ExchangeChecks({ findings, hrefOf }: ExchangeChecksProps) {
  if (findings.length === 0) return <p className="px-4 pb-4 text-sm text-ink-3">No checks apply to this exchange.</p>
  const sorted = [...findings].sort((a, b) => bySeverity(a.status, b.status))
  return (
    <ul className="grid gap-2 px-4 pb-4">
      {sorted.map((finding) => (
        <FindingLine key={`${finding.id} ${finding.occurrence}`} finding={finding} href={hrefOf(finding.id)} />
      ))}
    </ul>
  )
}
