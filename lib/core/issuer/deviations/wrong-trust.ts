import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { IssuanceSession } from '../../ground/ports/store-types'
import type { TrustKeys } from '../../ground/ports/trust'
import { deviationOf } from '.'

/** What the addresses of an issuance serve wrong, by its fault. */
export function wrongTrustOf(session: Pick<IssuanceSession, 'options'>, keys: TrustKeys): WrongTrust {
  const { served, revoked } = deviationOf(session)?.changes.trust ?? {}
  return { ...served?.(keys), ...(revoked && { revoked }) }
}
