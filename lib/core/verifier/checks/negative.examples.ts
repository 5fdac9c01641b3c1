import { type ExamplesById, neverViolated } from '../../engine/checks/examples'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { PresentationSession } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import { verifierDeviations } from '../deviations'
import { valueInLink } from '../deviations/delivery'
import type { VerifierDeviation } from '../deviations/verifier-deviation'
import type { ResponseReading } from '../read/response/response-reading'
import {
  closedResponse,
  emptyResponse,
  errorResponse,
  garbledResponse,
  goodResponse,
  history,
  jwe,
  jweHeader,
  plainResponse,
  withState,
} from './fixtures/response'
import { answerExchange, event, evidence, fetched, now, session } from './fixtures/verifier-evidence'

const testing = (negative_test: string, expect: 'answer' | 'refusal' = 'refusal'): PresentationSession =>
  session({ options: { ...session().options, negative_test, expect } })
const inBrowser = session({
  options: { ...session().options, negative_test: 'dc_state', expect: 'answer', presentation_channel: 'dc_api' },
})
const changed = session({
  options: {
    ...session().options,
    mutations: [{ target: 'request_object', op: 'remove', path: '/nonce' }],
    expect: 'answer',
  },
})
const refusing = { session: testing('bad_signature') }
const nonceTest = { session: testing('wallet_nonce_wrong') }

const toRefuse = verifierDeviations.filter(({ expects }) => expects === 'refusal')

/** A presentation for this request in each channel, of a wallet whose provider decided to refuse. */
const answeredInEach = ({ id, channels }: VerifierDeviation): ResponseReading[] =>
  channels.map((channel) => {
    const { options } = testing(id)
    const ofChannel = channel === 'dc_api' ? { presentation_channel: channel } : {}
    return history(
      { walletNonceSent: true, walletKeySent: true },
      { session: session({ options: { ...options, ...ofChannel, wallet_policy: 'refuse' } }) },
    )
  })

export const negativeExamples: ExamplesById<ResponseReading> = {
  'vp.negative.rejected': {
    pass: [errorResponse({}, refusing)],
    violated: [
      { ...goodResponse, ...refusing },
      { ...closedResponse, jwe: closedResponse.jwe && { ...closedResponse.jwe, forTester: true }, ...refusing },
      errorResponse({ beside: ['vp_token'] }, refusing),
      errorResponse(
        { beside: ['id_token'] },
        { session: session({ options: { ...session().options, expect: 'refusal' } }) },
      ),
      history({ walletNonceSent: true }, nonceTest),
      history({ walletKeySent: true }, { session: testing('request_not_encrypted') }),
      ...(['pid_key', 'transaction_data', 'key_authorizations', 'type_metadata'] as const).map((expect_because) => ({
        ...goodResponse,
        session: session({ options: { ...session().options, expect: 'refusal', expect_because } }),
      })),
      { ...goodResponse, session: testing('alg_rs384') },
      { ...goodResponse, session: testing('alg_eddsa') },
      { ...goodResponse, session: testing('dcql_ta_type_unknown') },
      ...toRefuse
        .filter(({ advisory, changes }) => advisory !== true || changes.trust === undefined)
        .flatMap(answeredInEach),
    ],
    notApplicable: [
      goodResponse,
      { ...emptyResponse, ...refusing },
      { ...garbledResponse, ...refusing },
      history({ walletNonceSent: false }, nonceTest),
      history({ walletKeySent: false }, { session: testing('request_not_encrypted') }),
      history({ announcedAlgorithms: ['RS384'] }, { session: testing('alg_rs384') }),
      history({ announcedAlgorithms: ['EdDSA'] }, { session: testing('alg_eddsa') }),
    ],
  },
}

const noState = { session: testing('no_state', 'answer') }
const stateless = withState({ expected: null, present: false, matches: false }, noState)
const under = (test: string, reading: ResponseReading): ResponseReading => ({
  ...reading,
  session: testing(test, 'answer'),
})

/** A presentation whose key binding has the link's nonce. */
const withLinkNonce: ResponseReading = {
  ...goodResponse,
  presentations: goodResponse.presentations.map((one) =>
    one.reading.format === 'dc+sd-jwt' && one.reading.kbJwt.present
      ? {
          ...one,
          reading: {
            ...one.reading,
            kbJwt: {
              ...one.reading.kbJwt,
              nonce: { ...one.reading.kbJwt.nonce, value: valueInLink(session().request, 'nonce') },
            },
          },
        }
      : one,
  ),
}

/** Findings on responses that occur only with deliberately unusual requests. */
export const unusualAnswerExamples: ExamplesById<ResponseReading> = {
  'vp.negative.params_of_object': {
    pass: [under('conflicting_url_params', goodResponse)],
    violated: [
      under('conflicting_url_params', {
        ...goodResponse,
        parameters: { ...goodResponse.parameters, state: valueInLink(session().request, 'state') },
      }),
      under('conflicting_url_params', { ...goodResponse, jwe: null }),
      under('conflicting_url_params', withLinkNonce),
    ],
    notApplicable: [
      goodResponse,
      under('conflicting_url_params', emptyResponse),
      under('conflicting_url_params', errorResponse()),
    ],
  },
  'vp.response.state_absent': {
    pass: [stateless],
    violated: [withState({ expected: null, present: true, matches: false }, noState)],
    notApplicable: [goodResponse, { ...emptyResponse, state: stateless.state }],
  },
  'vp.jwe.ignores_unusable_key': {
    pass: [under('unusable_enc_key', goodResponse)],
    violated: [under('unusable_enc_key', jweHeader({ kid: 'unusable' }))],
    notApplicable: [goodResponse, under('unusable_enc_key', plainResponse)],
  },
  'vp.jwe.key_without_use': {
    pass: [under('enc_key_without_use', goodResponse)],
    violated: [under('enc_key_without_use', jwe({ openedWith: null }))],
    notApplicable: [goodResponse, under('enc_key_without_use', plainResponse)],
  },
  'vp.jwe.default_enc': {
    pass: [under('no_enc_values', jweHeader({ enc: 'A128GCM' }))],
    violated: [under('no_enc_values', goodResponse)],
    notApplicable: [goodResponse, under('no_enc_values', plainResponse)],
  },
}

