import { alwaysJudged, type ExamplesById, neverViolated } from '../../engine/checks/examples'
import { event, evidence, exchange, finding, refused, start } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../shared/ports/store-types'
import { addSeconds, epochMillis } from '../../shared/time/time'
import { completeLaboratory } from '../configurations/laboratory/laboratory-options'
import type { LinkingSubject } from './flow'

const byValue = { session: { credentialOfferMode: 'credential_offer' as const } }
const over = { readAfter: 3600 }
const withLaboratory = (asked: Parameters<typeof completeLaboratory>[0]) => ({
  session: {
    laboratory: {
      id: 'AAAAAAAAAAAAAAAAAAAAAA',
      until: epochMillis(1_900_000_000_000),
      options: completeLaboratory(asked),
      certificates: { credential: [], mdoc: [] },
    },
  },
})
const offer = exchange(1, 'getCredentialOffer')
const issuerMetadata = exchange(2, 'getIssuerMetadata')
const serverMetadata = exchange(3, 'getAuthorizationServerMetadata')
const token = exchange(4, 'requestToken')
const nonce = exchange(5, 'requestNonce')
const credential = exchange(6, 'requestCredential')
const keys = exchange(7, 'getCredentialKeys')
const whole = evidence([offer, issuerMetadata, serverMetadata, token, nonce, credential, keys])
const nothing = evidence([])
/** A tester's own credential type, requested without a nonce. */
const offersOwn = (binding: 'key' | 'none') => {
  const id = 'ticket'
  const { session } = withLaboratory({
    credentials: [
      { id, format: 'dc+sd-jwt', claims: { seat: 1 }, display: [], binding, disclosure: 'all', digest_alg: 'sha-256' },
    ],
  })
  return evidence([token, credential], { session: { ...session, credentialConfigurationId: id } })
}
const codeFlow = evidence([
  exchange(1, 'pushAuthorizationRequest'),
  exchange(2, 'authorize', { origin: 'user_agent', client: 'browser' }),
  exchange(3, 'requestToken'),
  exchange(4, 'requestCredential'),
])

const attestedAgain = exchange(8, 'requestCredential', {
  findings: [finding('vci.key_attestation.used_once', 'fail')],
})
const twice = (key: string) => [1, 2].map((second) => event(second, 'credential_issued', { holder_thumbprints: [key] }))

const withNonce = (value: string) => ({
  body: { credential_configuration_id: 'pid', proofs: { jwt: value } },
  decoded: [{ kind: 'proof_jwt', source: 'body.proofs.jwt[0]', claims: { nonce: value } }],
})
const badNonce = (second: number, value: string): StoredExchange =>
  refused(second, 'requestCredential', 'invalid_nonce', {
    ...withNonce(value),
    findings: [finding('vci.nonce.known', 'fail', { error: 'invalid_nonce', rejected: true })],
  })
const goodNonce = (second: number): StoredExchange => exchange(second, 'requestCredential', withNonce('fresh'))
const request = (second: number, error: string, name = 'one'): StoredExchange =>
  refused(second, 'requestCredential', error, { body: { credential_configuration_id: name } })
const loop = (length: number, error = 'invalid_proof'): IssuanceEvidence =>
  evidence(Array.from({ length }, (_one, index) => request(index, error)))
const repeated = refused(8, 'requestToken', 'invalid_grant', {
  findings: [finding('vci.token.preauth_code_once', 'fail', { error: 'invalid_grant', rejected: true })],
})
const attested = (length: number): IssuanceEvidence =>
  evidence([
    exchange(1, 'requestToken', {
      headers: {
        'oauth-client-attestation': { redacted: true, present: true, length, type: 'string' },
        'oauth-client-attestation-pop': 'short',
      },
    }),
  ])

const issuedWith = (notification: boolean) => event(7, 'credential_issued', { count: 1, notification })

/** A second scan of a wallet that has the document. */
const keptFromBefore = (operation: string): readonly IssuanceEvidence[] =>
  [6, null].map((inSession) => ({
    ...evidence([token]),
    readEarlier: [{ operation, at: addSeconds(start, -180), inSession }],
  }))

