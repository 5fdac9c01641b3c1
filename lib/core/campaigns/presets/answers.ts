import type { JsonObject } from '../../shared/values/json'
import { rightVerifierInfo } from './prefixes'
import { fixed, type Preset } from './preset'
import {
  claim,
  decoyKey,
  element,
  everyClaim,
  everyElement,
  foreignKeyIdentifier,
  heldByNobody,
  mdocPid,
  query,
  sdJwtPid,
} from './queries'
import { transactionPreset } from './transactions'

const haip = fixed('presentation', 'answer', { profile: 'haip' })

const base = fixed('presentation', 'answer', { profile: 'openid4vp' })

const familyName = claim(['family_name'])

const asked = query([sdJwtPid([familyName])])

const named = {
  a: claim(['family_name'], { id: 'a' }),
  b: claim(['given_name'], { id: 'b' }),
  c: claim(['birthdate'], { id: 'c' }),
}

const encryption = (enc: string): JsonObject => ({
  presentation_request: { client_metadata: { encrypted_response_enc_values_supported: [enc] } },
})

const testPid = 'The values are those of the test PID: the wallet needs one of this service.'

/** Requests that a good wallet answers, from the plainest to the most unusual. */
export const answerPresets: readonly Preset[] = [
  haip('sd_jwt_baseline', 'Every claim of the PID, as SD-JWT VC', query([sdJwtPid(everyClaim)])),
  haip('mdoc_baseline', 'Every element of the PID, as mdoc, with the request fetched by POST', {
    request_uri_method: 'post',
    ...query([mdocPid(everyElement)]),
  }),
  haip(
    'paths',
    'Nested claims, all entries of a list, and a query with every member',
    query([
      sdJwtPid([familyName, claim(['address', 'locality']), claim(['nationalities', null])], {
        multiple: false,
        require_cryptographic_holder_binding: true,
      }),
    ]),
  ),
  {
    id: 'trusted_authority_hit',
    kind: 'presentation',
    title: 'A credential from one of two issuers, named by key identifier',
    expects: 'answer',
    person: 'The wallet needs a PID of this service.',
    body: ({ authorityKeyIdentifier }) => ({
      profile: 'haip',
      ...query([
        sdJwtPid([familyName], {
          trusted_authorities: [{ type: 'aki', values: [foreignKeyIdentifier, authorityKeyIdentifier] }],
        }),
      ]),
    }),
  },
  haip('credential_sets', 'A credential set without the credential that nobody holds', {
    ...query([sdJwtPid([familyName]), heldByNobody], { credential_sets: [{ options: [['pid_sd-jwt-1']] }] }),
  }),
  haip(
    'both_formats',
    'The PID in both formats at once',
    query([sdJwtPid([familyName]), mdocPid([element('family_name')])]),
    'The wallet needs the PID as SD-JWT VC and as mdoc.',
  ),
  haip('optional_set', 'An optional set that nobody can satisfy beside a required one', {
    negative_test: 'optional_unmatchable',
  }),
  haip('decoys', 'Members that the wallet does not know, and a key outside of the metadata', {
    presentation_request: {
      client_metadata: { 'com.example.unknown': true },
      jwks: { keys: [decoyKey] },
      encrypted_response_enc_values_supported: ['A192GCM'],
    },
    verifier_info: [{ format: 'com.example.unknown', data: 'x' }],
  }),
  haip(
    'claim_sets',
    'Three sets of claims, each of which can be satisfied',
    query([sdJwtPid([named.a, named.b, named.c], { claim_sets: [['a'], ['b'], ['c']] })]),
  ),
  haip(
    'without_holder_binding',
    'A query that needs no proof of possession',
    query([sdJwtPid([familyName], { require_cryptographic_holder_binding: false })]),
  ),
  haip(
    'union',
    'Two queries that the same credential satisfies',
    query([sdJwtPid([familyName], { id: 'q1' }), sdJwtPid([claim(['address', 'locality'])], { id: 'q2' })]),
  ),
  haip('no_claims_sd_jwt', 'An SD-JWT VC with nothing to disclose', {
    negative_test: 'no_claims',
    ...asked,
  }),
  haip(
    'second_claim_set',
    'Three sets of claims, the first of which cannot be satisfied',
    query([
      sdJwtPid([named.a, named.b, named.c, claim(['no_such_claim'], { id: 'x' })], {
        claim_sets: [['a', 'x'], ['b'], ['c']],
      }),
    ]),
  ),
  haip(
    'mdoc_values',
    'Three queries for one mdoc, one of them for a value',
    query([
      mdocPid([element('family_name', { values: ['Fabbri'] })], { id: 'm1' }),
      mdocPid([element('given_name')], { id: 'm2' }),
      mdocPid([element('birth_date')], { id: 'm3' }),
    ]),
    testPid,
  ),
  haip('unknown_parameter', 'A parameter of the request that no specification names', {
    negative_test: 'random_parameter',
  }),
  haip('unknown_query_member', 'A member of the query that no specification names', {
    negative_test: 'unknown_dcql_member',
  }),
  haip(
    'index_and_values',
    'One entry of a list, and a claim by its value',
    query([sdJwtPid([claim(['nationalities', 0]), claim(['family_name'], { id: 'fn', values: ['Fabbri'] })])]),
    testPid,
  ),
  haip('a256gcm_only', 'An encrypted response with A256GCM only', encryption('A256GCM')),
  haip('a128gcm_only', 'An encrypted response with A128GCM only', encryption('A128GCM')),
  haip('no_claims_mdoc', 'An mdoc with nothing to disclose', {
    negative_test: 'no_claims',
    ...query([mdocPid([element('family_name')])]),
  }),
  haip('foreign_iss', 'A Request Object with the iss of someone else', { negative_test: 'iss_mismatch' }),
  haip('no_state', 'A request without state', { negative_test: 'no_state' }),
  haip('no_enc_values', 'Metadata without a content encryption', { negative_test: 'no_enc_values' }),
  transactionPreset,
  base('by_value', 'The request inside the link', { request_delivery: 'by_value' }),
  {
    id: 'scope',
    kind: 'presentation',
    title: 'A scope in place of a query',
    expects: 'answer',
    needsScope: true,
    person: 'The wallet must know the scope; this installation defines its own in scope-aliases.json.',
    body: ({ scopeAlias }) => ({ profile: 'openid4vp', scopes: scopeAlias ?? 'com.example.pid_presentation' }),
  },
  haip('haip_vp_scheme', 'A link that starts with haip-vp', { scheme: 'haip-vp://' }),
  base('plain_with_redirect', 'A response in the clear that ends in the browser', {
    response_mode: 'direct_post',
    return_redirect_uri: true,
  }),
  haip('empty_meta', 'A query whose meta is empty', {
    allow_nonconforming_request: true,
    ...query([sdJwtPid([familyName], { id: 'any_1', meta: {} })]),
  }),
  haip('long_state_nonce', 'A long state and a long nonce', { negative_test: 'long_state_nonce' }),
  haip('reordered_query', 'A query in another order', { negative_test: 'reordered_query' }),
  haip('enc_key_without_use', 'An encryption key that does not name its use', { negative_test: 'enc_key_without_use' }),
  haip('enc_key_after_sig_key', 'A key for signatures before the one for the response', {
    negative_test: 'enc_key_after_sig_key',
  }),
  haip('unusable_enc_key', 'An unusable key beside a usable one', { negative_test: 'unusable_enc_key' }),
  haip('response_uri_slash', 'A response_uri that ends with a slash, for an mdoc', {
    negative_test: 'response_uri_slash',
    ...query([mdocPid([element('family_name')])]),
  }),
  base('redirect_on_response', 'A redirect after the response, which a wallet must not follow', {
    negative_test: 'redirect_on_response',
  }),
  haip('conflicting_url_params', 'A link that contradicts the request', { negative_test: 'conflicting_url_params' }),
  haip('fewer_claims', 'All claims but the last one', { negative_test: 'drop_last_claim' }),
]

