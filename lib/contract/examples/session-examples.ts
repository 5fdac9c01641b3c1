import type { SessionStatus } from '@/lib/core/issuer/evidence/project-status'
import type { PresentationStatus } from '@/lib/core/verifier/evidence/verifier-status'
import { exampleNames, type OperationExample } from './operation-example'

const { issuer, credential, session, presentation, offer, exchange, at } = exampleNames

const links = (base: string, kind: 'issuance' | 'presentation') => {
  const [id, path] = kind === 'issuance' ? [session, 'sessions'] : [presentation, 'openid4vp/sessions']
  return {
    inspector_url: `${base}/inspect/${kind}/${id}`,
    session_url: `${base}/${path}/${id}`,
    report_url: `${base}/${path}/${id}/report`,
  }
}

const events = [
  { at: '2026-11-14T09:40:46.211Z', type: 'session_created', detail: { flow: 'pre_authorized_code' } },
  { at: '2026-11-14T09:40:52.310Z', type: 'offer_retrieved', detail: { media_type: 'application/json' } },
]

const recorded = {
  exchanges: 6,
  exchanges_without_content: 0,
  next: null,
  events_left_out: 0,
  findings_left_out: 0,
  inferred_left_out: 0,
}

const failed = {
  id: 'vci.proof.jwt.aud',
  level: 'must',
  status: 'fail',
  exchange_id: exchange,
  expected: 'https://capture.example/issuers/eu-pid-device-bound',
  actual: 'https://capture.example/issuers/eu-pid-device-bound/credential',
  hint: 'Set aud to the credential_issuer member of the metadata.',
  fcaf: [] as string[],
}

const confirmed = {
  id: 'vp.kb.aud',
  level: 'must',
  status: 'pass',
  subject: { query_id: 'pid', index: 0 },
  fcaf: ['WS_RP_MS_ProtocolMessages_008'],
}

const failedOutcome = {
  id: 'failed',
  sentence: '1 check failed',
  detail: 'Credential refused',
  success: false,
  over: false,
} as const

const cause = {
  check: 'vci.proof.jwt.aud',
  reason: 'vci.proof.jwt.aud#broken',
  refused_by: null,
  acts: 'wallet',
  rule: 'specification',
  clause: {
    id: 'OID4VCI-1FINALA-F.1',
    spec: 'OpenID4VCI 1.0',
    section: 'F.1',
    url: 'https://openid.net/specs/openid-4-verifiable-credential-issuance-1_0-final.html#appendix-F.1',
  },
  exchange_id: exchange,
  headline: 'The aud claim of the proof must be credential_issuer of the issuer metadata, as one string.',
  sentence:
    'The aud claim of the proof is https://capture.example/issuers/eu-pid-device-bound/credential; it must be https://capture.example/issuers/eu-pid-device-bound.',
  fix: 'Set aud to the credential_issuer member of the metadata.',
} as const

const nextStep = {
  do: 'Set aud to the credential_issuer member of the metadata. Then send the credential request again.',
  because: 'The access token is valid until 09:50:52 UTC. The c_nonce is valid until 09:45:52 UTC.',
  operation: 'requestCredential',
  survives: [
    { kind: 'access_token', lives: true, until: '2026-11-20T09:50:52.000Z', ended: null, ended_at: null, by: null },
    { kind: 'c_nonce', lives: true, until: '2026-11-20T09:45:52.000Z', ended: null, ended_at: null, by: null },
    { kind: 'code', lives: false, until: null, ended: 'used', ended_at: '2026-11-20T09:40:52.000Z', by: exchange },
  ],
}

const nextForYou = {
  id: 'fix',
  do: 'Fix it, then go on in this session, or start a new one and scan again.',
  check: 'vci.proof.jwt.aud',
  exchange_id: exchange,
  test: null,
} as const

const passedOutcome = {
  id: 'passed',
  sentence: 'Passed',
  detail: 'Presentation verified',
  success: true,
  over: true,
} as const

const redacted = { redacted: true, present: true, type: 'string', length: 43 }

const captured = {
  id: exchange,
  at,
  method: 'POST',
  path: `/issuers/${issuer}/credential`,
  session_id: session,
  issuer_configuration_id: issuer,
  headers: { authorization: redacted, 'content-type': 'application/json', 'user-agent': 'Quillfern/2.4.1' },
  query: {},
  body: { credential_configuration_id: credential, proofs: { jwt: [redacted] } },
  response: { status: 400, content_type: 'application/json' },
}

