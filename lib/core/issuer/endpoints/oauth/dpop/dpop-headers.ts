import type { HeaderField } from '../../../../ground/http/exchange'
import type { ErrorCode } from '../../../../ground/ports/errors'
import type { KeyedHash } from '../../../../ground/ports/ports'
import type { EpochMillis } from '../../../../ground/time/time'
import { currentDpopNonce, type DpopRole } from '../../../read/oauth/dpop/dpop-nonce'
import type { DpopNoncePolicy } from '../../../read/oauth/dpop/dpop-reading'

/** The `DPoP-Nonce` header of an answer; none if the session's policy is `off`. RFC9449-8 */
export function dpopNonceHeaders(input: {
  readonly policy: DpopNoncePolicy
  readonly issuer: string
  readonly role: DpopRole
  readonly now: EpochMillis
  readonly keyedHash: KeyedHash
}): HeaderField[] {
  return input.policy === 'off' ? [] : [['DPoP-Nonce', currentDpopNonce(input)]]
}

/**
 * The challenge of a 401. `error` is `null` if the request had no credentials at all (RFC 6750 section 3.1).
 * RFC9449-7.1
 */
export const dpopChallenge = (error: ErrorCode | null, algorithms: readonly string[]): HeaderField => [
  'WWW-Authenticate',
  error === null ? `DPoP algs="${algorithms.join(' ')}"` : `DPoP error="${error}", algs="${algorithms.join(' ')}"`,
]
