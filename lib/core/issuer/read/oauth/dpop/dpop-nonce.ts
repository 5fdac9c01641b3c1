import type { KeyedHash } from '../../../../shared/ports/ports'
import type { EpochMillis } from '../../../../shared/time/time'
import { toBase64url } from '../../../../shared/values/base64url'

/** The two servers a wallet talks to; their nonces differ (RFC 9449 section 9). */
export type DpopRole = 'as' | 'rs'

/** Lifetime of a nonce. It changes with time, not per response, so that parallel requests share it. */
const nonceWindowSeconds = 60
/** Accepted nonces: the current one and those just before it (RFC 9449 section 8). */
const windowsAccepted = 5
/** Windows for which an old nonce of ours is still recognised. */
const windowsRecognised = 60

/**
 * What the receiving server knows about a nonce. `window` counts nonce windows since 1970, for comparison with the last
 * response that carried a nonce.
 */
export type DpopNonceState =
  | { readonly state: 'absent' | 'not_a_string' | 'unknown' }
  /** It answers a wallet attestation challenge instead. ABCA10-7.3 */
  | { readonly state: 'challenge' }
  | { readonly state: 'current' | 'recent' | 'stale' | 'other_role'; readonly window: number }

interface NonceKey {
  readonly issuer: string
  readonly role: DpopRole
  readonly now: EpochMillis
  readonly keyedHash: KeyedHash
}

/** Number of the nonce window that contains an instant. */
export const nonceWindow = (instant: EpochMillis): number => Math.floor(instant / (nonceWindowSeconds * 1000))

/**
 * Current `DPoP-Nonce` of an issuer in one server role. Derived from the installation's key, so all processes agree,
 * even after a restart. RFC 9449 section 8.
 */
export const currentDpopNonce = ({ issuer, role, now, keyedHash }: NonceKey): string =>
  nonceOf({ issuer, role, keyedHash }, nonceWindow(now))

/** Classifies a proof's nonce: ours and its age, or issued for the other role. */
export function readDpopNonce(value: unknown, { issuer, role, now, keyedHash }: NonceKey): DpopNonceState {
  if (value === undefined) return { state: 'absent' }
  if (typeof value !== 'string') return { state: 'not_a_string' }
  const newest = nonceWindow(now)
  const windowOf = (asked: DpopRole): number | null => {
    for (let window = newest; window > newest - windowsRecognised; window--) {
      if (nonceOf({ issuer, role: asked, keyedHash }, window) === value) return window
    }
    return null
  }
  const own = windowOf(role)
  if (own !== null) {
    if (own === newest) return { state: 'current', window: own }
    return { state: newest - own < windowsAccepted ? 'recent' : 'stale', window: own }
  }
  const other = windowOf(role === 'as' ? 'rs' : 'as')
  return other === null ? { state: 'unknown' } : { state: 'other_role', window: other }
}

const nonceOf = ({ issuer, role, keyedHash }: Omit<NonceKey, 'now'>, window: number): string =>
  toBase64url(keyedHash('dpop-nonce', `${issuer}|${role}|${window}`))
