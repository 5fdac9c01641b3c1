import { keyContradictions, publicMembers } from '../../../shared/jose/jwk'
import type { IsPublicKey } from '../../../shared/ports/ports'
import { isObject, type JsonObject } from '../../../shared/values/json'

/** ID Token subject syntaxes whose key needs no fetch. SIOP2-8 */
export const subjectSyntaxes = ['urn:ietf:params:oauth:jwk-thumbprint', 'did:jwk', 'did:key'] as const

/** Content encryption offered for responses; HAIP requires both. HAIP-5 */
const offeredEncValues = ['A128GCM', 'A256GCM'] as const

/** `enc` values offered by a request; A128GCM if unlisted. OID4VP-1FINAL-5.1, OID4VP-1FINAL-8.3 */
export function encValuesOf(metadata: unknown): readonly string[] {
  const listed = isObject(metadata) ? metadata.encrypted_response_enc_values_supported : undefined
  return Array.isArray(listed) ? listed.filter((value) => typeof value === 'string') : [offeredEncValues[0]]
}

/** Supported algorithms, by format. OID4VP-1FINALA-B.2.2, OID4VP-1FINALA-B.3.4 */
const formatsSupported: JsonObject = {
  'dc+sd-jwt': {
    'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'],
    'kb-jwt_alg_values': ['ES256', 'ES384', 'ES512'],
  },
  // COSE numbers of ES256, ES384, ES512 and their fully specified forms (ESP256, ESP384, ESP512).
  mso_mdoc: {
    issuerauth_alg_values: [-7, -9, -35, -51, -36, -52],
    deviceauth_alg_values: [-7, -9, -35, -51, -36, -52],
  },
}

/** The formats without their optional algorithm lists. OID4VP-1FINALA-B.2.2, OID4VP-1FINALA-B.3.4 */
const formatsAlone: JsonObject = { 'dc+sd-jwt': {}, mso_mdoc: {} }

/** Public key that encrypts the response. */
export interface ResponseKey {
  readonly kid: string
  readonly publicJwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}

/**
 * Builds `client_metadata`, with keys only for encrypted responses. `own`: members replaced or added by the tester;
 * never keys. `brief`: without optional lists, for a link in a QR code.
 * @see OID4VP-1FINAL-5.1, OID4VP-1FINAL-8.3
 */
export const buildClientMetadata = ({
  responseKey,
  idToken,
  own,
  brief = false,
}: {
  readonly responseKey: ResponseKey | null
  readonly idToken: boolean
  readonly own: JsonObject
  readonly brief?: boolean
}): JsonObject => ({
  vp_formats_supported: brief ? formatsAlone : formatsSupported,
  ...(responseKey === null
    ? {}
    : {
        jwks: { keys: [{ ...responseKey.publicJwk, use: 'enc', alg: 'ECDH-ES', kid: responseKey.kid }] },
        encrypted_response_enc_values_supported: [...offeredEncValues],
      }),
  ...(idToken
    ? {
        subject_syntax_types_supported: [...subjectSyntaxes],
        id_token_signed_response_alg: 'ES256',
      }
    : {}),
  ...own,
})

/** Encryption key of a request; `undefined` if it has none. OID4VP-1FINAL-5.1 */
export const responseKeyOf = (request: JsonObject): unknown => keysOf(request)[0]

/** All keys of a request that are objects. OID4VP-1FINAL-5.1 */
export const responseKeysOf = (request: JsonObject): readonly JsonObject[] =>
  keysOf(request).filter((key): key is JsonObject => isObject(key))

function keysOf({ client_metadata: metadata }: JsonObject): readonly unknown[] {
  const jwks = isObject(metadata) ? metadata.jwks : null
  return isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
}

/** What a request lacks for an encrypted response; `null` if it has all that wallets need. */
export type LackForEncryption = 'no_key' | 'no_enc' | null

/**
 * What a request lacks that each wallet can encrypt with: a key on P-256 for ECDH-ES, and a content encryption that HAIP
 * names. Other keys and values are right too, but a wallet need not know them. OID4VP-1FINAL-8.3, HAIP-5
 */
export function lackForEncryption(request: JsonObject, isPublicKey: IsPublicKey): LackForEncryption {
  if (!responseKeysOf(request).some((key) => isUsable(key, isPublicKey))) return 'no_key'
  const { client_metadata: metadata } = request
  const listed = isObject(metadata) ? metadata.encrypted_response_enc_values_supported : undefined
  const isList = listed === undefined || Array.isArray(listed)
  return isList && encValuesOf(metadata).some((enc) => offeredEncValues.some((one) => one === enc)) ? null : 'no_enc'
}

function isUsable(key: JsonObject, isPublicKey: IsPublicKey): boolean {
  const members = publicMembers(key)
  return (
    members?.crv === 'P-256' &&
    key.alg === 'ECDH-ES' &&
    keyContradictions(key, 'agrees') === null &&
    isPublicKey(members)
  )
}

/** Supported content encryption of responses. RFC7518-5.1 */
export const openableEncryption = ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512']
