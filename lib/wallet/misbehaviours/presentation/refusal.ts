import { fault, inPresentation } from './faults'
import type { PresentationMisbehaviour } from './misbehaviour'

/** What each refusal test of the service makes wrong, and what such a wallet's answer lacks beside. */
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
  ['no_enc_alg_key', 'the key for the answer has no alg'],
  ['no_usable_enc_key', 'it cannot encrypt to any key', ['vp.response.encrypted']],
  ['http_500_on_request', 'the request came with status 500'],
  ['redirect_on_request', 'the fetch of the request was redirected'],
]

const presentsAlthough = (id: string, negativeTest: string, although: string, alsoFails?: string[]) =>
  fault(
    id,
    `Presents although ${although}`,
    { status: 400, error: 'request_should_have_been_rejected' },
    {
      needs: { sessionOptions: { negative_test: negativeTest }, profile: { verification: 'none' } },
      byProfile: 'response',
      ...(alsoFails === undefined ? {} : { alsoFails }),
    },
  )

/** What a wallet does with a request that is deliberately wrong or unusual. */
export const refusalMisbehaviours: PresentationMisbehaviour[] = [
  presentsAlthough('vp.negative.rejected', 'bad_signature', 'the signature of the request is wrong'),
  ...careless.map(([negativeTest, although, alsoFails]) =>
    presentsAlthough(`vp.negative.rejected~${negativeTest}`, negativeTest, although, alsoFails),
  ),
  fault('vp.negative.still_answers', 'Declines a request because it has no state', 'accepted', {
    needs: { sessionOptions: { negative_test: 'no_state' }, profile: { consent: 'denied' } },
    byProfile: 'response',
  }),
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
  fault(
    'vp.request.no_redirect_follow',
    'Follows a redirect to fetch the request object elsewhere',
    { status: 404 },
    {
      needs: { sessionOptions: { negative_test: 'redirect_on_request' } },
      ends: 'refused_by_verifier',
      followsRedirect: 'request_object',
      alsoFails: ['vp.negative.rejected'],
    },
  ),
  fault(
    'vp.response.no_redirect_follow',
    'Follows a redirect and sends the answer elsewhere too',
    { status: 404 },
    {
      needs: { sessionOptions: { negative_test: 'redirect_on_response' } },
      ends: 'refused_by_verifier',
      followsRedirect: 'response',
      alsoFails: ['vp.negative.still_answers'],
    },
  ),
]
