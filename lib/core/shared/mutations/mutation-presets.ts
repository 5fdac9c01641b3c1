import type { JsonObject } from '../values/json'

/** A change of a right request or document to begin with, which campaigns know as `mutation.` and its id. */
export interface MutationPreset {
  readonly id: string
  readonly title: string
  readonly kind: 'issuance' | 'presentation'
  /** `refusal` where it equals a named test of which a wallet has to refuse the request. */
  readonly expects: 'report' | 'refusal'
  readonly mutations: readonly JsonObject[]
}

const preset = (
  kind: MutationPreset['kind'],
  id: string,
  title: string,
  ...mutations: readonly JsonObject[]
): MutationPreset => ({ id, title, kind, expects: refused.includes(id) ? 'refusal' : 'report', mutations })

const request = 'request_object'

/** Those that equal a named test of a refusal. */
const refused: readonly string[] = ['nonce_removed', 'signature_corrupt']

/** A public key of nobody here: the example of the specification. RFC7517-A.1 */
const decoyKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  kid: 'decoy',
  use: 'sig',
  alg: 'ES256',
}

/** Ten changes that wallets take differently. */
export const mutationPresets: readonly MutationPreset[] = [
  preset('presentation', 'decoy_key', 'A key for signatures stands before the key for the response', {
    target: request,
    op: 'add',
    path: '/client_metadata/jwks/keys/0',
    value: decoyKey,
  }),
  preset('presentation', 'doubled_query_id', 'Two queries have one id', {
    target: request,
    op: 'copy',
    from: '/dcql_query/credentials/0',
    path: '/dcql_query/credentials/-',
  }),
  preset('presentation', 'response_mode_null', 'The response_mode is null', {
    target: request,
    op: 'put',
    path: '/response_mode',
    value: null,
  }),
  preset('presentation', 'nonce_removed', 'The nonce is missing', { target: request, op: 'remove', path: '/nonce' }),
  preset('presentation', 'unknown_member', 'The request has a member that nobody defines', {
    target: request,
    op: 'add',
    path: '/wallet_capture_unknown',
    value: { ignore: 'me' },
  }),
  preset('presentation', 'response_uri_elsewhere', 'The response_uri is at a host that nobody has', {
    target: request,
    op: 'put',
    path: '/response_uri',
    value: 'https://nobody.invalid/response',
  }),
  preset('presentation', 'signature_corrupt', 'The signature of the request is corrupt', {
    target: 'signature',
    op: 'corrupt',
  }),
  preset('issuance', 'configuration_twice', 'The offer names one credential configuration twice', {
    target: 'offer',
    op: 'copy',
    from: '/credential_configuration_ids/0',
    path: '/credential_configuration_ids/-',
  }),
  preset('issuance', 'display_name_number', 'The name of the issuer in its metadata is a number', {
    target: 'issuer_metadata',
    op: 'replace',
    path: '/display/0/name',
    value: 7,
  }),
  preset('issuance', 'token_type_null', 'The token_type of the token response is null', {
    target: 'token_response',
    op: 'put',
    path: '/token_type',
    value: null,
  }),
]
