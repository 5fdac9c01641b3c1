import type { JsonObject } from '../../shared/values/json'
import { malformedQueries, verifierDeviation } from '../../verifier/deviations'
import { scopeDeviations } from '../../verifier/deviations/query'
import { trustDeviations } from '../../verifier/deviations/trust'
import { asHeading, fixed, type Preset } from './preset'
import { claim, element, foreignKeyIdentifier, heldByNobody, mdocPid, query, sdJwtPid } from './queries'
import { unconfirmedTransactions } from './transactions'

const refusal = fixed('presentation', 'refusal', { profile: 'haip' })

const familyName = claim(['family_name'])

const unknownClaim = claim(['no_such_claim'])

/** A valid request that this wallet must not answer. */
const unanswerable = (id: string, title: string, body: JsonObject, person?: string): Preset =>
  refusal(id, title, { expect: 'refusal', ...body }, person)

/** A valid request whose user stops the wallet. */
const byUser = (id: string, title: string, person: string): Preset => ({
  ...unanswerable(id, title, {}, person),
  userStops: true,
})

/** A path that does not exist in the PID as SD-JWT VC. OID4VP-1FINAL-7.1.1 */
const nowhere = (id: string, title: string, ...path: (string | number | null)[]): Preset =>
  unanswerable(id, title, query([sdJwtPid([claim(path)])]))

/** A deliberately wrong request from the registry of negative tests. */
const wrong = (test: string, members: JsonObject = {}, id = test, person?: string): Preset =>
  refusal(id, asHeading(verifierDeviation(test)?.title ?? test), { negative_test: test, ...members }, person)

/** One preset per query with a malformed member. Paths into an mdoc need an mdoc query. */
const malformedQueryPresets: readonly Preset[] = malformedQueries.map(({ id }) =>
  wrong(id, id.startsWith('dcql_mdoc_') ? query([mdocPid([element('family_name')])]) : {}),
)

/** One preset per scope without a query. HAIP uses queries only. */
const scopePresets: readonly Preset[] = scopeDeviations.map(({ id, title }) =>
  fixed('presentation', 'refusal', { profile: 'openid4vp' })(id, asHeading(title), { negative_test: id }),
)

/** One preset per defect in the trust in the verifier. */
export const trustPresets: readonly Preset[] = trustDeviations.map(({ id, title }) =>
  refusal(id, asHeading(title), {
    negative_test: id,
    ...(id === 'registration_over_asking' ? query([sdJwtPid([familyName, claim(['given_name'])])]) : {}),
  }),
)

