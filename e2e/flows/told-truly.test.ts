import { expect, it } from 'vitest'
import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { checkById } from '@/lib/core/issuer-and-verifier'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { untruths } from './told-truly'

const found = (id: string, reason: string): ConformanceEntry =>
  ({
    id,
    title: checkById(id)?.title,
    status: 'fail',
    reason: `${id}#${reason}`,
    hint: checkById(id)?.reasons[reason]?.fix,
    expected: null,
    actual: null,
    exchange_id: 'one',
  }) as unknown as ConformanceEntry

const token = (kind: string, header: JsonObject, claims: JsonObject): JsonObject => ({ kind, header, claims })

const exchange = (sent: Partial<Pick<StoredExchange, 'body' | 'headers' | 'query'>>) =>
  ({ id: 'one', headers: {}, query: {}, body: null, ...sent }) as unknown as StoredExchange

const inProof = (header: JsonObject, claims: JsonObject) => ({
  body: { proofs: { jwt: [token('proof_jwt', header, claims)] } },
})

/** A finding that calls something missing, a message that has it, and one that has it elsewhere. */
const cases: readonly [string, string, Parameters<typeof exchange>[0], Parameters<typeof exchange>[0]][] = [
  ['vci.token.tx_code_sent', 'missing', { body: { tx_code: '1' } }, { body: { pin: '1' } }],
  ['vci.par.response_type_code', 'missing', { body: { response_type: 'x' } }, { body: {} }],
  ['vci.credential.proofs_present', 'no_proofs', { body: { proofs: {} } }, { body: { proof: {} } }],
  ['vci.proof.jwt.nonce_present', 'missing', inProof({}, { nonce: 'n' }), inProof({ nonce: 'n' }, {})],
  ['vci.proof.jwt.alg', 'alg_missing', inProof({ alg: 'ES256' }, {}), inProof({}, { alg: 'ES256' })],
  [
    'vci.wallet_attestation.cnf_jwk',
    'missing',
    { headers: { attestation: token('client_attestation', {}, { cnf: { jwk: {} } }) } as never },
    { headers: { attestation: token('client_attestation', {}, { cnf: { kid: 'x' } }) } as never },
  ],
]

it.each(cases)('finds that %s calls missing what the message has', (id, reason, has, lacks) => {
  const told = (sent: Parameters<typeof exchange>[0]) =>
    untruths({ checks: { conformance: [found(id, reason)] }, cause: null }, [exchange(sent)])
  expect(told(has)).toEqual([expect.stringMatching(/ is there$/)])
  expect(told(lacks)).toEqual([])
})

it('looks at the proof that a sentence numbers, and at any where only one can be meant', () => {
  const check = 'vci.proof.jwt.nonce_present'
  const proofs = [token('proof_jwt', {}, { nonce: 'n' }), token('proof_jwt', {}, {})]
  const told = (actual: string | null, jwt: readonly JsonObject[] = proofs) =>
    untruths({ checks: { conformance: [{ ...found(check, 'missing'), actual }] }, cause: null }, [
      exchange({ body: { proofs: { jwt } } as never }),
    ])
  expect(told('Proof 1 of 2')).toEqual([expect.stringMatching(/nonce is there$/)])
  expect(told('Proof 2 of 2')).toEqual([])
  expect(told(null)).toEqual([])
  expect(told(null, proofs.slice(0, 1))).toEqual([expect.stringMatching(/nonce is there$/)])
  const attestation = (claims: JsonObject) => token('client_attestation', {}, claims)
  const cnf = [found('vci.wallet_attestation.cnf_jwk', 'missing')]
  const sent = { headers: { a: attestation({ cnf: { jwk: {} } }), b: attestation({}) } as never }
  expect(untruths({ checks: { conformance: cnf }, cause: null }, [exchange(sent)])).toHaveLength(1)
})
