import { alwaysJudged, type ExamplesById, neverViolated } from '../../engine/checks/examples'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { addSeconds } from '../../shared/time/time'
import type { ResponseReading } from '../read/response/response-reading'
import type { StateAtSharedAddress } from '../read/response/state-at-shared-address'
import { browserResponse } from './fixtures/browser-response'
import {
  asking,
  clearResponse,
  closedResponse,
  codeResponse,
  emptyResponse,
  errorResponse,
  goodResponse,
  history,
  jwe,
  parameters,
  plainResponse,
  response,
  transport,
  withState,
} from './fixtures/response'
import { answerExchange, event, evidence, fetched, now } from './fixtures/verifier-evidence'

const sentIss = parameters({ iss: 'https://wallet.example' })
const fromWallet = (walletIssuer: string) => history({ walletIssuer }).history
const noState = withState({ expected: null, present: false, matches: false })
const absentState = withState({ present: false, matches: false })
const otherState = withState({ matches: false })

/** An unencrypted response to a request that deliberately has no key. */
const withoutKey = {
  ...clearResponse,
  session: { ...clearResponse.session, options: { ...clearResponse.session.options, negative_test: 'no_enc_jwks' } },
}

/** A compact JWE, as far as its form tells. */
const jweText = 'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSJ9..AAAA.AAAA.AAAA'

export const sharedAddressExamples: ExamplesById<StateAtSharedAddress> = {
  'vp.response.state_at_shared_address': {
    pass: ['right'],
    violated: ['absent', 'in_url', { name: 'State' }, 'not_bare', 'encoded', 'nonce_for_state', 'unknown_state'],
    notApplicable: alwaysJudged,
  },
}

export const responseGateExamples: ExamplesById<ResponseReading> = {
  'vp.response.single_use': {
    pass: [goodResponse, history({ attempts: 1 })],
    violated: [history({ consumedAt: addSeconds(now, -10) })],
    notApplicable: alwaysJudged,
  },
  'vp.response.in_time': {
    pass: [goodResponse],
    violated: [history({ expired: true }, { now: addSeconds(now, 600) })],
    notApplicable: alwaysJudged,
  },
}

export const responseTransportExamples: ExamplesById<ResponseReading> = {
  'vp.response.content_type': {
    pass: [goodResponse, plainResponse],
    violated: [
      transport({ urlencoded: false, mediaType: 'application/json' }),
      transport({ urlencoded: false, mediaType: 'multipart/form-data' }),
      transport({ urlencoded: false, mediaType: null }),
      transport({ members: ['{"response":"x"}'] }),
      transport({ members: [jweText] }),
    ],
    notApplicable: alwaysJudged,
  },
  'vp.response.utf8': {
    pass: [goodResponse],
    violated: [transport({ utf8: false })],
    notApplicable: [emptyResponse],
  },
  'vp.response.query_empty': {
    pass: [goodResponse],
    violated: [transport({ query: 'state=a' })],
    notApplicable: alwaysJudged,
  },
  'vp.response.params_unique': {
    pass: [goodResponse],
    violated: [transport({ duplicates: ['response'] })],
    notApplicable: [emptyResponse],
  },
  'vp.response.params_known': {
    pass: [goodResponse, plainResponse, errorResponse(), codeResponse, closedResponse],
    violated: [
      parameters({ names: ['vp_token', 'state', 'device'] }),
      response({ ...emptyResponse, transport: { ...emptyResponse.transport, members: ['token'] } }),
    ],
    notApplicable: [emptyResponse],
  },
  'vp.response.no_presentation_submission': {
    pass: [goodResponse, plainResponse],
    violated: [parameters({ presentationSubmission: { id: 'one' } })],
    notApplicable: [errorResponse(), emptyResponse, closedResponse],
  },
  'vp.response.encrypted': {
    pass: [goodResponse, closedResponse, errorResponse()],
    violated: [
      clearResponse,
      { ...clearResponse, transport: { ...clearResponse.transport, jweUnder: 'vp_token' } },
      browserResponse({}, { jwe: null }),
    ],
    notApplicable: [plainResponse, emptyResponse, errorResponse({ encrypted: false }, { jwe: null }), withoutKey],
  },
  'vp.response.plain': {
    pass: [plainResponse],
    violated: [
      { ...plainResponse, transport: goodResponse.transport },
      { ...plainResponse, transport: goodResponse.transport, jwe: goodResponse.jwe },
      browserResponse({}, { request: { ...browserResponse().request, responseMode: 'direct_post' } }),
    ],
    notApplicable: [goodResponse],
  },
  'vp.response.only_response_param': {
    pass: [goodResponse],
    violated: [transport({ members: ['response', 'state'] })],
    notApplicable: [plainResponse, clearResponse, transport({ members: ['response', 'state'], door: 'generic' })],
  },
  'vp.response.no_extra_artifacts': {
    pass: [goodResponse, codeResponse],
    violated: [
      parameters({ names: ['vp_token', 'state', 'access_token'] }),
      parameters({ names: ['vp_token', 'code'] }),
    ],
    notApplicable: [errorResponse(), emptyResponse, closedResponse],
  },
  'vp.response.latency': {
    pass: [goodResponse],
    violated: neverViolated,
    notApplicable: [history({ lastFetchedAt: null })],
  },
  'vp.response.size': {
    pass: [goodResponse, transport({ bytes: 1024 * 1024 })],
    violated: [transport({ bytes: 1024 * 1024 + 1 })],
    notApplicable: alwaysJudged,
  },
  'vp.response.iss': {
    pass: [sentIss, { ...sentIss, history: fromWallet('https://wallet.example') }],
    violated: [
      parameters({ iss: 'a wallet' }),
      parameters({ iss: 7 }),
      { ...sentIss, history: fromWallet('https://other.example') },
    ],
    notApplicable: [goodResponse],
  },
  'vp.response.no_fingerprint': {
    pass: [goodResponse],
    violated: [transport({ privacy: { credentialHeaders: [], identifyingHeaders: ['x-installation'], personal: [] } })],
    notApplicable: alwaysJudged,
  },
  'vp.response.endpoint': {
    pass: [goodResponse],
    violated: [transport({ door: 'generic' })],
    notApplicable: alwaysJudged,
  },
}