/** Requests that a good wallet refuses: those that it cannot answer, and those that are wrong. */
export const refusalPresets: readonly Preset[] = [
  wrong('required_unmatchable'),
  unanswerable(
    'value_differs',
    'A claim with a value that the PID does not have',
    query([sdJwtPid([claim(['family_name'], { values: ['Nobody'] }), claim(['given_name'])])]),
  ),
  wrong('dcql_malformed'),
  wrong('no_vp_formats'),
  unanswerable(
    'trusted_authority_miss',
    'A credential from an issuer with an unknown key identifier',
    query([sdJwtPid([familyName], { trusted_authorities: [{ type: 'aki', values: [foreignKeyIdentifier] }] })]),
  ),
  unanswerable(
    'unknown_claim',
    'One claim that the PID has and one that it lacks',
    query([sdJwtPid([familyName, unknownClaim])]),
  ),
  unanswerable(
    'set_unsatisfied',
    'A required credential set of one that is held and one that is not',
    query([sdJwtPid([familyName]), heldByNobody], {
      credential_sets: [{ options: [['pid_sd-jwt-1', 'unknown_1']], required: true }],
    }),
  ),
  wrong('dcql_no_credentials'),
  unanswerable(
    'no_claim_set_fits',
    'Two sets of claims, neither of which can be satisfied',
    query([
      sdJwtPid([claim(['family_name'], { id: 'a' }), claim(['no_such_claim'], { id: 'x' })], {
        claim_sets: [['x'], ['a', 'x']],
      }),
    ]),
  ),
  unanswerable('other_format', 'A credential format that HAIP does not know', {
    allow_nonconforming_request: true,
    ...query([{ id: 'ldp', format: 'ldp_vc', meta: { type_values: [['IDCredential']] } }]),
  }),
  byUser('user_denies', 'A good request that the user declines', 'Decline the request in the wallet.'),
  byUser(
    'user_fails_pin',
    'A good request whose user fails to authenticate',
    'Enter a wrong PIN, until the wallet gives up.',
  ),
  ...unconfirmedTransactions,
  nowhere('path_reversed', 'A path in the wrong order', 'locality', 'address'),
  nowhere('path_string_on_string', 'A path that continues below a string', 'family_name', 'first'),
  nowhere('path_null_on_object', 'A path that treats an object as a list', 'address', null, 'locality'),
  nowhere('path_index_on_string', 'A path that treats a string as a list', 'address', 'locality', 0),
  nowhere('path_selects_nothing', 'A path to a member that is not there', 'address', 'no_such_member'),
  unanswerable(
    'mdoc_unknown_namespace',
    'An element of a namespace that the mdoc lacks',
    query([mdocPid([claim(['org.example.none', 'family_name'])])]),
  ),
  unanswerable(
    'mdoc_unknown_element',
    'An element that the mdoc lacks',
    query([mdocPid([element('no_such_element')])]),
  ),
  wrong('unknown_transaction_type'),
  wrong('no_enc_alg_key'),
  wrong('redirect_uri_with_direct_post'),
  wrong(
    'wallet_nonce_wrong',
    { request_uri_method: 'post' },
    undefined,
    'Only a wallet that sends a wallet_nonce can show this.',
  ),
  wrong('dcql_and_scope'),
  wrong(
    'wrong_aud',
    { request_uri_method: 'post' },
    'wrong_aud_by_post',
    'Only a wallet that names its issuer in wallet_metadata can show this.',
  ),
  wrong('wrong_aud'),
  wrong('http_500_on_request', { request_uri_method: 'post' }),
  refusal('id_token_under_haip', 'A response type that HAIP does not allow: vp_token id_token', {
    response_type: 'vp_token id_token',
  }),
  refusal('code_under_haip', 'A response type that HAIP does not allow: code', { response_type: 'code' }),
  ...[
    'client_id_wrong_hash',
    'client_id_origin_prefix',
    'no_typ',
    'wrong_typ',
    'client_id_mismatch',
    'no_query',
    'client_id_unknown_prefix',
    'root_in_x5c',
    'self_signed_leaf',
    'bad_signature',
    'missing_nonce',
    'bad_nonce_charset',
    'redirect_on_request',
    'expired_request',
    'alg_none',
    'no_usable_enc_key',
  ].map((test) => wrong(test)),
  ...malformedQueryPresets,
  ...scopePresets,
]

/** A campaign under another framework leaves these to the test root. */
const ofTestRoot = { trust_framework: 'test_root' } as const

const posted = { request_uri_method: 'post' } as const

const byValue = { request_delivery: 'by_value' } as const

const onlyWithNonce = 'Only a wallet that sends a wallet_nonce can show this.'

const onlyWithKey = 'Only a wallet that asks for an encrypted request can show this.'

const wrongRequest = (test: string, members: JsonObject = {}, person?: string): Preset =>
  refusal(test, asHeading(verifierDeviation(test)?.title ?? test), { negative_test: test, ...members }, person)

/** Requests with a wrong signer, link or member, one per official European case. */
export const wrongRequestPresets: readonly Preset[] = [
  wrongRequest('no_response_uri'),
  wrongRequest('response_uri_not_absolute'),
  wrongRequest('by_value_under_haip', byValue),
  wrongRequest('client_metadata_string'),
  wrongRequest('signed_by_other_key'),
  wrongRequest('request_not_encrypted', posted, onlyWithKey),
  wrongRequest('wallet_nonce_missing', posted, onlyWithNonce),
  wrongRequest('missing_client_id'),
  wrongRequest('bad_state_charset'),
  wrongRequest('no_state_unbound'),
  { ...wrongRequest('request_uri_http', posted), needsHttps: true },
  wrongRequest('wrong_request_content_type', posted),
  wrongRequest('unsigned_url_params'),
  wrongRequest('bad_request_uri_method'),
  wrongRequest('alg_rs384', ofTestRoot),
  wrongRequest('missing_x5c'),
  wrongRequest('incomplete_chain', ofTestRoot),
  wrongRequest('untrusted_chain', ofTestRoot),
  { ...wrongRequest('san_dns_under_haip', ofTestRoot), needsHostName: true },
  wrongRequest('no_enc_jwks'),
]
