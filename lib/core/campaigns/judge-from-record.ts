import type { Check } from '../engine/checks/check'
import { evaluate } from '../engine/checks/evaluate'
import { bySeverity } from '../shared/ports/finding'
import type { Session, StoredExchange } from '../shared/ports/store-types'
import type { EpochMillis } from '../shared/time/time'
import type { FoundByCheck } from './deciding-result'

/**
 * What checks say that a session is older than, from what is on record of it: the worst of each, as in a session that ran
 * them. They decide official cases alone: status, verdict and report of the session stay as they are. Nothing for a check
 * that judged any of the exchanges.
 */
export function judgeFromRecord(
  checks: readonly Check<never>[],
  { session, exchanges, now }: { session: Session; exchanges: readonly StoredExchange[]; now: EpochMillis },
): Record<string, FoundByCheck> {
  const found: Record<string, FoundByCheck> = {}
  for (const check of checks) {
    const { fromRecord } = check
    if (fromRecord === undefined || exchanges.some(({ findings }) => findings.some(({ id }) => id === check.id)))
      continue
    for (const exchange of exchanges) {
      if (!exchange.findings.some(({ id }) => beside(check, id))) continue
      const [finding] = evaluate([{ check, run: () => fromRecord(exchange, session) }], null)
      const known = found[check.id]
      if (finding === undefined || finding.status === 'not_applicable') continue
      if (known !== undefined && bySeverity(finding.status, known.status) >= 0) continue
      const isViolated = finding.status === 'fail' || finding.status === 'warn'
      found[check.id] = {
        status: finding.status,
        named: null,
        ...(isViolated ? { place: { exchangeId: exchange.id, subject: null } } : {}),
        derivedAt: now,
      }
    }
  }
  return found
}

/** Whether a check of the same group ran on an exchange, so that this one would have. */
const beside = ({ group }: Check<never>, id: string): boolean => id.startsWith(`${group}.`)
