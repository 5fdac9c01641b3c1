import { describe, expect, it } from 'vitest'
import type { StoredExchange } from '../../ground/ports/store-types'
import type { JsonObject } from '../../ground/values/json'
import { projectAttestationDraft } from './project-attestation-draft'

const token = (kind: string, claims: JsonObject = {}): JsonObject => ({ kind, source: 'headers.x', claims })
const exchange = (decoded: JsonObject[], headers: JsonObject = {}) =>
  ({ decoded, headers }) as unknown as StoredExchange
const [attestation, pop] = [
  token('client_attestation', { iss: 'provider' }),
  token('client_attestation_pop', { iss: 'wallet' }),
]
const [unnamed, unnamedPop] = [token('client_attestation'), token('client_attestation_pop')]
const dpop = token('dpop')

describe('the draft of client attestations', () => {
  it.each<[string, JsonObject[], string | null]>([
    ['is 07 with iss in both JWTs', [attestation, pop, dpop], '07'],
    ['is a later one without iss in both', [unnamed, unnamedPop, dpop], '08_or_later'],
    ['is a later one without iss in the attestation', [unnamed, pop], '08_or_later'],
    ['is a later one without iss in the proof', [attestation, unnamedPop], '08_or_later'],
    ['has the combined mode with a DPoP proof alone', [attestation, dpop], 'combined'],
    ['is unknown with an attestation alone', [attestation], null],
    ['is unknown without an attestation', [pop, dpop], null],
  ])('%s', (_name, tokens, draft) => {
    expect(projectAttestationDraft([exchange(tokens)])).toBe(draft)
  })

  it('is that of the latest request that shows one', () => {
    expect(
      projectAttestationDraft([exchange([attestation, pop]), exchange([unnamed, unnamedPop]), exchange([dpop])]),
    ).toBe('08_or_later')
  })

  it('is no combined mode where a proof of possession came that nobody can read', () => {
    const unreadable = { 'oauth-client-attestation-pop': { redacted: true } }
    expect(projectAttestationDraft([exchange([attestation, dpop], unreadable)])).toBeNull()
  })
})
