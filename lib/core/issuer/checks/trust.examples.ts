import type { ExamplesById } from '../../engine/checks/examples'
import { event, evidence, exchange } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { KeptRegistration } from '../../shared/ports/session-options'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'

const made: KeptRegistration = { source: 'made', compact: 'a.b.c', status_index: 7 }

/** A session in the European trust framework with these exchanges. */
const european = (
  exchanges: readonly StoredExchange[],
  {
    events = [],
    registration = made,
    fault,
  }: {
    readonly events?: readonly StoredEvent[]
    readonly registration?: KeptRegistration | null
    readonly fault?: string
  } = {},
): IssuanceEvidence =>
  evidence(exchanges, {
    events,
    session: {
      options: {
        scheme: 'x://',
        dpop_nonce: 'offered',
        trust_framework: 'eu',
        ...(fault === undefined ? {} : { fault }),
        trust: { trust_id: 'id', access: null, registration },
      },
    },
  })

const plain = exchange(1, 'getIssuerMetadata')
const signed = (second: number): StoredExchange => ({
  ...plain,
  ...exchange(second, 'getIssuerMetadata'),
  response: { ...plain.response, contentType: 'application/jwt' },
})
const token = exchange(3, 'requestToken')
const credential = exchange(5, 'requestCredential')
const outside = evidence([plain, token, credential])
const read = (second: number, resource = 'status') =>
  event(second, 'trust_resource_read', { resource, name: 'registration', by: 'session' })

export const trustExamples: ExamplesById<IssuanceEvidence> = {
  'vci.trust.signed_metadata_read': {
    pass: [european([signed(1), token]), european([plain, signed(2), token]), european([signed(1)])],
    violated: [european([plain, token]), european([plain, token, signed(4), credential])],
    notApplicable: [outside, european([]), european([plain])],
  },
  'vci.trust.registration_status_read': {
    pass: [
      european([credential], { events: [read(4)] }),
      european([], { events: [{ ...read(4), exchangeId: null }] }),
      european([credential], { events: [read(4)], fault: 'issuer_registration_revoked' }),
    ],
    violated: [
      european([credential]),
      european([credential], { events: [read(4, 'list')] }),
      european([credential], { events: [read(6)] }),
    ],
    notApplicable: [
      outside,
      european([token]),
      european([credential], { registration: null }),
      european([credential], { registration: { ...made, source: 'own', status_index: null } }),
      european([credential], { fault: 'issuer_registration_no_status' }),
      european([credential], {
        events: [event(4, 'trust_resource_read', { resource: 'list', by: 'session', further: 1 })],
      }),
    ],
  },
}
