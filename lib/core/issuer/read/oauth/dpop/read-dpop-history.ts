import type { StoredEventType } from '../../../../ground/ports/event-type'
import type { StoredEvent } from '../../../../ground/ports/store-types'
import type { EpochMillis } from '../../../../ground/time/time'
import type { DpopRole } from './dpop-nonce'
import type { DpopHistory } from './dpop-reading'

/** Events whose exchange was answered with a `DPoP-Nonce` header, and by which server. */
const offersNonce: Readonly<Partial<Record<StoredEventType, DpopRole>>> = {
  par_accepted: 'as',
  token_issued: 'as',
  credential_issued: 'rs',
  nonce_issued: 'rs',
}

/**
 * What the events of a session tell about DPoP before this request: nonces offered, keys used, and whether the last
 * answer of this endpoint was a nonce challenge.
 */
export function readDpopHistory(
  events: readonly StoredEvent[],
  endpoint: 'par' | 'token' | 'credential' | 'notification',
): DpopHistory {
  const offered: Record<DpopRole, EpochMillis | null> = { as: null, rs: null }
  const thumbprints: string[] = []
  let challenge: DpopHistory['challenge'] = null
  for (const { type, detail, at } of events) {
    const role = type === 'dpop_nonce_challenged' ? roleOf(detail.endpoint) : offersNonce[type]
    if (role && detail.dpop_nonce !== 'off') offered[role] = at
    // A new authorization may bring a new key: what it replaces is no longer compared with.
    if (type === 'par_accepted') thumbprints.length = 0
    if (typeof detail.jkt === 'string' && !thumbprints.includes(detail.jkt)) thumbprints.push(detail.jkt)
    if (type === `${endpoint}_received` || type === `${endpoint}_request_received`) challenge = null
    if (type === 'dpop_nonce_challenged' && detail.endpoint === endpoint) {
      challenge = { jti: typeof detail.jti === 'string' ? detail.jti : null }
    }
  }
  return { nonceOfferedAt: offered, thumbprints: endpoint === 'par' ? [] : thumbprints, challenge }
}

const roleOf = (endpoint: unknown): DpopRole => (endpoint === 'credential' || endpoint === 'notification' ? 'rs' : 'as')
