import type { ExamplesById } from '../../engine/checks/examples'
import { event, evidence, exchange } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../shared/ports/store-types'
import { issuerDeviations } from '../deviations'
import { mayGiveUp } from '../deviations/issuer-deviation'

/** A session whose reply deviated at second 10, evaluated this many seconds after its start. */
const faulty = (
  fault: string,
  operation: string,
  later: readonly StoredExchange[] = [],
  readAfter = 71,
): IssuanceEvidence =>
  evidence([exchange(10, operation), ...later], {
    session: { flow: 'authorization_code', options: { scheme: 'x://', dpop_nonce: 'offered', fault } },
    events: [event(10, 'answer_altered', { alteration: `fault.${fault}` })],
    readAfter,
  })

/** A session of each deviation with this right reaction, in which a person saw the opposite. */
const against = (expects: 'refusal' | 'going_on'): IssuanceEvidence[] =>
  issuerDeviations
    .filter((deviation) => deviation.expects === expects && !mayGiveUp(deviation))
    .map(({ id, untestedWithout }) => {
      const fetched = untestedWithout === undefined ? [] : [exchange(11, untestedWithout)]
      const session = faulty(id, 'getIssuerMetadata', fetched)
      const shown = expects === 'refusal' ? 'carried_on' : 'error'
      const trustedBy = ['access-certificate-providers', 'registration-certificate-providers']
      const list = { resource: 'list', by: 'wallet', earlier_valid: false, earlier_sequence: 2, sequence: 1 }
      const lists = trustedBy.map((name) => event(11, 'trust_resource_read', { ...list, name }))
      return { ...session, events: [...session.events, ...lists, event(12, 'refusal_reported', { shown })] }
    })

/** A nonce as the proof of a credential request shows it. */
const withNonce = (second: number, nonce: string): StoredExchange => ({
  ...exchange(second, 'requestCredential'),
  decoded: [{ kind: 'proof_jwt', claims: { nonce } }] as never,
})

/** Sessions in which the wallet went on, but not as it should; each shown by a request of the wallet. */
export const wentOnOtherwise: Readonly<Record<string, IssuanceEvidence>> = {
  offer_issuer_other: faulty('offer_issuer_other', 'getCredentialOffer', [exchange(20, 'requestToken')]),
  dpop_nonce_once: faulty('dpop_nonce_once', 'requestToken', [exchange(20, 'requestToken')]),
  challenge_scheme_other_case: faulty('challenge_scheme_other_case', 'requestCredential', [
    exchange(20, 'requestCredential'),
  ]),
  invalid_nonce_once: faulty('invalid_nonce_once', 'requestCredential', [exchange(20, 'requestCredential')]),
  nonce_old: faulty('nonce_old', 'requestNonce', [refusedAt(withNonce(20, 'one')), refusedAt(withNonce(21, 'one'))]),
  slow_answer: faulty('slow_answer', 'requestCredential', [exchange(20, 'requestCredential')]),
  issuer_metadata_mdoc_alg_specified: faulty('issuer_metadata_mdoc_alg_specified', 'getIssuerMetadata', [
    { ...exchange(20, 'sendNotification'), body: { event: 'credential_failure' } },
  ]),
}

function refusedAt(one: StoredExchange): StoredExchange {
  return { ...one, response: { ...one.response, status: 400 } }
}

/** A token response that the tester changed, with what they expect of the wallet. */
const changed = (expect: 'answer' | 'refusal' | 'report', later: readonly StoredExchange[]): IssuanceEvidence =>
  evidence([exchange(10, 'requestToken'), ...later], {
    session: {
      options: {
        scheme: 'x://',
        dpop_nonce: 'offered',
        mutations: {
          operations: [{ target: 'token_response', op: 'remove', path: '/token_type' }],
          differences: [{ target: 'token_response', pointer: '/token_type', was: 'DPoP' }],
          same_as: null,
          expect,
          source: 'mutations',
        },
      },
    },
    events: [event(10, 'answer_altered', { alteration: 'mutations' })],
    readAfter: 71,
  })

const ordinary = evidence([exchange(1, 'requestToken'), exchange(2, 'requestCredential')])
const token = exchange(20, 'requestToken')
const credential = exchange(20, 'requestCredential')
const accepted = { ...exchange(20, 'sendNotification'), body: { event: 'credential_accepted' } }
const back = 'returnFromChained'

export const faultExamples: ExamplesById<IssuanceEvidence> = {
  'vci.fault.refused': {
    pass: [faulty('authz_state_mismatch', back), faulty('authz_state_mismatch', back, [exchange(11, 'getIssuerLogo')])],
    violated: [
      faulty('authz_state_mismatch', back, [token]),
      faulty('authz_state_mismatch', back, [token], 21),
      faulty('type_metadata_integrity', 'requestCredential', [exchange(11, 'getTypeMetadata'), accepted]),
      // A wallet may have the type metadata before the credential.
      evidence([exchange(5, 'getTypeMetadata'), exchange(10, 'requestCredential'), accepted], {
        session: { options: { scheme: 'x://', dpop_nonce: 'offered', fault: 'type_metadata_integrity' } },
        events: [event(10, 'answer_altered', { alteration: 'fault.type_metadata_integrity' })],
        readAfter: 71,
      }),
      ...against('refusal'),
      changed('refusal', [credential]),
    ],
    notApplicable: [
      ordinary,
      changed('report', [credential]),
      faulty('authz_state_mismatch', back, [], 69),
      faulty('authz_state_mismatch', back, [{ ...token, origin: 'operator' }], 69),
      faulty('no_expires_in', 'requestToken'),
      faulty('issuer_metadata_html', 'getIssuerMetadata', [token]),
      // No type metadata were fetched.
      faulty('type_metadata_integrity', 'requestCredential', [accepted]),
      { ...faulty('authz_state_mismatch', back, [token]), events: [] },
    ],
  },
  'vci.fault.goes_on': {
    pass: [
      faulty('no_expires_in', 'requestToken', [credential], 21),
      // A wallet that need not wait may tell its user that it gave up.
      {
        ...faulty('slow_answer', 'requestCredential'),
        events: [
          ...faulty('slow_answer', 'requestCredential').events,
          event(12, 'refusal_reported', { shown: 'error' }),
        ],
      },
    ],
    violated: [
      faulty('no_expires_in', 'requestToken'),
      ...Object.values(wentOnOtherwise),
      ...against('going_on'),
      changed('answer', []),
    ],
    notApplicable: [
      ordinary,
      faulty('no_expires_in', 'requestToken', [], 69),
      faulty('authz_state_mismatch', back, [token]),
      // Two proofs without a nonce are refused for that, and show nothing about the spent one.
      faulty('nonce_old', 'requestNonce', [refusedAt(credential), refusedAt(credential)]),
      faulty('issuer_metadata_html', 'getIssuerMetadata'),
      { ...faulty('no_expires_in', 'requestToken'), events: [] },
    ],
  },
}

const iss = 'authz_iss_mismatch'

/** Here because the check, like those of deviations, looks at a whole session. */
export const issExamples: ExamplesById<IssuanceEvidence> = {
  'vci.token.iss_checked': {
    pass: [faulty(iss, back)],
    violated: [faulty(iss, back, [token])],
    notApplicable: [ordinary, faulty(iss, back, [], 69), faulty('authz_iss_missing', back, [token])],
  },
}
