import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { sessionChecks } from '../../issuer/checks/flow'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import { whyImpossible } from '../../issuer/evidence/project-impossible'
import { checkById, checkRegistry } from '../../issuer-and-verifier'
import type { CheckId } from '../../shared/ports/check-id'
import type { Finding, FindingStatus } from '../../shared/ports/finding'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { evidence, exchange, finding, session } from './fixtures/sessions'
import { projectConformance } from './project-conformance'
import { summarise, worstByCheck } from './summarise'

/** The checks that an issuance lists: all of its protocol. */
/** Checks of the European framework are listed in its sessions, or once they applied. */
const ofIssuance = checkRegistry.filter(({ id, profile }) => id.startsWith('vci.') && profile !== 'eu')

const entriesOf = (id: string, ...input: Parameters<typeof evidence>) =>
  projectConformance(issuerKind, evidence(...input)).entries.filter((entry) => entry.id === id)
const judging = (second: number, ...findings: Finding[]) => exchange(second, 'requestToken', { findings })

describe('an entry', () => {
  it('stands for one check and one exchange, counted up', () => {
    const entries = entriesOf('vci.token.grant_type', [
      judging(
        1,
        finding('vci.token.grant_type', 'fail', { error: 'invalid_request', rejected: true, hint: 'Do this.' }),
      ),
      judging(2, finding('vci.token.grant_type', 'pass')),
    ])
    expect(entries.map(({ status, occurrence, exchange_id }) => [status, occurrence, exchange_id])).toEqual([
      ['fail', 1, '00000000-0000-4000-8000-000000000001'],
      ['pass', 2, '00000000-0000-4000-8000-000000000002'],
    ])
    expect(entries[0]).toMatchObject({
      title: 'Token request names a grant type that the server offers',
      spec: 'RFC 6749',
      clause: '4.1.3',
      profile: 'base',
      level: 'must',
      at: '2027-01-15T08:00:01.000Z',
      correlation: 'exact',
      error: 'invalid_request',
      rejected: true,
      effect: 'reject',
      verified_by: null,
      hint: 'Do this.',
    })
  })

  it('says what breaking the rule does to the answer, by the case that was seen', () => {
    const effectOf = (id: string, ...findings: Finding[]) => entriesOf(id, [judging(1, ...findings)])[0]?.effect
    expect(effectOf('vci.token.grant_type', finding('vci.token.grant_type', 'pass'))).toBe('reject')
    expect(effectOf('vci.token.grant_type', finding('vci.token.grant_type', 'fail', { error: null }))).toBe('record')
    expect(effectOf('vci.token.not_repeated')).toBe('record')
  })

  it('of a check over the session names the exchange that decided', () => {
    const [entry, ...more] = entriesOf('vci.token.not_repeated', [exchange(4, 'requestToken')])
    expect(more).toEqual([])
    expect(entry).toMatchObject({ status: 'pass', exchange_id: '00000000-0000-4000-8000-000000000004', occurrence: 1 })
  })

  it('is inferred when the deciding exchange is', () => {
    const metadata = exchange(1, 'getIssuerMetadata', { correlation: 'inferred' })
    const [entry] = entriesOf('vci.metadata.issuer_fetched', [metadata, exchange(2, 'requestToken')])
    expect(entry).toMatchObject({ status: 'pass', correlation: 'inferred' })
  })

  it('of an id that no check has any more is left out', () => {
    expect(entriesOf('vci.no.such', [judging(1, finding('vci.no.such' as CheckId, 'fail'))])).toEqual([])
  })
})

describe('an entry of one credential of several', () => {
  const at = (index: number, status: FindingStatus) =>
    finding('vci.token.grant_type', status, { subject: { queryId: 'pid', index } })

  it('names the credential, and is counted up for each one alone', () => {
    const exchanges = [judging(1, at(0, 'fail'), at(1, 'pass')), judging(2, at(0, 'pass'))]
    expect(
      entriesOf('vci.token.grant_type', exchanges).map(({ subject, status, occurrence }) => [
        subject,
        status,
        occurrence,
      ]),
    ).toEqual([
      [{ query_id: 'pid', index: 0 }, 'fail', 1],
      [{ query_id: 'pid', index: 1 }, 'pass', 1],
      [{ query_id: 'pid', index: 0 }, 'pass', 2],
    ])
  })

  it('is the only one that has a member for it', () => {
    const [entry] = entriesOf('vci.token.grant_type', [judging(1, finding('vci.token.grant_type', 'pass'))])
    expect(entry).not.toHaveProperty('subject')
  })

  it('counts in the summary by the worst of its check, once', () => {
    const conformance = entriesOf('vci.token.grant_type', [judging(1, at(0, 'pass'), at(1, 'fail'), at(2, 'pass'))])
    const [worst, ...more] = worstByCheck(conformance)
    expect(more).toEqual([])
    expect(worst).toMatchObject({ status: 'fail', subject: { query_id: 'pid', index: 1 } })
    expect(summarise(conformance, true).must).toMatchObject({ pass: 0, fail: 1 })
  })
})

describe('what was inferred', () => {
  const inferred = (status: FindingStatus) =>
    exchange(1, null, { correlation: 'inferred', findings: [finding('vci.metadata.endpoints_from_metadata', status)] })

  it('never fails', () => {
    expect(entriesOf('vci.metadata.endpoints_from_metadata', [inferred('fail')])).toMatchObject([
      { status: 'warn', correlation: 'inferred' },
    ])
  })

  it('makes no entry when it says nothing', () => {
    for (const status of ['not_applicable', 'not_observed'] as const) {
      expect(entriesOf('vci.metadata.endpoints_from_metadata', [inferred(status)])).toMatchObject([
        { status: 'not_observed', occurrence: 0, exchange_id: null },
      ])
    }
  })
})

