import { describe, expect, it } from 'vitest'
import { event, evidence, exchange } from '../../engine/evidence/fixtures/sessions'
import { issuerKind } from './issuer-kind'

describe('a session with a fault is whole', () => {
  /** A wallet that reads the metadata and requests the credential. */
  const goneOn = (fault: string) =>
    evidence([exchange(10, 'getIssuerMetadata'), exchange(20, 'requestCredential')], {
      session: { options: { scheme: 'x://', dpop_nonce: 'offered', fault } },
      events: [
        event(10, 'answer_altered', { alteration: `fault.${fault}` }),
        event(11, 'trust_resource_read', {
          resource: 'list',
          name: 'access-certificate-providers',
          sequence: 1,
          earlier_sequence: 2,
        }),
        event(20, 'credential_issued', {}),
      ],
      readAfter: 40,
    })

  it.each([
    ['issuer_list_rolled_back', true],
    ['issuer_list_expired', false],
  ])('where going on is as good as stopping: %s, %s', (fault, isWhole) => {
    expect(issuerKind.isFinished(goneOn(fault))).toBe(isWhole)
  })
})