export const responseStateExamples: ExamplesById<ResponseReading> = {
  'vp.response.state_present': {
    pass: [goodResponse, otherState],
    violated: [
      absentState,
      { ...absentState, jwe: null },
      withState({ present: false, matches: false, outer: 'matches' }),
    ],
    notApplicable: [noState, errorResponse(), emptyResponse, closedResponse],
  },
  'vp.response.state_matches': {
    pass: [goodResponse],
    violated: [
      otherState,
      ...(['session_id', 'nonce', 'not_bare', 'encoded', 'another_session'] as const).map((insteadIs) =>
        withState({ matches: false, insteadIs }),
      ),
    ],
    notApplicable: [noState, absentState, errorResponse()],
  },
  'vp.response.matches_type': {
    pass: [
      goodResponse,
      codeResponse,
      {
        ...asking({ responseType: 'vp_token id_token' }),
        parameters: { ...goodResponse.parameters, idToken: 'a.b.c' },
      },
    ],
    violated: [
      emptyResponse,
      { ...emptyResponse, transport: { ...emptyResponse.transport, jweUnder: 'jwt' } },
      { ...emptyResponse, parameters: { ...emptyResponse.parameters, names: ['error_code', 'state'] } },
      { ...emptyResponse, parameters: { ...emptyResponse.parameters, names: ['error_description', 'state'] } },
      asking({ responseType: 'vp_token id_token' }),
      asking({ responseType: 'code' }),
      { ...codeResponse, parameters: { ...codeResponse.parameters, code: '' } },
      { ...codeResponse, parameters: { ...codeResponse.parameters, vpToken: {} } },
      parameters({ vpToken: undefined }),
    ],
    notApplicable: [errorResponse(), closedResponse, jwe({ openedWith: 'other_session' })],
  },
}

const wrongMethod = answerExchange(20, 'PUT')

export const responseSessionExamples: ExamplesById<PresentationEvidence> = {
  'vp.response.received': {
    pass: [evidence(), evidence({ events: [fetched(), event(9, 'vp_wallet_error_received')] })],
    violated: neverViolated,
    notApplicable: [evidence({ events: [fetched()] })],
  },
  'vp.response.http_method': {
    pass: [evidence(), evidence({ exchanges: [answerExchange(20, 'OPTIONS'), answerExchange(30)] })],
    violated: [evidence({ exchanges: [wrongMethod, answerExchange(30)] }), evidence({ exchanges: [wrongMethod] })],
    notApplicable: [evidence({ exchanges: [] }), evidence({ exchanges: [answerExchange(20, 'OPTIONS')] })],
  },
}
