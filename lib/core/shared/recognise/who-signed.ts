import { derToRaw } from '../formats/sd-jwt-vc/read-presentation/read-jws'
import { readJwt, signatureAlgorithm, verifyJwtSignature } from '../jose/jwt'
import type { VerifySignature } from '../ports/ports'
import { fromBase64url, toBase64url } from '../values/base64url'
import type { ValueKind } from './kinds'

/** Most keys that a signature is tried with. */
export const triedKeysMax = 8

/** A public key of the request, its session or this service. */
export interface KnownKey {
  readonly kind: ValueKind
  readonly whose: 'this_request' | 'this_session' | 'this_service'
  readonly jwk: unknown
}

/** A token of a request, and the key that should have signed it. */
export interface SignedToken {
  readonly text: string
  /** `null` if it is not known. */
  readonly jwk: unknown
}

/**
 * Why the signature of a compact JWS does not fit its key: it is in DER, or it fits another one of `keys`, of which the first
 * `triedKeysMax` are tried. `null` if neither explains it, or if it fits. Asked after a violation only; never rejects because of input.
 * RFC7518-3.4
 */
export async function whoSigned(
  { text, jwk }: SignedToken,
  { keys, verifySignature }: { readonly keys: readonly KnownKey[]; readonly verifySignature: VerifySignature },
): Promise<'der' | KnownKey | null> {
  const raw = inRawForm(text)
  const token = readJwt(raw ?? text)
  if (!token.readable) return null
  const fits = (key: unknown) =>
    verifyJwtSignature({ jwt: token, jwk: key, algorithms: [String(token.header.alg)], verifySignature })
  if (jwk !== null && (await fits(jwk))) return raw === null ? null : 'der'
  for (const key of keys.slice(0, triedKeysMax)) if (await fits(key.jwk)) return key
  return null
}

/** The token with r and s in place of a DER signature; `null` if its signature is not in DER. */
function inRawForm(text: string): string | null {
  const end = text.lastIndexOf('.') + 1
  const read = readJwt(text)
  const { bytes = null } = (read.readable && signatureAlgorithm(String(read.header.alg))) || {}
  const signature = fromBase64url(text.slice(end))
  const raw = bytes === null || signature === null ? null : derToRaw(signature, bytes)
  return raw && `${text.slice(0, end)}${toBase64url(raw)}`
}