describe('a check of profile haip', () => {
  const failing = exchange(1, 'requestCredential', { findings: [finding('vci.key_attestation.x5c', 'fail')] })

  it('fails where the issuer claims the profile, and warns where it does not', () => {
    expect(entriesOf('vci.key_attestation.x5c', [failing])[0]?.status).toBe('fail')
    const other = { session: { issuerConfigurationId: 'eu-pid-jwt-proof-only' } }
    expect(entriesOf('vci.key_attestation.x5c', [failing], other)[0]?.status).toBe('warn')
  })
})

describe('a session without requests', () => {
  it('lists every check once', () => {
    const entries = projectConformance(issuerKind, evidence([])).entries
    expect(entries.map(({ id }) => id)).toEqual(ofIssuance.map(({ id }) => id))
  })

  it('lists a rule of the European framework once it has applied, and never as a failure', () => {
    const id = 'vci.wallet_attestation.provider_listed'
    const statuses = (...found: Finding[]) =>
      entriesOf(
        id,
        found.map((one, index) => judging(index, one)),
      ).map(({ status, softened }) => [status, softened])
    expect(statuses()).toEqual([])
    expect(statuses(finding(id, 'not_applicable'))).toEqual([])
    expect(statuses(finding(id, 'pass'))).toEqual([['pass', undefined]])
    expect(statuses(finding(id, 'fail'))).toEqual([['warn', 'unclaimed']])
  })

  it('reports what it cannot show from what it has not shown yet', () => {
    const statusOf = (id: string, change: Partial<IssuanceSession>) => entriesOf(id, [], { session: change })[0]
    const byValue = { credentialOfferMode: 'credential_offer' } as const
    expect(statusOf('vci.offer.accept', byValue)).toMatchObject({
      status: 'not_applicable',
      actual: { because: 'The offer is sent by value.' },
    })
    expect(statusOf('vci.offer.accept', {})?.status).toBe('not_observed')
    expect(statusOf('vci.offer.dereferenced', byValue)?.status).toBe('not_applicable')
    expect(statusOf('vci.offer.no_fetch_by_value', {})?.status).toBe('not_applicable')
    expect(statusOf('vci.offer.no_fetch_by_value', byValue)?.status).toBe('not_observed')
    expect(statusOf('vci.token.code_valid', {})?.status).toBe('not_applicable')
    expect(statusOf('vci.token.preauth_code_valid', { flow: 'authorization_code' })?.status).toBe('not_applicable')
    expect(statusOf('vci.key_attestation.not_needed', {})?.status).toBe('not_applicable')
    expect(statusOf('vci.dpop.nonce_adopted', { options: { ...session().options, dpop_nonce: 'off' } })?.status).toBe(
      'not_applicable',
    )
  })

  it('calls no check impossible that a rule does not name', () => {
    expect(whyImpossible(checkById('vci.dpop.alg')!, session())).toBeNull()
    expect(whyImpossible(checkById('vci.token.content_type')!, session())).toBeNull()
  })
})

const exchangeChecks = ofIssuance.filter(({ id }) => !sessionChecks.some((check) => check.id === id))
const statuses: FindingStatus[] = ['pass', 'fail', 'warn', 'not_observed', 'not_applicable']
const anyExchanges = fc
  .array(
    fc.record({
      correlation: fc.constantFrom('exact' as const, 'inferred' as const),
      findings: fc.array(
        fc.tuple(fc.constantFrom(...exchangeChecks.map(({ id }) => id)), fc.constantFrom(...statuses)),
        { maxLength: 6 },
      ),
    }),
    { maxLength: 6 },
  )
  .map((drafts) =>
    drafts.map(({ correlation, findings }, index) =>
      exchange(index, 'requestOther', { correlation, findings: findings.map(([id, status]) => finding(id, status)) }),
    ),
  )

describe('any exchanges', () => {
  it('leave no check out, count each one up, and let nothing inferred fail', () => {
    fc.assert(
      fc.property(anyExchanges, (exchanges) => {
        const entries = projectConformance(issuerKind, evidence(exchanges)).entries
        expect([...new Set(entries.map(({ id }) => id))]).toEqual(ofIssuance.map(({ id }) => id))
        for (const { id } of ofIssuance) {
          const own = entries.filter((entry) => entry.id === id)
          const numbers = own.map(({ occurrence }) => occurrence)
          expect(numbers[0] === 0 ? numbers : numbers.map((number) => number - 1)).toEqual(
            own.map((_one, index) => index),
          )
        }
        for (const { correlation, status } of entries) if (correlation === 'inferred') expect(status).not.toBe('fail')
      }),
      runs(50),
    )
  })

  it('are told the same in any split: what an earlier reading found is the beginning of what a later one finds', () => {
    fc.assert(
      fc.property(anyExchanges, fc.nat(6), (exchanges, cut) => {
        const found = (part: typeof exchanges) =>
          projectConformance(issuerKind, evidence(part)).entries.filter(({ occurrence }) => occurrence > 0)
        const later = found(exchanges)
        for (const entry of found(exchanges.slice(0, cut))) {
          if (!sessionChecks.some(({ id }) => id === entry.id)) expect(later).toContainEqual(entry)
        }
      }),
      runs(50),
    )
  })
})