export const flowExamples: ExamplesById<IssuanceEvidence> = {
  'vci.notification.sent': {
    pass: [evidence([credential, exchange(8, 'sendNotification')], { events: [issuedWith(true)] })],
    violated: neverViolated,
    notApplicable: [
      nothing,
      evidence([credential], { events: [issuedWith(true)] }),
      evidence([credential], { events: [issuedWith(false)] }),
    ],
  },
  'vci.offer.dereferenced': {
    pass: [whole, evidence([offer])],
    violated: [evidence([token]), evidence([token, exchange(5, 'getCredentialOffer')])],
    notApplicable: [nothing, evidence([token], byValue)],
  },
  'vci.offer.no_fetch_by_value': {
    pass: [evidence([token], byValue)],
    violated: [evidence([offer, token], byValue), evidence([offer], byValue)],
    notApplicable: [whole, evidence([], byValue)],
  },
  'vci.metadata.issuer_fetched': {
    pass: [whole, evidence([{ ...issuerMetadata, correlation: 'inferred' }, token])],
    violated: [
      evidence([token]),
      evidence([token, exchange(5, 'getIssuerMetadata')]),
      evidence([token], withLaboratory({})),
    ],
    notApplicable: [nothing, evidence([issuerMetadata]), ...keptFromBefore('getIssuerMetadata')],
  },
  'vci.metadata.as_fetched': {
    pass: [whole],
    violated: [evidence([issuerMetadata, token]), evidence([issuerMetadata, token], withLaboratory({}))],
    notApplicable: [nothing, evidence([serverMetadata]), ...keptFromBefore('getAuthorizationServerMetadata')],
  },
  'vci.metadata.jwks_fetched': {
    pass: [whole, evidence([exchange(7, 'getJwtVcIssuerMetadata')])],
    violated: [evidence([credential], over)],
    notApplicable: [nothing, evidence([credential])],
  },
  'vci.token.not_repeated': {
    pass: [whole, evidence([refused(3, 'requestToken', 'invalid_dpop_proof'), token])],
    violated: neverViolated,
    notApplicable: [nothing, evidence([refused(3, 'requestToken', 'invalid_grant')]), evidence([token, repeated])],
  },
  'vci.nonce.endpoint_called': {
    pass: [whole],
    violated: [
      evidence([token, credential]),
      evidence([token, credential, exchange(9, 'requestNonce')]),
      offersOwn('key'),
    ],
    notApplicable: [
      nothing,
      evidence([token, nonce]),
      evidence([token, credential], {
        session: { options: { scheme: 'x://', dpop_nonce: 'offered', fault: 'issuer_metadata_no_proof_types' } },
      }),
      evidence([token, credential], withLaboratory({ nonce: 'absent' })),
      offersOwn('none'),
    ],
  },
  'vci.nonce.recovery': {
    pass: [evidence([badNonce(1, 'old'), goodNonce(2)])],
    violated: [
      evidence([badNonce(1, 'old'), badNonce(2, 'old')]),
      evidence([badNonce(1, 'old'), badNonce(2, 'older')]),
      evidence([badNonce(1, 'old'), badNonce(2, 'old'), goodNonce(3)]),
      evidence([badNonce(1, 'old')], over),
    ],
    notApplicable: [whole, evidence([badNonce(1, 'old')])],
  },
  'vci.credential.retry_behaviour': {
    pass: [evidence([request(1, 'invalid_proof'), request(2, 'invalid_proof', 'another')])],
    violated: [
      evidence([request(1, 'invalid_proof'), request(2, 'invalid_proof')]),
      evidence([
        request(1, 'invalid_proof'),
        exchange(2, 'requestCredential', { body: { credential_configuration_id: 'one' } }),
      ]),
    ],
    notApplicable: [
      whole,
      evidence([request(1, 'invalid_proof')]),
      evidence([request(1, 'use_dpop_nonce'), request(2, 'invalid_token')]),
    ],
  },
  'vci.credential.stop_after_denied': {
    pass: [evidence([request(1, 'credential_request_denied')])],
    violated: [evidence([request(1, 'credential_request_denied'), credential])],
    notApplicable: [whole, evidence([request(1, 'invalid_proof'), credential])],
  },
  'vci.transport.header_size': {
    pass: [attested(3000)],
    violated: [attested(9000)],
    notApplicable: [whole],
  },
  'vci.flow.completes': {
    pass: [whole, evidence([credential], over)],
    violated: [evidence([token], over), evidence([token, exchange(9, null)], over)],
    notApplicable: [
      nothing,
      evidence([token]),
      evidence([], over),
      evidence([token, refused(9, 'requestCredential', 'invalid_proof')], over),
      evidence([exchange(1, 'getSessionOffer', { origin: 'operator' })], over),
      evidence([token], { events: [event(880, 'token_issued', { expires_in: 600 })], readAfter: 1000 }),
    ],
  },
  'vci.flow.no_requests_after_error': {
    pass: [loop(1), loop(5), evidence([1, 2, 3, 4, 5, 6, 7].map((n) => request(n, 'invalid_proof', `name ${n}`)))],
    violated: [loop(6), loop(50)],
    notApplicable: [whole, loop(9, 'use_dpop_nonce'), loop(9, 'invalid_nonce')],
  },
  'vci.authorize.redirect_followed': {
    pass: [evidence([exchange(20, 'requestToken')], { events: [event(5, 'authorization_code_issued')] })],
    violated: [evidence([exchange(90, 'requestToken')], { events: [event(5, 'authorization_code_issued')] })],
    notApplicable: [nothing, evidence([], { events: [event(5, 'authorization_code_issued')] })],
  },
  'vci.flow.order': {
    pass: [whole, codeFlow],
    violated: [evidence([exchange(1, 'requestToken'), exchange(2, 'pushAuthorizationRequest')])],
    notApplicable: [nothing, evidence([token])],
  },
  'vci.flow.issuer_isolation': {
    pass: [whole],
    violated: [evidence([token, exchange(8, 'requestCredential', { issuerId: 'eu-pid-jwt-proof-only' })])],
    notApplicable: [nothing],
  },
  'vci.flow.no_parallel_use': {
    pass: [
      evidence([exchange(1, 'requestToken')], { events: [event(1, 'token_received', { jkt: 'one' })] }),
      evidence([exchange(1, 'pushAuthorizationRequest'), exchange(2, 'pushAuthorizationRequest')], {
        events: [
          event(1, 'par_received', { jkt: 'one', client_id: 'wallet' }),
          event(2, 'par_received', { jkt: 'two', client_id: 'wallet' }),
        ],
      }),
    ],
    violated: [
      evidence([exchange(1, 'requestToken'), exchange(2, 'requestToken', { client: 'another' })], {
        events: [event(1, 'token_received', { jkt: 'one' }), event(2, 'token_received', { jkt: 'two' })],
      }),
      evidence([], {
        events: [event(1, 'par_received', { client_id: 'wallet' }), event(2, 'par_received', { client_id: 'other' })],
      }),
    ],
    notApplicable: [nothing],
  },
  'vci.flow.nonce_request_fresh': {
    pass: [whole],
    violated: [evidence([exchange(1, 'requestNonce'), exchange(90, 'requestCredential')])],
    notApplicable: [nothing, evidence([credential])],
  },
  'vci.flow.key_per_credential': {
    pass: [evidence([], { events: [event(1, 'credential_issued', { holder_thumbprints: ['a', 'b'] })] })],
    violated: [
      evidence([], { events: twice('a') }),
      evidence([attestedAgain], { events: [event(1, 'credential_issued', { holder_thumbprints: ['a', 'a'] })] }),
    ],
    notApplicable: [
      nothing,
      evidence([], { events: [event(1, 'credential_issued', { holder_thumbprints: ['a'] })] }),
      evidence([attestedAgain], { events: twice('a') }),
    ],
  },
  'vci.flow.user_agent_isolated': {
    pass: [codeFlow],
    violated: [evidence([exchange(1, 'pushAuthorizationRequest'), exchange(2, 'authorize', { origin: 'user_agent' })])],
    notApplicable: [nothing, whole],
  },
  'vci.pid.device_bound': {
    pass: [
      evidence([exchange(6, 'requestCredential', { findings: [finding('vci.key_attestation.signature', 'pass')] })]),
    ],
    violated: [evidence([credential])],
    notApplicable: [nothing, evidence([credential], { session: { issuerConfigurationId: 'eu-pid-jwt-proof-only' } })],
  },
}

export const linkingExamples: ExamplesById<LinkingSubject> = {
  'vci.flow.one_session': {
    pass: [{ ofOthers: false }],
    violated: [{ ofOthers: true }],
    notApplicable: alwaysJudged,
  },
}
