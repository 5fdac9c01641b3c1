import type { KeptMutations } from '../../shared/ports/session-options'
import type { IssuanceSession } from '../../shared/ports/store-types'

/** What of an offer names its session at an issuer that sessions share, and what that stands in. */
const naming = /^(\/grants(\/[^/]+(\/(issuer_state|pre-authorized_code))?)?)?$/

/**
 * Says that requests may not find their session, because a change took what names it out of the offer or of the token
 * response; nothing where the session has an issuer of its own.
 */
export function namelessWarning(
  { laboratory }: Pick<IssuanceSession, 'laboratory'>,
  { differences }: Pick<KeptMutations, 'differences'>,
): string[] {
  if (laboratory !== undefined) return []
  const isNameless = differences.some(({ target, pointer }) => target === 'offer' && naming.test(pointer))
  const isUnknown = differences.some(
    ({ target, pointer, is }) =>
      target === 'token_response' && /^\/(access|refresh)_token$/.test(pointer) && is !== undefined,
  )
  return [
    ...(isNameless
      ? [
          `The changed offer does not name this session as it was made, so what a wallet sends may be in /ledger alone. ${ownIssuer}`,
        ]
      : []),
    ...(isUnknown
      ? [
          `The changed token names no session, so a request with it is tied by other values at most, and is told as one with a token that nobody wrote. ${ownIssuer}`,
        ]
      : []),
  ]
}

const ownIssuer = 'With laboratory: {} the session has an issuer of its own, and every request there belongs to it.'
