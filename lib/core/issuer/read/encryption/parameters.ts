import type { Decrypter } from '../../../ground/ports/ports'
import type { JsonObject } from '../../../ground/values/json'

/** Content encryption that is published, for requests and for answers. */
export const encValues = ['A128GCM', 'A256GCM'] as const
/** Key agreement that is published. */
export const keyAgreement = 'ECDH-ES'
/** Curves that an answer can be encrypted to. */
export const responseCurves = ['P-256', 'P-384', 'P-521', 'X25519'] as const

/**
 * What the metadata says about encryption: offered, never demanded, and nothing is compressed, for that gains nothing
 * and bombs are packed that way. Both members or neither. OID4VCI-1FINAL-12.2.4
 */
export const buildEncryptionMetadata = ({
  kid,
  publicJwk,
}: Pick<Decrypter, 'kid' | 'publicJwk'>): {
  readonly credential_request_encryption: JsonObject
  readonly credential_response_encryption: JsonObject
} => {
  const { kty, crv, x, y } = publicJwk
  return {
    credential_request_encryption: {
      jwks: { keys: [{ kty, crv, x, y, kid, use: 'enc', alg: keyAgreement }] },
      enc_values_supported: [...encValues],
      encryption_required: false,
    },
    credential_response_encryption: {
      alg_values_supported: [keyAgreement],
      enc_values_supported: [...encValues],
      encryption_required: false,
    },
  }
}
