import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { answered, onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

/** Changes `client_metadata`; needs an encrypted response. */
const inMetadata = (change: (metadata: JsonObject) => JsonObject): Pick<VerifierDeviation, 'changes' | 'needs'> => ({
  needs: { response_mode: 'direct_post.jwt' },
  changes: {
    parameters: (request) => {
      const metadata = isObject(request.client_metadata) ? (request.client_metadata as JsonObject) : {}
      return { ...request, client_metadata: change(metadata) }
    },
  },
})

/** Changes the response encryption keys. */
const inKeys = (change: (keys: readonly JsonObject[]) => readonly Json[]) =>
  inMetadata((metadata) => {
    const keys = isObject(metadata.jwks) && Array.isArray(metadata.jwks.keys) ? metadata.jwks.keys : []
    return { ...metadata, jwks: { keys: [...change(keys.filter((key): key is JsonObject => isObject(key)))] } }
  })

const unusable = { kty: 'unknown', use: 'enc', alg: 'unknown', kid: 'unusable' }

/** Makes a key for encryption one that only verifies signatures. RFC7517-4.2 */
const ofSignatures = { use: 'sig', alg: 'ES256', kid: 'signatures' }

const without = (members: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))

/** The response cannot be encrypted, or only in an unusual way. OID4VP-1FINAL-8.3 */
export const encryptionDeviations: readonly VerifierDeviation[] = [
  {
    id: 'no_enc_alg_key',
    title: 'The key for the response does not say which algorithm it is for.',
    clause: 'OID4VP-1FINAL-8.3',
    ...refused('invalid_request'),
    ...onBothChannels,
    ...inKeys((keys) => keys.map((key) => without(key, 'alg'))),
  },
  {
    id: 'no_usable_enc_key',
    title: 'All keys for the response have an unknown type.',
    clause: 'OID4VP-1FINAL-8.3',
    ...refused('invalid_request'),
    ...onBothChannels,
    ...inKeys(() => [unusable]),
  },
  {
    id: 'enc_key_without_use',
    title: 'The key for the response does not say what it is used for.',
    clause: 'OID4VP-1FINAL-5.1',
    ...answered,
    ...onBothChannels,
    ...inKeys((keys) => keys.map((key) => without(key, 'use'))),
  },
  {
    id: 'unusable_enc_key',
    title: 'The key for the response comes after one of an unknown type.',
    clause: 'RFC7517-5',
    ...answered,
    ...onBothChannels,
    ...inKeys((keys) => [unusable, ...keys]),
  },
  {
    id: 'enc_key_after_sig_key',
    title: 'The key for the response comes after one that is for signatures.',
    clause: 'OID4VP-1FINAL-8.3',
    ...answered,
    ...onBothChannels,
    ...inKeys((keys) => [...keys.map((key) => ({ ...key, ...ofSignatures })), ...keys]),
  },
  {
    id: 'no_vp_formats',
    title: 'The request does not say which formats of credentials it takes.',
    clause: 'OID4VP-1FINAL-11.1',
    ...refused('invalid_request', 'vp_formats_not_supported'),
    ...onBothChannels,
    must: 'No text says what a wallet does: it may refuse the request, or answer it.',
    advisory: true,
    note: 'OpenID4VP 11.1 requires vp_formats_supported of a verifier whose formats the wallet cannot know otherwise, and no refusal of the wallet.',
    changes: {
      parameters: ({ client_metadata: metadata, ...request }) => ({
        ...request,
        ...(isObject(metadata) ? { client_metadata: without(metadata as JsonObject, 'vp_formats_supported') } : {}),
      }),
    },
  },
  {
    id: 'no_enc_values',
    title: 'The request lists no content encryption.',
    clause: 'OID4VP-1FINAL-5.1',
    ...answered,
    ...onBothChannels,
    ...inMetadata((metadata) => without(metadata, 'encrypted_response_enc_values_supported')),
  },
]
