import { describe, expect, it } from 'vitest'
import { type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { session } from '../../engine/evidence/fixtures/sessions'
import type { KeptMutations } from '../../shared/ports/session-options'
import { quote } from '../../shared/values/wording'
import { asDelivered, placesRelied } from './changed-on-purpose'

const offered = 'urn:a/b'

const changed = (differences: KeptMutations['differences'], change: Partial<KeptMutations> = {}) =>
  session({
    credentialConfigurationId: offered,
    options: {
      scheme: 'x://',
      dpop_nonce: 'offered',
      mutations: { operations: [], differences, same_as: null, expect: 'report', source: 'mutations', ...change },
    },
  })

const broken = violated({ expected: null, actual: null })

const saidOf = (outcome: Outcome) =>
  'because' in outcome ? [outcome.result, String(outcome.because)] : [outcome.result, 'echo' in outcome && outcome.echo]

const nonce = 'vci.nonce.endpoint_called'
const nonceEndpoint = { target: 'issuer_metadata', pointer: '/nonce_endpoint', was: 'x' } as const
const proofTypes = `/credential_configurations_supported/urn:a~1b/proof_types_supported`

describe('a check that rests on a changed place', () => {
  it('is not applicable where it would fail, and says what was done', () => {
    expect(saidOf(asDelivered(changed([nonceEndpoint]), nonce, broken))).toEqual([
      'not_applicable',
      'The nonce_endpoint was removed on purpose.',
    ])
    expect(saidOf(asDelivered(changed([{ ...nonceEndpoint, is: 'y' }]), nonce, broken))[1]).toBe(
      'The nonce_endpoint was changed on purpose.',
    )
  })

  it('stays as it is where it passes, where another place is changed, and in sessions without changes', () => {
    expect(asDelivered(changed([nonceEndpoint]), nonce, pass())).toEqual(pass())
    const others: KeptMutations['differences'] = [
      { ...nonceEndpoint, target: 'server_metadata' },
      { ...nonceEndpoint, pointer: '/nonce_endpoint_2' },
      { ...nonceEndpoint, pointer: '/display/0/nonce_endpoint' },
    ]
    expect(asDelivered(changed(others), nonce, broken)).toBe(broken)
    expect(asDelivered(session(), nonce, broken)).toBe(broken)
    expect(asDelivered(null, nonce, broken)).toBe(broken)
  })

  it('stays as it is where the changes are a named fault, which says itself what a wallet does', () => {
    const same = changed([nonceEndpoint], { same_as: 'issuer_metadata_no_endpoint', expect: 'refusal' })
    expect(asDelivered(same, nonce, broken)).toBe(broken)
  })

  it('counts what went with a member around it, and only in the offered configuration', () => {
    const gone = { target: 'issuer_metadata', pointer: proofTypes, was: {} } as const
    expect(saidOf(asDelivered(changed([gone]), 'vci.credential.proofs_present', broken))[0]).toBe('not_applicable')
    const around = { ...gone, pointer: '/credential_configurations_supported/urn:a~1b' }
    expect(saidOf(asDelivered(changed([around]), 'vci.credential.proofs_present', broken))[0]).toBe('not_applicable')
    const other = { ...gone, pointer: '/credential_configurations_supported/urn:other/proof_types_supported' }
    expect(asDelivered(changed([other]), 'vci.credential.proofs_present', broken)).toBe(broken)
  })

  it('still asks for proofs where the proof types are only others', () => {
    const other = { target: 'issuer_metadata', pointer: `${proofTypes}/attestation`, is: {} } as const
    expect(asDelivered(changed([other]), 'vci.credential.proofs_present', broken)).toBe(broken)
  })

  it('blames nobody where this issuer has to refuse', () => {
    const algorithms = { target: 'server_metadata', pointer: '/dpop_signing_alg_values_supported/0', was: 'a', is: 'b' }
    const sent = (actual: string) => violated({ expected: null, actual: quote(actual) })
    const outcome = asDelivered(changed([algorithms as never]), 'vci.dpop.alg', sent('b'))
    expect(saidOf(outcome)).toEqual(['violated', true])
    expect('actual' in outcome && String(outcome.actual)).toBe(
      'b (the dpop_signing_alg_values_supported was changed on purpose)',
    )
  })
})

describe('a value that is not what was written', () => {
  const sent = (actual: string) => violated({ expected: null, actual: quote(actual) })

  it('is the mistake of its wallet: another algorithm', () => {
    const written = { target: 'server_metadata', pointer: '/dpop_signing_alg_values_supported/0', is: 'ES384' } as const
    const judged = (alg: string) => saidOf(asDelivered(changed([written]), 'vci.dpop.alg', sent(alg)))
    expect(judged('ES384')).toEqual(['violated', true])
    expect(judged('RS256')[1]).not.toBe(true)
  })

  it('is the mistake of its wallet: another address, or one that it guessed', () => {
    const is = 'https://issuer.example/issuers/a/tokens'
    const written = { target: 'server_metadata', pointer: '/token_endpoint', was: 'x', is } as const
    const check = 'vci.metadata.endpoints_from_metadata'
    const judged = (differences: KeptMutations['differences'], path: string) =>
      asDelivered(changed(differences), check, sent(path)).result
    expect(judged([written], '/issuers/a/tokens')).toBe('not_applicable')
    expect(judged([written], '/issuers/a/tok')).toBe('violated')
    const { is: _, ...removed } = written
    expect(judged([removed], '/issuers/a/tokens')).toBe('violated')
  })

  it('is the mistake of its wallet: the issuer in place of a server that is still named', () => {
    const check = 'vci.metadata.endpoints_from_metadata'
    const path = '/.well-known/oauth-authorization-server/issuers/a'
    const judged = (is?: string) => {
      const named = { target: 'issuer_metadata', pointer: '/authorization_servers/0', was: 'x' } as const
      const differences = is === undefined ? [{ ...named, pointer: '/authorization_servers' }] : [{ ...named, is }]
      return asDelivered(changed(differences), check, tolerated('looked_up', { actual: quote(path) })).result
    }
    expect(judged('https://issuer.example/issuers/a')).toBe('not_applicable')
    expect(judged()).toBe('not_applicable')
    for (const other of ['https://issuer.example/issuers/b', 'https://issuer.example', 'no address'])
      expect([other, judged(other)]).toEqual([other, 'tolerated'])
  })
})

it('gives each place at least one check, and no check twice', () => {
  for (const { path, checks } of placesRelied) {
    expect(checks.length, path.join('/')).toBeGreaterThan(0)
    expect(new Set(checks).size, path.join('/')).toBe(checks.length)
  }
})
