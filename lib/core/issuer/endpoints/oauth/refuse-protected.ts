import { type Refusal, refusalReply } from '../../../engine/endpoints/refusal'
import type { HeaderField, Reply } from '../../../ground/http/exchange'
import { type ErrorCode, errorStatus } from '../../../ground/ports/errors'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'
import type { AccessTokenReading } from '../../read/oauth/read-access-token'
import { dpopChallenge } from './dpop/dpop-headers'

/** At a protected resource a nonce challenge is a 401 too (RFC 9449 section 9). */
const statusOf = (error: ErrorCode): number => (error === 'use_dpop_nonce' ? 401 : errorStatus[error])

/**
 * The refusal of a protected resource, with its challenge. A request without any credentials gets a challenge without
 * an error code (RFC 6750 section 3.1). `nonce`: the headers that offer a DPoP nonce, sent if one is required.
 */
export function refuseProtected({
  refusal,
  baseUrl,
  accessToken,
  dpop,
  nonce,
}: {
  readonly refusal: Refusal
  readonly baseUrl: string
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly nonce: readonly HeaderField[]
}): { readonly reply: Reply; readonly status: number } {
  const status = statusOf(refusal.error)
  const headers: HeaderField[] = [
    ...(status === 401 ? [dpopChallenge(accessToken.headerCount === 0 ? null : refusal.error, dpop.algorithms)] : []),
    ...(refusal.error === 'use_dpop_nonce' ? nonce : []),
  ]
  return { reply: refusalReply({ refusal, baseUrl, status, headers }), status }
}
