import { checkById } from '@/lib/core/issuer-and-verifier'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'

/** What the checks of one exchange came to; `null` where none judged it. */
export type ExchangeVerdict = Extract<FindingStatus, 'fail' | 'warn' | 'pass'> | null

/**
 * The worst that a check found in an exchange by itself. A violation is a failure only where it would be one in its session too:
 * a rule that every wallet must or should keep, in a request that certainly belongs to its session. Any other is a warning.
 */
export function exchangeVerdict({
  findings,
  correlation,
}: Pick<StoredExchange, 'findings' | 'correlation'>): ExchangeVerdict {
  const verdicts = findings.map(({ id, status }) => {
    if (status !== 'fail') return status
    const check = checkById(id)
    const counts = check !== null && check.level !== 'info' && check.profile !== 'haip'
    return counts && correlation === 'exact' ? 'fail' : 'warn'
  })
  return (['fail', 'warn', 'pass'] as const).find((one) => verdicts.includes(one)) ?? null
}
