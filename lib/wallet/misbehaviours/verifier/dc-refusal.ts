import type { JsonObject } from '../../json'
import type { BrowserProtocol } from '../../verifier/dc-api/digital-request'
import { misbehaviour } from './builders'
import { throughBrowser } from './dc-api'
import { pidMdoc } from './mdoc-builders'
import type { PresentationMisbehaviour } from './misbehaviour'

/** A refusal test of requests that a browser carries, and what its careless wallet is like. */
interface Careless {
  readonly test: string
  readonly although: string
  readonly protocol?: BrowserProtocol
  /** No MUST obliges a wallet to refuse, so its response is accepted. */
  readonly isAdvisory?: true
  readonly members?: JsonObject
  readonly responseMode?: 'direct_post'
  readonly alsoFails?: string[]
}

const mdocQuery: JsonObject = { dcql_query: { credentials: [pidMdoc(['family_name', 'given_name', 'birth_date'])] } }

const careless: readonly Careless[] = [
  { test: 'dc_wrong_expected_origins', although: 'the request is for the page of another verifier' },
  { test: 'dc_empty_expected_origins', although: 'the request is for no page' },
  { test: 'dc_no_expected_origins', although: 'the request does not say for which page it is', isAdvisory: true },
  { test: 'dc_origin_not_normalised', although: 'the request writes the origin of its page in another way' },
  { test: 'dc_no_client_id', although: 'the signed request has no client_id', isAdvisory: true },
  { test: 'dc_mode_direct_post', although: 'the request wants its response at an address' },
  {
    test: 'dc_mode_plain',
    although: 'the response is not to be encrypted, as HAIP demands',
    isAdvisory: true,
    responseMode: 'direct_post',
  },
  {
    test: 'dc_request_uri',
    although: 'the request is nothing but an address',
    // It knows neither nonce nor query nor key, and guesses them.
    alsoFails: [
      ...['vp.kb.nonce', 'vp.response.encrypted', 'vp.token.ids_known', 'vp.token.no_partial'],
      'vp.token.sets_satisfied',
    ],
  },
  {
    test: 'dc_protocol_mismatch',
    although: 'a signed request comes as an unsigned one',
    protocol: 'openid4vp-v1-unsigned',
    isAdvisory: true,
  },
  {
    test: 'dc_multisigned_all_bad',
    although: 'every signature of the request is wrong',
    protocol: 'openid4vp-v1-multisigned',
    isAdvisory: true,
  },
  {
    test: 'dc_multisigned_client_in_payload',
    although: 'the client_id stands in the payload of the request',
    protocol: 'openid4vp-v1-multisigned',
    isAdvisory: true,
  },
  {
    test: 'dc_annexc_bad_reader_auth',
    although: 'the signature of the reader is wrong',
    protocol: 'org-iso-mdoc',
    isAdvisory: true,
    members: mdocQuery,
  },
]

/** What a wallet does with a request through a browser that is deliberately wrong (OID4VP-1FINALA-A.2). */
export const dcRefusalMisbehaviours: PresentationMisbehaviour[] = careless.map(
  ({ test, although, protocol = 'openid4vp-v1-signed', isAdvisory = false, members, responseMode, alsoFails }) =>
    misbehaviour(
      `vp.negative.rejected~${test}`,
      `Presents although ${although}`,
      isAdvisory ? 'accepted' : { status: 400, error: 'request_should_have_been_rejected' },
      {
        needs: throughBrowser([protocol], {
          sessionOptions: { negative_test: test, ...members },
          profile: { verification: 'none' },
          ...(responseMode === undefined ? {} : { responseMode }),
        }),
        byProfile: 'response',
        ...(alsoFails === undefined ? {} : { alsoFails }),
      },
    ),
)