/** Examples of issuance session operations. */
export function sessionExamples(base: string) {
  const issuerIdentifier = `${base}/issuers/${issuer}`
  const hostedOffer = `${issuerIdentifier}/offers/${offer}`
  const deeplink = `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(hostedOffer)}`
  const created = {
    session_id: session,
    issuer_configuration_id: issuer,
    issuer_identifier: issuerIdentifier,
    authorization_server_identifier: issuerIdentifier,
    flow: 'pre_authorized_code',
    credential_offer_mode: 'credential_offer_uri',
    credential_configuration_id: credential,
  }
  const credentialOffer = credentialOfferOf(base)
  const at1 = `/sessions/${session}`
  return {
    createSession: {
      target: '/sessions',
      json: { flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer_uri', links: true },
      status: 201,
      answer: { ...created, offer_url: hostedOffer, deeplink, status: 'created', ...links(base, 'issuance') },
    },
    findSession: {
      target: '/sessions/find',
      json: { deeplink },
      status: 200,
      answer: { session_id: session, kind: 'issuance', ...links(base, 'issuance') },
    },
    getSession: {
      target: at1,
      status: 200,
      answer: {
        ...created,
        status: 'credential_requested' satisfies SessionStatus,
        outcome: failedOutcome,
        cause,
        next_step: nextStep,
        next_for_you: nextForYou,
        observed: { user_agents: ['Quillfern/2.4.1'], grant_type: 'pre_authorized_code', credential_requests: 1 },
        checks: {
          summary: { verdict: 'fail', must: { pass: 131, fail: 1, not_observed: 14 } },
          conformance: [failed],
        },
        events,
        recorded,
        contact: { reached: true, first_request_at: '2026-11-14T09:40:52.302Z', what_to_check: [] },
        origin: 'offer',
        preset: null,
        name: null,
        campaign_id: null,
        workbench: { mark: '7f3a', number: 7 },
        started_by: 'scan',
        options: {},
        offer_url: hostedOffer,
        tx_code: null,
        deeplink: null,
        exchanges: [
          {
            ...captured,
            response: { ...captured.response, headers: {}, body: { error: 'invalid_proof' } },
            origin: 'wallet',
            correlation: 'exact',
            operation: 'requestCredential',
            duration_ms: 12.4,
            decoded: [],
            checks: [failed.id],
          },
        ],
        raw: {},
        created_at: '2026-11-14T09:40:41.870Z',
        expires_at: '2026-11-14T10:40:41.870Z',
        open_until: '2026-11-14T09:50:52.000Z',
      },
    },
    getSessionOffer: { target: `${at1}/offer`, status: 200, answer: credentialOffer },
    getSessionDeeplink: {
      target: `${at1}/deeplink`,
      status: 200,
      answer: { deeplink, credential_offer: credentialOffer },
    },
    getSessionKeys: {
      target: `${at1}/jwks`,
      status: 200,
      answer: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'TCAER19Zvu3OHF4j4W4vfSVoHIP1ILilDls7vCeGemc',
            y: 'ZxjiWWbZMQGHVWKVQ4hbSIirsVfuecCE6t4jT9F2HZQ',
          },
        ],
      },
    },
    listSessionEvents: { target: `${at1}/events`, status: 200, answer: events },
    reportAnswerRefusal: {
      target: `${at1}/refusal`,
      json: { shown: 'error', by: 'person' },
      status: 200,
      answer: { shown: 'error', outcome: 'refused', by: 'person' },
    },
    decideTransaction: {
      target: `${at1}/laboratory/transactions`,
      json: { transaction: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg', outcome: 'issue' },
      status: 200,
      answer: { transaction: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg', state: 'issue', polls: 1 },
    },
    offerAgain: {
      target: `${at1}/laboratory/offers`,
      json: { flow: 'pre_authorized_code' },
      status: 201,
      answer: {
        offer_url: `${base}/lab/T3WqKx0pSgyV1m6h9bRZ2A/offers/0c6f1b9e-8d3a-4c52-9f17-2b7e5d4a6c80`,
        deeplink: 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fcapture.example%2Flab%2F…',
      },
    },
    changeStatuses: {
      target: `${at1}/laboratory/statuses`,
      json: { list: 1, index: 70413, status: 'invalid' },
      status: 200,
      answer: { statuses: [{ list: 1, index: 70413, status: 'invalid' }] },
    },
    changeWalletUnit: {
      target: `${at1}/laboratory/wallet-units`,
      json: { list: 1, index: 412, status: 'invalid' },
      status: 200,
      answer: { list: 1, index: 412, status: 'invalid' },
    },
    getSessionReport: {
      target: `${at1}/report`,
      status: 200,
      answer: {
        report_version: 1,
        kind: 'issuance',
        title: 'PID, device-bound, SD-JWT',
        facts: [['Flow', 'pre_authorized_code']],
        catalogue: { version: 'f3Jt0aYw9cXq', checks: 493 },
        inspector_url: links(base, 'issuance').inspector_url,
        summary: { verdict: 'fail', must: { pass: 131, fail: 1, not_observed: 14 } },
        checks: [failed],
        not_counted: [],
        session: { session_id: session },
      },
    },
    listRequests: {
      target: '/oid4vci/requests',
      status: 200,
      answer: [captured],
    },
  } as const satisfies Record<string, OperationExample>
}