const flow = (of: PresentationSession, second: number, ...events: PresentationEvidence['events']) =>
  evidence({ session: of, events, now: addSeconds(now, second - 60) })
const presented = (presentation_valid: boolean, ...errors: string[]) =>
  event(30, 'vp_presentation_response_received', { presentation_valid, consumed: true, errors })
const sealed = event(30, 'vp_presentation_response_received', {
  presentation_valid: null,
  consumed: true,
  cannot_be_decrypted: true,
})
const declined = event(30, 'vp_wallet_error_received', { error: 'invalid_request', consumed: true })
const unusual = testing('no_state', 'answer')
const inLink = testing('client_id_unknown_prefix')
const unknownMethod = testing('bad_request_uri_method')
const reported = event(30, 'vp_refusal_reported', { shown: 'error' })

/** A wallet that answered, was redirected, and also called the URL in Location. */
const followedOn = flow(
  testing('redirect_on_response', 'answer'),
  40,
  fetched(),
  presented(true),
  { ...fetched(31), type: 'answer_altered', detail: { alteration: 'negative_test.redirect_on_response' } },
  {
    ...fetched(32),
    type: 'unexpected_request',
    detail: { path: `/openid4vp/sessions/${session().sessionId}/response/elsewhere` },
  },
)

export const negativeFlowExamples: ExamplesById<PresentationEvidence> = {
  'vp.negative.still_answers': {
    pass: [flow(unusual, 40, fetched(), presented(true)), flow(unusual, 40, fetched(), sealed)],
    violated: [
      flow(unusual, 40, fetched(), declined),
      flow(unusual, 700, fetched()),
      followedOn,
      flow(testing('dc_multisigned_one_bad', 'answer'), 40, declined),
      flow(changed, 40, fetched(), declined),
      flow(changed, 700, fetched()),
    ],
    notApplicable: [
      flow(unusual, 40, fetched(), presented(false, 'vp.kb.nonce')),
      flow(unusual, 40, fetched(), presented(false)),
      evidence(),
      flow(testing('bad_signature'), 40, fetched(), declined),
      flow(unusual, 40, fetched()),
      flow(unusual, 700),
      flow(inBrowser, 700, event(5, 'vp_dc_api_request_delivered'), event(8, 'vp_dc_api_started')),
    ],
  },
  'vp.negative.fetch_behaviour': {
    pass: [flow(inLink, 40, fetched(), declined), flow(inLink, 40, reported)],
    violated: neverViolated,
    notApplicable: [evidence(), flow(inLink, 10), flow(testing('bad_signature'), 40, fetched(), declined)],
  },
  'vp.negative.no_fetch': {
    pass: [flow(unknownMethod, 40, reported)],
    violated: [flow(unknownMethod, 40, fetched(), declined)],
    notApplicable: [evidence(), flow(unknownMethod, 10), flow(inLink, 40, fetched(), declined)],
  },
}

const redirected = (side: 'request' | 'response', ...paths: string[]): PresentationEvidence => {
  const altered = {
    ...fetched(10),
    type: 'answer_altered',
    detail: { alteration: `negative_test.redirect_on_${side}` },
  } as const
  const visits = paths.map((path) => ({
    ...answerExchange(11),
    path: `/openid4vp/sessions/${session().sessionId}/${path}`,
  }))
  return evidence({ events: [fetched(), altered], exchanges: visits })
}

export const redirectedExamples: ExamplesById<PresentationEvidence> = {
  'vp.request.no_redirect_follow': {
    pass: [redirected('request'), redirected('request', 'request')],
    violated: [redirected('request', 'request/elsewhere')],
    notApplicable: [evidence(), redirected('response', 'request/elsewhere')],
  },
  'vp.response.no_redirect_follow': {
    pass: [redirected('response'), redirected('response', 'response')],
    violated: [redirected('response', 'response/elsewhere')],
    notApplicable: [evidence()],
  },
}

const lists = ['access-certificate-providers', 'registration-certificate-providers'].map((name) =>
  event(6, 'vp_trust_resource_read', {
    resource: 'list',
    name,
    by: 'wallet',
    earlier_valid: false,
    earlier_sequence: 2,
    sequence: 1,
  }),
)

/** Sessions whose request a wallet should have refused, and did not: no response alone decides that. */
export const notRefused: readonly PresentationEvidence[] = [
  flow(testing('bad_signature'), 70, fetched(), event(40, 'vp_refusal_reported', { shown: 'went_on' })),
  flow(testing('bad_signature'), 70, fetched(), declined, event(40, 'vp_response_replayed', { presented: true })),
  flow(
    testing('redirect_on_request'),
    70,
    { ...fetched(10), type: 'answer_altered', detail: { alteration: 'negative_test.redirect_on_request' } },
    {
      ...fetched(11),
      type: 'unexpected_request',
      detail: { path: `/openid4vp/sessions/${session().sessionId}/request/elsewhere` },
    },
  ),
  ...toRefuse
    .filter(({ advisory, changes }) => advisory !== undefined && changes.trust !== undefined)
    .map(({ id }) =>
      flow(
        testing(id),
        70,
        fetched(),
        ...lists,
        event(30, 'vp_presentation_response_received', { vp_token_observed: true, consumed: true }),
      ),
    ),
]
