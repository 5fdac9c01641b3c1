import type { Decrypter } from '../../../ground/ports/keys'
import type { JsonObject } from '../../../ground/values/json'
import type { RequiredEncryption } from '../../configurations/laboratory/encryption-options'

/** Published content encryption algorithms, for requests and responses. */
export const encValues = ['A128GCM', 'A256GCM'] as const
/** The published key agreement algorithm. */
export const keyAgreement = 'ECDH-ES'
/** Curves of the keys that a response can be encrypted to. */
export const responseCurves = ['P-256', 'P-384', 'P-521', 'X25519'] as const

/**
 * The encryption metadata. Encryption is always supported. Compression is not: it gains nothing and allows decompression
 * bombs. Both members are returned, whichever is required: a response is encrypted only for an encrypted request.
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
