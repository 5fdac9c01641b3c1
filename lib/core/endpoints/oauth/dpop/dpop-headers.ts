import type { ErrorCode } from '../../../errors'
import type { HeaderField } from '../../../http/exchange'
import { currentDpopNonce, type DpopRole } from '../../../oauth/dpop/dpop-nonce'
import type { DpopNoncePolicy } from '../../../oauth/dpop/dpop-reading'
import type { KeyedHash } from '../../../ports'
import type { EpochMillis } from '../../../time'

/** The `DPoP-Nonce` header for an answer, or none when the session's policy is `off`. RFC9449-8 */
export function dpopNonceHeaders(input: {
  readonly policy: DpopNoncePolicy
  readonly issuer: string
  readonly role: DpopRole
  readonly now: EpochMillis
  readonly keyedHash: KeyedHash
}): HeaderField[] {
  return input.policy === 'off' ? [] : [['DPoP-Nonce', currentDpopNonce(input)]]
}

/** The challenge of a 401. `error` null: the request held no credentials at all (RFC 6750 section 3.1). RFC9449-7.1 */
export const dpopChallenge = (error: ErrorCode | null, algorithms: readonly string[]): HeaderField => [
  'WWW-Authenticate',
  error === null ? `DPoP algs="${algorithms.join(' ')}"` : `DPoP error="${error}", algs="${algorithms.join(' ')}"`,
]