/** The credential offer of the example session. */
export const credentialOfferOf = (base: string) => ({
  credential_issuer: `${base}/issuers/${issuer}`,
  credential_configuration_ids: [credential],
  grants: {
    'urn:ietf:params:oauth:grant-type:pre-authorized_code': {
      'pre-authorized_code': 'FZ1w0nRZC2bO4d9kqf3Wm7yX0VqKJrPq6nTtM5hQe8s',
    },
  },
})

const dcqlQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }, { path: ['birthdate'] }],
    },
  ],
}

/** Examples of presentation session operations. */
export function presentationSessionExamples(base: string) {
  const at1 = `/openid4vp/sessions/${presentation}`
  const clientId = 'x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'
  const deeplink = `openid4vp://?client_id=${encodeURIComponent(clientId)}&request_uri=${encodeURIComponent(`${base}${at1}/request`)}`
  const request = {
    client_id: clientId,
    response_type: 'vp_token',
    response_mode: 'direct_post.jwt',
    response_uri: `${base}${at1}/response`,
    dcql_query: dcqlQuery,
  }
  const list = [
    { at: '2026-11-14T09:50:02.118Z', type: 'vp_session_created', detail: { response_mode: 'direct_post.jwt' } },
    { at: '2026-11-14T09:50:07.402Z', type: 'vp_request_retrieved', detail: { method: 'GET' } },
  ]
  return {
    createPresentationSession: {
      target: '/openid4vp/sessions',
      json: { dcql_query: dcqlQuery },
      status: 201,
      answer: {
        session_id: presentation,
        request_delivery: 'by_reference',
        request_uri: `${base}${at1}/request`,
        request_uri_method: 'get',
        response_mode: 'direct_post.jwt',
        scheme: 'openid4vp://',
        response_uri: `${base}${at1}/response`,
        deeplink,
        authorization_request: request,
        status: 'created',
      },
    },
    getPresentationSession: {
      target: at1,
      status: 200,
      answer: {
        session_id: presentation,
        status: 'presentation_validated' satisfies PresentationStatus,
        outcome: passedOutcome,
        cause: null,
        next_step: null,
        next_for_you: {
          id: 'test',
          do: 'Ask for the other format: the same as mdoc.',
          check: null,
          exchange_id: null,
          test: 'other_format',
        },
        authorization_request: request,
        observed: {
          presentations: [
            {
              query_id: 'pid',
              index: 0,
              format: 'dc+sd-jwt',
              disclosed_paths: [['family_name'], ['birthdate']],
              unrequested_paths: [],
            },
          ],
        },
        checks: {
          summary: { verdict: 'pass', must: { pass: 154, fail: 0, not_observed: 21 } },
          fcaf_edition: '2026-07',
          conformance: [confirmed],
        },
        events: list,
        recorded: { ...recorded, exchanges: 0 },
        contact: { reached: true, first_request_at: '2026-11-14T09:50:07.402Z', what_to_check: [] },
        request_delivery: 'by_reference',
        request_uri_method: 'get',
        response_type: 'vp_token',
        response_mode: 'direct_post.jwt',
        scheme: 'openid4vp://',
        request_uri: `${base}${at1}/request`,
        response_uri: `${base}${at1}/response`,
        deeplink,
        preset: null,
        name: null,
        campaign_id: null,
        workbench: { mark: '7f3a', number: 7 },
        started_by: 'scan',
        options: {},
        request_conformant: true,
        request_problems: [],
        warnings: [],
        attempts: 1,
        exchanges: [],
        raw: {},
        created_at: '2026-11-14T09:50:02.118Z',
        expires_at: '2026-11-14T10:50:02.118Z',
        open_until: null,
      },
    },
    getPresentationDeeplink: {
      target: `${at1}/deeplink`,
      status: 200,
      answer: { deeplink, authorization_request: request },
    },
    openPresentation: { target: `${at1}/open`, status: 302, headers: { Location: deeplink } },
    listPresentationEvents: { target: `${at1}/events`, status: 200, answer: list },
    getPresentationReport: {
      target: `${at1}/report?format=md`,
      status: 200,
      mediaType: 'text/markdown',
      answer: '# PID presentation\n\n**Passed.** [Open the session](…)\n…\n154 checks passed, 21 were not observed.\n',
    },
    reportRefusal: {
      target: `${at1}/refusal`,
      json: { shown: 'error', by: 'person' },
      status: 200,
      answer: { shown: 'error', outcome: 'reported_error', by: 'person' },
    },
  } as const satisfies Record<string, OperationExample>
}
