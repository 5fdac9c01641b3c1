import { describe, expect, it } from 'vitest'
import { exchange, session } from '../engine/evidence/fixtures/sessions'
import { checkById } from '../issuer-and-verifier'
import type { Finding } from '../shared/ports/finding'
import type { Session, StoredExchange } from '../shared/ports/store-types'
import { epochMillis } from '../shared/time/time'
import { judgeFromRecord } from './judge-from-record'

const [popAlg, instanceClaims] = ['vci.wallet_attestation.pop_alg', 'vci.wallet_attestation.wia_claims'] as const
const checks = [popAlg, instanceClaims].map((id) => checkById(id)!)
const now = epochMillis(1_800_000_000_000)

const withoutSubject = {
  ...{ wallet_name: 'W', wallet_version: '1', wallet_solution_certification_information: 'C', client_status: {} },
  ...{ exp: 1, cnf: {} },
}

const finding = (id: string, status: Finding['status'] = 'pass') =>
  ({ id, status, expected: null, actual: null, hint: null, error: null, rejected: false }) as Finding

const pop = (header: unknown) => ({ kind: 'client_attestation_pop', source: 'headers', header, claims: {} })
const attestation = (claims: object) => ({ kind: 'client_attestation', source: 'headers', header: {}, claims })

const recorded = (decoded: readonly object[], more: Partial<StoredExchange> = {}): StoredExchange => ({
  ...exchange(1, 'requestToken'),
  decoded: decoded as StoredExchange['decoded'],
  findings: [finding('vci.wallet_attestation.pop_typ')],
  ...more,
})

const statusOf = (id: string, exchanges: readonly StoredExchange[], of: Session = session()) =>
  judgeFromRecord(checks, { session: of, exchanges, now })[id]

describe('a check that its session is older than', () => {
  it('judges the headers and claims on record, and says when', () => {
    expect(statusOf(popAlg, [recorded([pop({ alg: 'ES384' })])])).toEqual({
      status: 'pass',
      named: null,
      derivedAt: now,
    })
    const wrong = recorded([pop({ alg: 'EdDSA' })])
    expect(statusOf(popAlg, [recorded([pop({ alg: 'ES256' })]), wrong])).toEqual({
      status: 'fail',
      named: null,
      place: { exchangeId: wrong.id, subject: null },
      derivedAt: now,
    })
    const european = { ...session(), options: { ...session().options, trust_framework: 'eu' } } as Session
    const lacking = recorded([attestation(withoutSubject)])
    expect(statusOf(instanceClaims, [lacking], european)?.status).toBe('fail')
    expect(statusOf(instanceClaims, [lacking])?.status).toBe('not_observed')
  })

  it('observes nothing where the record is older than what it reads, or lost its content', () => {
    expect(statusOf(popAlg, [recorded([pop(undefined)])])?.status).toBe('not_observed')
    expect(statusOf(popAlg, [recorded([], { contentOmitted: true })])?.status).toBe('not_observed')
  })

  it('says nothing where it judged, would not have run, or another check tells of it', () => {
    const token = [pop({ alg: 'none' })]
    for (const findings of [[finding(popAlg)], [finding('vci.dpop.typ')], []])
      expect(statusOf(popAlg, [recorded(token, { findings })])).toBeUndefined()
    expect(statusOf(popAlg, [recorded([])])).toBeUndefined()
    const european = { ...session(), options: { ...session().options, trust_framework: 'eu' } } as Session
    expect(statusOf(instanceClaims, [recorded([attestation({})])], european)).toBeUndefined()
  })
})
