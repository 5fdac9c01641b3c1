import type { KeptMutations } from '../../shared/ports/session-options'
import type { IssuanceSession } from '../../shared/ports/store-types'

/** What of an offer names its session at an issuer that sessions share, and what that stands in. */
const naming = /^(\/grants(\/[^/]+(\/(issuer_state|pre-authorized_code))?)?)?$/

/**
 * Says that requests may not find their session, because a change took what names it out of the offer; nothing where the
 * session has an issuer of its own.
 */
export function namelessWarning(
  { laboratory }: Pick<IssuanceSession, 'laboratory'>,
  { differences }: Pick<KeptMutations, 'differences'>,
): string[] {
  const isNameless = differences.some(({ target, pointer }) => target === 'offer' && naming.test(pointer))
  return laboratory === undefined && isNameless
    ? [
        'The changed offer does not name this session as it was made, so what a wallet sends may be in /ledger alone. With laboratory: {} the session has an issuer of its own, and every request there belongs to it.',
      ]
    : []
}
