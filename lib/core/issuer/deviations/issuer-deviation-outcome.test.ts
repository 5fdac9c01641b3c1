import { describe, expect, it } from 'vitest'
import { event, evidence, exchange } from '../../engine/evidence/fixtures/sessions'
import type { StoredExchange } from '../../shared/ports/store-types'
import { deviationOutcome } from './issuer-deviation-outcome'

/** Outcome for this fault long after the response that has it, from the requests after that. */
const outcomeOf = (fault: string, [first, ...later]: readonly StoredExchange[]) =>
  deviationOutcome(
    evidence(first === undefined ? [] : [first, ...later], {
      session: { options: { scheme: 'x://', dpop_nonce: 'offered', fault } },
      events: [event(10, 'answer_altered', { alteration: `fault.${fault}` })],
      readAfter: 600,
    }),
  )

const refused = (second: number, operation: string | null, status = 400): StoredExchange => {
  const right = exchange(second, operation ?? 'requestToken')
  return { ...right, operation, response: { ...right.response, status } }
}

describe('silence after a request that was refused for another reason', () => {
  it.each([
    ['no_expires_in', 'requestToken'],
    ['issuer_metadata_extra_members', 'getIssuerMetadata'],
    ['nonce_slow', 'requestNonce'],
    ['issuer_metadata_html', 'getIssuerMetadata'],
    ['issuer_not_entitled', 'getIssuerMetadata'],
  ])('is no stop at what this service did on purpose: %s', (fault, operation) => {
    const first = exchange(10, operation)
    expect(outcomeOf(fault, [first])).toMatchObject({ did: 'refused', by: 'silence' })
    const wentOn = refused(20, fault === 'issuer_not_entitled' ? 'requestToken' : 'requestCredential')
    expect(outcomeOf(fault, [first, wentOn])).toMatchObject({ did: 'undecided', by: 'other_refusal', at: null })
  })

  it('is none either where no endpoint took the request', () => {
    const lost = { ...refused(20, null, 404), body: { proofs: {} } }
    expect(outcomeOf('no_expires_in', [exchange(10, 'requestToken'), lost])).toMatchObject({ by: 'other_refusal' })
  })

  it('is one after a request that is not of the flow, or was answered', () => {
    const token = exchange(10, 'requestToken')
    for (const later of [refused(20, null, 404), refused(20, 'getIssuerMetadata', 404), exchange(20, 'requestNonce')])
      expect(outcomeOf('no_expires_in', [token, later])).toMatchObject({ did: 'refused', by: 'silence' })
  })

  it('is one after a refusal on purpose', () => {
    const first = refused(10, 'requestToken')
    expect(outcomeOf('dpop_nonce_once', [first])).toMatchObject({ did: 'refused', by: 'silence' })
  })
})
