import { describe, expect, it } from 'vitest'
import { event, evidence, exchange } from '../../engine/evidence/fixtures/sessions'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { deviationOutcome } from './issuer-deviation-outcome'

/** Outcome for this fault, from requests after the metadata was read at second 10. */
const outcomeAt = (
  fault: string,
  later: readonly StoredExchange[],
  { reads = [], readAfter = 100 }: { readonly reads?: readonly StoredEvent[]; readonly readAfter?: number } = {},
) =>
  deviationOutcome(
    evidence([exchange(10, 'getIssuerMetadata'), ...later], {
      session: { options: { scheme: 'x://', dpop_nonce: 'offered', fault } },
      events: [event(10, 'answer_altered', { alteration: `fault.${fault}` }), ...reads],
      readAfter,
    }),
  )

const listRead = (detail: Partial<Record<'name' | 'sequence' | 'earlier_sequence' | 'earlier_valid', unknown>>) =>
  event(11, 'trust_resource_read', {
    resource: 'list',
    name: 'access-certificate-providers',
    by: 'alias',
    ...(detail as object),
  })

describe('a fault of the trust in the issuer', () => {
  it('is refused in silence, which says how far the wallet went', () => {
    const silent = outcomeAt('issuer_not_entitled', [])
    expect(silent).toMatchObject({ did: 'refused', by: 'silence', seen: 'silence for 60 s' })
    const later = [exchange(20, 'pushAuthorizationRequest'), exchange(30, 'requestToken')]
    expect(outcomeAt('issuer_not_entitled', later)).toMatchObject({
      did: 'refused',
      by: 'silence',
      seen: 'silence for 60 s: the wallet went as far as a token request',
    })
  })

  it('waits from the last request of the wallet', () => {
    const later = [exchange(30, 'requestToken')]
    expect(outcomeAt('issuer_not_entitled', later, { readAfter: 89 })?.did).toBe('waiting')
    expect(outcomeAt('issuer_not_entitled', later, { readAfter: 90 })?.did).toBe('refused')
  })

  it('is passed over by whoever asks for the credential', () => {
    const later = [exchange(20, 'requestToken'), exchange(21, 'requestCredential')]
    expect(outcomeAt('issuer_access_expired', later)).toMatchObject({ did: 'continued', seen: 'a credential request' })
  })

  it.each([
    ['issuer_list_expired', [], 'untested'],
    ['issuer_list_expired', [listRead({ name: 'pid-providers' })], 'untested'],
    ['issuer_list_expired', [listRead({})], 'refused'],
    ['issuer_list_unreachable', [listRead({ earlier_valid: true })], 'untested'],
    ['issuer_list_unreachable', [listRead({})], 'refused'],
    ['issuer_list_rolled_back', [listRead({ sequence: 3 })], 'untested'],
    ['issuer_list_rolled_back', [listRead({ sequence: 3, earlier_sequence: 5 })], 'refused'],
  ] as const)('of lists (%s) counts where it reached the wallet', (fault, reads, did) => {
    expect(outcomeAt(fault, [], { reads })?.did).toBe(did)
  })
})
