import { checkById } from '@/lib/core/issuer-and-verifier'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import type { LedgerExchange } from '@/lib/core/shared/ports/store-types'

/** What the checks of one exchange came to; `null` where none judged it. */
export type ExchangeVerdict = Extract<FindingStatus, 'fail' | 'warn' | 'pass'> | null

/**
 * The worst that a check found in an exchange by itself. A violation is a failure only where it would be one in its session too:
 * a rule that every wallet must or should keep, in a request that certainly belongs to its session. Any other is a warning.
 */
export function exchangeVerdict({
  failed,
  otherwise,
  correlation,
}: Pick<LedgerExchange, 'failed' | 'otherwise' | 'correlation'>): ExchangeVerdict {
  const counted = failed.some((id) => {
    const check = checkById(id)
    return check !== null && check.level !== 'info' && check.profile !== 'haip'
  })
  if (counted && correlation === 'exact') return 'fail'
  return failed.length > 0 ? 'warn' : otherwise
}
