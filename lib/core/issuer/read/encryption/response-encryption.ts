import { encryptJwe } from '../../../shared/jose/jwe'
import { type JwkFacts, keyContradictions, readPublicJwk } from '../../../shared/jose/jwk'
import type { Decrypter } from '../../../shared/ports/keys'
import { isObject, type JsonObject } from '../../../shared/values/json'
import type { RequiredEncryption } from '../../configurations/laboratory/protocol-options'

/** Published content encryption algorithms, for requests and responses. */
export const encValues = ['A128GCM', 'A256GCM'] as const

/** The published key agreement algorithm. */
export const keyAgreement = 'ECDH-ES'

/** Curves of the keys that a response can be encrypted to. */
export const responseCurves = ['P-256', 'P-384', 'P-521', 'X25519'] as const

/**
 * Encryption metadata. Encryption is always supported; compression is not, since it gains nothing and allows
 * decompression bombs. Both members always appear together: a response is encrypted only for an encrypted request.
 * @see OID4VCI-1FINAL-10, OID4VCI-1FINAL-12.2.4
 */
export const buildEncryptionMetadata = (
  { kid, publicJwk }: Pick<Decrypter, 'kid' | 'publicJwk'>,
  required: RequiredEncryption,
): {
  readonly credential_request_encryption: JsonObject
  readonly credential_response_encryption: JsonObject
} => {
  const { kty, crv, x, y } = publicJwk
  return {
    credential_request_encryption: {
      jwks: { keys: [{ kty, crv, x, y, kid, use: 'enc', alg: keyAgreement }] },
      enc_values_supported: [...encValues],
      encryption_required: required.request,
    },
    credential_response_encryption: {
      alg_values_supported: [keyAgreement],
      enc_values_supported: [...encValues],
      encryption_required: required.response,
    },
  }
}

/** Requested response encryption. OID4VCI-1FINAL-8.2 */
export interface ResponseEncryptionReading {
  readonly isObject: boolean
  /** `null` if there is no `jwk`. */
  readonly jwk: JwkFacts | null
  /** Whether the key can be encrypted to; a point of low order cannot. */
  readonly usable: boolean
  /** `use` of the key; empty if present but no string. */
  readonly use: string | null
  /** `key_ops` if they exclude key agreement; otherwise `null`. RFC7517-4.3 */
  readonly foreignOperations: readonly unknown[] | null
  /** `null` if absent or not a string. */
  readonly enc: string | null
  readonly hasEnc: boolean
  readonly hasZip: boolean
  /** Whether the key has `alg`, as in older drafts. */
  readonly hasLegacyAlg: boolean
}

/** Reads `credential_response_encryption`; `null` if the request has none. Never throws. */
export async function readResponseEncryption(
  request: Readonly<Record<string, unknown>> | null,
): Promise<ResponseEncryptionReading | null> {
  const value = request?.credential_response_encryption
  if (value === undefined) return null
  const member = isObject(value) ? value : {}
  const { jwk, enc } = member
  const facts = jwk === undefined ? null : await readPublicJwk(jwk)
  return {
    isObject: isObject(value),
    jwk: facts,
    usable: await isUsable(facts),
    use: isObject(jwk) && jwk.use !== undefined ? textOf(jwk.use) : null,
    foreignOperations: keyContradictions(jwk, 'agrees')?.key_ops ?? null,
    enc: typeof enc === 'string' ? enc : null,
    hasEnc: enc !== undefined,
    hasZip: member.zip !== undefined,
    hasLegacyAlg: 'alg' in member,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function isUsable(jwk: JwkFacts | null): Promise<boolean> {
  if (!jwk?.publicJwk || !responseCurves.some((curve) => curve === jwk.crv)) return false
  try {
    await encryptJwe({ plaintext: '', jwk: jwk.publicJwk, kid: null, enc: encValues[0] })
    return true
  } catch {
    return false
  }
}
