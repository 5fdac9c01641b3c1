import type { JsonObject } from '../../json'
import type { Run } from '../run'

/**
 * What the wallet supports, for a verifier that asks (OID4VP-1FINAL-5.10, 10.1, RFC8414-2). Nothing in it distinguishes one
 * installation from another (OID4VP-1FINAL-15.6), so it names prefixes by which this one may know nobody. With `encrypted` it contains
 * a key of this run, which the verifier must use.
 */
export function walletMetadata({ profile, facts, newKey }: Run): JsonObject {
  const metadata: JsonObject = {
    vp_formats_supported: {
      'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
      mso_mdoc: { issuerauth_alg_values: [-7, -9], deviceauth_alg_values: [-7, -9] },
    },
    client_id_prefixes_supported: profile.haipOnly ? ['x509_hash'] : prefixes,
    // Not where no request can be signed (OID4VP-1FINAL-5.10).
    ...(facts.link?.clientId.startsWith('redirect_uri:')
      ? {}
      : { request_object_signing_alg_values_supported: ['ES256'] }),
    authorization_encryption_alg_values_supported: ['ECDH-ES'],
    authorization_encryption_enc_values_supported: [...profile.encValues],
    ...responsesOf(profile),
  }
  if (profile.walletMetadata !== 'encrypted') return metadata
  facts.requestKey ??= newKey()
  const jwk = { ...facts.requestKey.publicJwk, kid: 'request', use: 'enc', alg: 'ECDH-ES' }
  return {
    ...metadata,
    jwks: { keys: [jwk] },
    request_object_encryption_alg_values_supported: ['ECDH-ES'],
    request_object_encryption_enc_values_supported: ['A256GCM', 'A128GCM'],
  }
}

const prefixes = [
  'x509_hash',
  'x509_san_dns',
  'verifier_attestation',
  'decentralized_identifier',
  'redirect_uri',
  'pre-registered',
]

/** What it responds with, and how; a wallet that makes ID Tokens says of what kind (SIOP2-6.1). */
function responsesOf({ responseTypes, haipOnly, idTokenSubject }: Run['profile']): JsonObject {
  if (haipOnly) return { response_types_supported: ['vp_token'], response_modes_supported: ['direct_post.jwt'] }
  const own = {
    response_types_supported: [...responseTypes],
    response_modes_supported: ['direct_post', 'direct_post.jwt'],
  }
  if (!responseTypes.includes('vp_token id_token')) return own
  return {
    ...own,
    id_token_types_supported: ['subject_signed_id_token'],
    id_token_signing_alg_values_supported: ['ES256'],
    subject_syntax_types_supported: [idTokenSubject === 'jwk_thumbprint' ? thumbprintSyntax : idTokenSubject],
  }
}

/** The subject syntax type of the thumbprint of a key (SIOP2-8). */
const thumbprintSyntax = 'urn:ietf:params:oauth:jwk-thumbprint'
