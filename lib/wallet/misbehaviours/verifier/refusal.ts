import type { JsonObject } from '../../json'
import { paymentExample } from '../../verifier/request/transaction-data'
import {
  asking,
  claims,
  inError,
  inPresentation,
  inQuery,
  inResponse,
  invalidPresentation,
  invalidRequest,
  misbehaviour,
  pid,
  sendInClear,
  stateMismatch,
} from './builders'
import type { PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

/** Each negative test of the service, and what else a careless wallet's response lacks. */
const careless: readonly (readonly [negativeTest: string, although: string, alsoFails?: string[]])[] = [
  ['wrong_typ', 'the typ of the request is JWT'],
  ['no_typ', 'the request has no typ'],
  ['alg_none', 'the request is not signed'],
  ['self_signed_leaf', 'the certificate of the verifier signs itself'],
  ['root_in_x5c', 'the trust anchor comes along in x5c'],
  ['expired_request', 'the request has expired'],
  ['wrong_aud', 'the request is for another wallet'],
  ['wallet_nonce_wrong', 'the request holds another wallet_nonce'],
  ['client_id_mismatch', 'the request names another client than the link'],
  ['client_id_unknown_prefix', 'the prefix of the client_id is undefined'],
  ['client_id_wrong_hash', 'the client_id is the hash of another certificate'],
  ['client_id_origin_prefix', 'the client_id has the prefix of an origin'],
  ['missing_nonce', 'the request has no nonce'],
  ['bad_nonce_charset', 'the nonce holds a space and a quote'],
  ['redirect_uri_with_direct_post', 'a redirect_uri is beside the response_uri'],
  ['unknown_transaction_type', 'it has no such transaction', ['vp.txn.represented']],
  ['required_unmatchable', 'it lacks a required credential', ['vp.token.no_partial', 'vp.token.sets_satisfied']],
  ['dcql_and_scope', 'a scope is beside the query'],
  ['no_query', 'the request asks for nothing'],
  ['dcql_malformed', 'a path of the query is malformed'],
  ['dcql_no_credentials', 'the query lists no credential'],
  ['no_enc_alg_key', 'the key for the response has no alg'],
  ['no_usable_enc_key', 'it cannot encrypt to any key'],
  ['http_500_on_request', 'the request came with status 500'],
  ['redirect_on_request', 'the fetch of the request was redirected'],
]

/** Negative tests with one malformed member in the query. */
const carelessAboutQueries: typeof careless = [
  ['dcql_credentials_missing', 'the query has no credentials'],
  ['dcql_credentials_not_array', 'the credentials of the query are an object'],
  ['dcql_credential_sets_empty', 'the credential_sets are empty'],
  ['dcql_id_missing', 'a credential query has no id'],
  ['dcql_id_not_string', 'the id of a credential query is a number'],
  ['dcql_id_empty', 'the id of a credential query is empty'],
  ['dcql_id_charset', 'the id of a credential query has a space in it'],
  ['dcql_id_duplicate', 'two credential queries have the same id'],
  ['dcql_format_missing', 'a credential query names no format'],
  ['dcql_multiple_not_boolean', 'the member multiple is a text'],
  ['dcql_meta_missing', 'a credential query has no meta'],
  ['dcql_meta_wrong_format', 'the meta of a credential query is that of another format'],
  ['dcql_binding_not_boolean', 'the member require_cryptographic_holder_binding is a text'],
  ['dcql_options_missing', 'a credential set has no options'],
  ['dcql_options_empty', 'the options of a credential set are empty'],
  ['dcql_options_not_array', 'the options of a credential set are a text'],
  ['dcql_options_unknown_id', 'an option of a credential set names no credential query'],
  ['dcql_ta_empty', 'the trusted_authorities are empty'],
  ['dcql_ta_not_array', 'the trusted_authorities are an object'],
  ['dcql_ta_type_missing', 'a trusted authority has no type'],
  ['dcql_ta_type_not_string', 'the type of a trusted authority is a number'],
  ['dcql_ta_values_missing', 'a trusted authority has no values'],
  ['dcql_ta_values_not_array', 'the values of a trusted authority are a text'],
  ['dcql_ta_value_not_string', 'a value of a trusted authority is a number'],
  ['dcql_ta_value_empty', 'a value of a trusted authority is empty', ['vp.dcql.trusted_authority_aki']],
  ['dcql_claims_empty', 'the claims of a credential query are empty'],
  ['dcql_claims_not_array', 'the claims of a credential query are an object'],
  ['dcql_claim_sets_empty', 'the claim_sets are empty'],
  ['dcql_claim_sets_not_array', 'the claim_sets are a text'],
  ['dcql_claim_sets_without_claims', 'there are claim_sets without claims'],
  ['dcql_claim_id_missing', 'a claim has no id, though there are claim_sets'],
  ['dcql_claim_id_duplicate', 'two claims have the same id'],
  ['dcql_claim_id_empty', 'the id of a claim is empty'],
  ['dcql_claim_id_charset', 'the id of a claim has a space in it'],
  ['dcql_path_missing', 'a claim has no path'],
  ['dcql_path_empty', 'the path of a claim is empty'],
  ['dcql_path_not_array', 'the path of a claim is a text'],
  ['dcql_path_negative', 'the path of a claim has a negative number in it'],
  ['dcql_mdoc_path_length', 'the path into an mdoc has one part'],
  ['dcql_mdoc_path_not_string', 'the path into an mdoc has a number in it'],
]

/** Negative tests with a meaningless scope instead of a query. */
const carelessAboutScopes: typeof careless = [
  ['unknown_scope', 'it does not know the scope'],
  ['malformed_scope', 'the scope has a quote in it'],
  ['empty_scope', 'the scope is empty'],
]

const unauthorised = ['vp.txn.represented']

/** Negative tests of transaction data, which such a wallet never looks at. */
const carelessAboutTransactions: typeof careless = [
  ['txn_type_not_string', 'the type of a transaction is a number'],
  ['txn_credential_ids_not_array', 'the credential_ids of a transaction are a text'],
  ['txn_credential_id_unknown', 'a transaction names a query too many'],
  ['txn_credential_ids_other', 'a transaction names another query'],
  ['txn_unknown_field', 'a transaction has an unknown member', unauthorised],
  ['txn_wrong_field_type', 'a member of a transaction has another type', unauthorised],
  ['txn_value_out_of_range', 'a member of a transaction has no valid value', unauthorised],
  ['txn_missing_field', 'a transaction lacks a member', unauthorised],
]

/** A payment according to TS12, for the credential requested by default. */
const paying: JsonObject = {
  transaction_data: [{ ...paymentExample, credential_ids: ['pid_sd_jwt'] }],
  transaction_required_field: 'payload',
  transaction_out_of_range: { payload: { ...paymentExample.payload, currency: 'euros' } },
}

/** Negative tests of a request's authenticity, link and members. */
const carelessAboutObjects: typeof careless = [
  ['signed_by_other_key', 'another key than that of the certificate signed the request'],
  ['missing_x5c', 'the request carries no certificate'],
  ['incomplete_chain', 'a certificate is missing between the verifier and the trust anchor'],
  ['untrusted_chain', 'nobody knows the root above the certificate of the verifier'],
  ['missing_client_id', 'only the link names the client'],
  ['by_value_under_haip', 'the request is in the link, which HAIP forbids'],
  ['wallet_nonce_missing', 'the request does not return its wallet_nonce'],
  ['bad_request_uri_method', 'the link names the method put', ['vp.negative.no_fetch']],
  ['unsigned_url_params', 'the request in the link is not signed'],
  ['request_uri_http', 'the address of the request is not https'],
  ['no_response_uri', 'the request does not say where to respond'],
  ['response_uri_not_absolute', 'the response_uri has no scheme'],
  ['client_metadata_string', 'the client_metadata is a text'],
  ['no_enc_jwks', 'it has no key to encrypt to'],
  ['bad_state_charset', 'the state holds a space and a quote'],
]

/** Negative tests without a MUST to refuse, so that the response is accepted. */
const carelessAboutAdvice: typeof careless = [
  ['alg_rs384', 'an RSA key signed the request'],
  ['alg_eddsa', 'an Ed25519 key signed the request'],
  ['san_dns_under_haip', 'HAIP knows no client by its host'],
  ['wrong_request_content_type', 'the media type is not that of a request'],
  ['no_state_unbound', 'a request without state asks for no proof of holder binding'],
  ['dcql_ta_undefined_object', 'a trusted authority has only undefined members'],
  ['dcql_ta_type_unknown', 'the type of a trusted authority is not defined'],
  ['verifier_info_unbound', 'the proof of an attestation about the verifier is for no request'],
  ['verifier_info_bad_proof', 'the proof of an attestation about the verifier does not verify'],
]

const refused = { status: 400, error: 'request_should_have_been_rejected' } as const

const presentsAlthough = (
  id: string,
  negativeTest: string,
  although: string,
  {
    alsoFails,
    expected = refused,
    members,
    profile = {},
  }: {
    alsoFails?: string[]
    expected?: typeof refused | 'accepted'
    members?: JsonObject
    profile?: PresentationNeeds['profile']
  } = {},
) =>
  misbehaviour(id, `Presents although ${although}`, expected, {
    needs: {
      sessionOptions: { negative_test: negativeTest, ...members },
      profile: { verification: 'none', ...profile },
    },
    byProfile: 'response',
    ...(alsoFails === undefined ? {} : { alsoFails }),
  })

/** Reactions to deliberately wrong or unusual requests. */
export const refusalMisbehaviours: PresentationMisbehaviour[] = [
  presentsAlthough('vp.negative.rejected', 'bad_signature', 'the signature of the request is wrong'),
  ...[...careless, ...carelessAboutScopes, ...carelessAboutQueries, ...carelessAboutObjects].map(
    ([negativeTest, although, alsoFails]) =>
      presentsAlthough(
        `vp.negative.rejected~${negativeTest}`,
        negativeTest,
        although,
        alsoFails === undefined ? {} : { alsoFails },
      ),
  ),
  ...carelessAboutTransactions.map(([negativeTest, although, alsoFails]) =>
    presentsAlthough(`vp.negative.rejected~${negativeTest}`, negativeTest, although, {
      members: paying,
      ...(alsoFails === undefined ? {} : { alsoFails }),
    }),
  ),
  ...carelessAboutAdvice.map(([negativeTest, although]) =>
    presentsAlthough(`vp.negative.rejected~${negativeTest}`, negativeTest, although, { expected: 'accepted' }),
  ),
  inQuery(
    'vp.negative.rejected~unknown_claim',
    'Presents although the request asks for a claim that it lacks',
    refused,
    ({ credentials }) => {
      for (const query of credentials)
        query.claims = query.claims?.filter(({ path }) => !String(path.at(-1)).startsWith('no_such_')) ?? null
    },
    {
      needs: {
        sessionOptions: {
          ...asking(pid(claims(['family_name'], ['no_such_claim']))).sessionOptions,
          expect: 'refusal',
        },
      },
      alsoFails: ['vp.dcql.claims_present'],
    },
  ),
  presentsAlthough(
    'vp.negative.rejected~request_not_encrypted',
    'request_not_encrypted',
    'the request is not encrypted as it asked',
    { expected: 'accepted', profile: { walletMetadata: 'encrypted' } },
  ),
  misbehaviour(
    'vp.negative.no_fetch',
    'Fetches the request whose link names the method put, and declines it',
    'accepted',
    {
      needs: {
        sessionOptions: { negative_test: 'bad_request_uri_method' },
        profile: { verification: 'none', consent: 'denied' },
      },
      byProfile: 'response',
      alsoFails: ['vp.error.fits'],
    },
  ),
  misbehaviour('vp.negative.still_answers', 'Declines a request because it has no state', 'accepted', {
    needs: { sessionOptions: { negative_test: 'no_state' }, profile: { consent: 'denied' } },
    byProfile: 'response',
  }),
  misbehaviour(
    'vp.negative.params_of_object',
    'Takes the nonce from the link, not from the request',
    invalidPresentation,
    {
      needs: { sessionOptions: { negative_test: 'conflicting_url_params' } },
      patchFacts: {
        at: 'response',
        change: ({ request, link }) => {
          const nonce = link?.parameters.nonce
          if (request !== null && nonce !== undefined) request.nonce = nonce
        },
      },
      alsoFails: ['vp.kb.nonce'],
      decidedBy: 'vp.kb.nonce',
    },
  ),
  misbehaviour(
    'vp.negative.params_of_object~state',
    'Takes the state from the link, not from the request',
    stateMismatch,
    {
      needs: { sessionOptions: { negative_test: 'conflicting_url_params' } },
      patchFacts: {
        at: 'response',
        change: ({ replyTo, link }) => {
          if (replyTo !== null) replyTo.state = link?.parameters.state ?? null
        },
      },
      alsoFails: ['vp.response.state_matches'],
      decidedBy: 'vp.response.state_matches',
    },
  ),
  inPresentation(
    'vp.min.fewer_than_held',
    'Shows what it always shows, though less is asked for',
    'accepted',
    (draft) => draft.disclosures.splice(0, draft.disclosures.length, ...draft.held),
    {
      needs: { sessionOptions: { negative_test: 'drop_last_claim' } },
      alsoFails: ['vp.min.only_requested_sdjwt'],
      patchDocument: {
        at: 'response',
        change: ({ nameSpaces, held }) => {
          for (const [name, items] of held) nameSpaces.set(name, [...items])
        },
      },
    },
  ),
  misbehaviour(
    'vp.request.no_redirect_follow',
    'Follows a redirect to fetch the request object elsewhere',
    { status: 404 },
    {
      needs: { sessionOptions: { negative_test: 'redirect_on_request' } },
      ends: 'refused_by_verifier',
      followsRedirect: 'request_object',
      alsoFails: ['vp.negative.rejected', 'vp.transport.served'],
    },
  ),
  misbehaviour(
    'vp.response.no_redirect_follow',
    'Follows a redirect and sends the response elsewhere too',
    { status: 404 },
    {
      needs: { sessionOptions: { negative_test: 'redirect_on_response' } },
      ends: 'refused_by_verifier',
      followsRedirect: 'response',
      alsoFails: ['vp.negative.still_answers', 'vp.transport.served'],
    },
  ),
]

/** Error responses: the wallet says why there is no presentation (OID4VP-1FINAL-8.5, RFC6749-4.1.2.1). */
export const errorMisbehaviours: PresentationMisbehaviour[] = [
  inError('vp.error.code_known', 'Declines with an error code of its own', (response) => {
    response.error = 'user_in_bad_mood'
  }),
  inError(
    'vp.error.charset',
    'Declines with an error code in characters that are not allowed',
    (response) => {
      response.error = 'access"denied'
    },
    { alsoFails: ['vp.error.code_known'] },
  ),
  inError('vp.error.description_charset', 'Declines in words with characters that are not allowed', (response) => {
    response.error_description = 'The user said \\"no\\"'
  }),
  inError('vp.error.uri', 'Declines with an error_uri that is none', (response) => {
    response.error_uri = 'see the manual, page 7'
  }),
  inError('vp.error.state', 'Declines without the state', (response) => {
    delete response.state
  }),
  {
    ...inError('vp.error.state~other', 'Declines with another state', (response) => {
      response.state = `${response.state}-of-another-request`
    }),
    expect: stateMismatch,
  },
  inResponse('vp.error.exclusive', 'Declines and sends a vp_token nevertheless', invalidRequest, (response) => {
    response.error = 'access_denied'
  }),
  misbehaviour('vp.error.response_mode', 'Declines in the clear although it could encrypt', 'accepted', {
    needs: { profile: { consent: 'denied' } },
    patchFacts: { at: 'response', change: sendInClear },
  }),
  inError('vp.error.no_details', 'Declines and says what is in the credential', (response) => {
    response.error_description = 'family_name=Lindqvist does not match at select (/wallet/dcql.ts:12:7)'
  }),
  inError('vp.error.fits', 'Says that transaction data are wrong when there are none', (response) => {
    response.error = 'invalid_transaction_data'
  }),
  misbehaviour(
    'vp.error.repeat',
    'Declines again with another reason, once the first time was refused for its state',
    stateMismatch,
    {
      needs: { profile: { consent: 'denied' } },
      ends: 'declined',
      repeat: { step: 'response', after: 'refused' },
      alsoFails: ['vp.error.state'],
      decidedBy: 'vp.error.state',
      patchResponse: {
        at: 'response',
        change: (response, { attempt }) => {
          if (attempt > 1) response.error = 'server_error'
          else response.state = `${response.state}-of-another-request`
        },
      },
    },
  ),
]