const onOneDevice = 'Open the link on the device of the wallet: its browser shows what the wallet did.'

/** Requests that a good wallet answers, followed by an unusual response of ours. OID4VP-1FINAL-8.2 */
const ourResponses: readonly Preset[] = [
  haip(
    'error_answer_with_redirect',
    'An error response to the presentation, with a redirect_uri in it',
    { negative_test: 'error_answer_with_redirect' },
    onOneDevice,
  ),
  haip(
    'extra_answer_member',
    'A response to the presentation with a member that no specification names',
    { negative_test: 'extra_answer_member' },
    onOneDevice,
  ),
  haip(
    'extra_members_both_ways',
    'Members that no specification names, in the request and in the response to the presentation',
    { negative_test: 'extra_members_both_ways' },
    onOneDevice,
  ),
]

/** Requests that several credentials, or none, satisfy. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.4.2 */
const severalOrNone: readonly Preset[] = [
  haip(
    'multiple_true',
    'A query that several credentials may answer',
    query([sdJwtPid([claim(['family_name']), claim(['given_name'])], { multiple: true })]),
    'The wallet needs two PIDs, such as the preset lab.identifiers issues. Share both.',
  ),
  haip(
    'all_optional_unmatchable',
    'One optional credential that nobody holds, and nothing else',
    query([heldByNobody], { credential_sets: [{ options: [['unknown_1']], required: false }] }),
  ),
]

/**
 * What `decoys` adds to a request, plus everything else that its test makes unusual: twelve official cases in one
 * session.
 */
const unusualAll: Preset = {
  id: 'unusual_all',
  kind: 'presentation',
  title: 'All at once that a wallet ignores, in the request and in the response to the presentation',
  expects: 'answer',
  person: onOneDevice,
  body: (facts) => ({
    ...answerPresets.find(({ id }) => id === 'decoys')?.body(facts),
    negative_test: 'unusual_all',
  }),
}

/** More requests that a good wallet answers. */
export const unusualAnswerPresets: readonly Preset[] = [
  ...ourResponses,
  ...severalOrNone,
  ...rightVerifierInfo,
  unusualAll,
]
