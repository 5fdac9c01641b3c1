import { makeJwt } from '../../jose/sign-jwt'
import { invariant } from '../../ports/errors'
import type { Sha256, Signer } from '../../ports/ports'
import { type EpochMillis, toEpochSeconds } from '../../time/time'
import { fromBase64 } from '../../values/base64'
import { toBase64url, utf8 } from '../../values/base64url'
import type { JsonObject } from '../../values/json'

/** `typ` of a registration certificate: that of the text, and that of earlier drafts. E475-5.2.1 */
export const registrationTypes = ['rc-wrp+jwt', 'rc-rp+jwt'] as const

/** How a certificate stands in `data`: as it is, or its UTF-8 as base64url once more. E4722-6.3.2.2 */
export const registrationEncodings = ['compact', 'base64url'] as const
export type RegistrationEncoding = (typeof registrationEncodings)[number]

/**
 * Header of a registration certificate, a JAdES B-B signature. `x5c` holds no trust anchor.
 * @see E475-5.2.1, ARF3-RPRC_02
 */
export function registrationHeader(
  { typ, x5c, issuedAt }: { readonly typ: string; readonly x5c: readonly string[]; readonly issuedAt: EpochMillis },
  sha256: Sha256,
): JsonObject {
  const leaf = fromBase64(x5c[0] ?? '')
  invariant(leaf !== null && leaf.length > 0, 'The registrar has a certificate.')
  return { typ, x5c: [...x5c], 'x5t#S256': toBase64url(sha256(leaf)), iat: toEpochSeconds(issuedAt) }
}

/** The signed certificate, a compact JWS. */
export const signRegistration = (header: JsonObject, claims: JsonObject, signer: Signer): string =>
  makeJwt({ header, claims, signer }).token

/** The certificate as it stands in `data` of `verifier_info` and `issuer_info`. E4722-6.3.2.2 */
export const encodeRegistration = (compact: string, encoding: RegistrationEncoding): string =>
  encoding === 'compact' ? compact : toBase64url(utf8(compact))
