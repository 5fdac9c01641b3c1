import { describe, expect, it } from 'vitest'
import { trustContract } from '@/lib/contract/trust'
import { filterChecks } from '../check-list-panel'
import { differenceFrom } from '../detail-parts'
import { offerOfDeeplink } from '../issuer/issuer-facts'
import { catalogueCheck, exchange, finding, inspectedExchanges } from './fixtures/session'
import { judgeChecks, whyNotJudged } from './judged-check'

describe('differenceFrom', () => {
  it('marks only what was added', () => {
    expect(differenceFrom('https://a.example/x', 'https://a.example/x/credential')).toEqual({
      before: 'https://a.example/x',
      differs: '/credential',
      after: '',
    })
  })

  it('marks whole words, and everything if little is alike', () => {
    expect(differenceFrom('key-attestation+jwt', 'keyattestation+jwt').differs).toBe('keyattestation')
    expect(differenceFrom('http://localhost:3000/issuers/x', 'https://example.com').differs).toBe('https://example.com')
  })

  it('marks nothing in equal texts', () => {
    expect(differenceFrom('same', 'same')).toEqual({ before: 'same', differs: '', after: '' })
  })
})

describe('offerOfDeeplink', () => {
  it('reads both modes of any scheme, and never throws', () => {
    expect(offerOfDeeplink('haip-vci://?credential_offer_uri=https%3A%2F%2Fa.example%2Fo')).toEqual({
      mode: 'reference',
      url: 'https://a.example/o',
    })
    expect(offerOfDeeplink('openid-credential-offer://?credential_offer=%7B%22a%22%3A1%7D')).toEqual({
      mode: 'value',
      offer: { a: 1 },
    })
    for (const broken of [
      '',
      'x',
      'x://?credential_offer=%7B',
      'x://?credential_offer=[]',
      'x://?credential_offer=%',
    ]) {
      expect(offerOfDeeplink(broken)).toEqual({ mode: 'unreadable' })
    }
  })
})

describe('a read of a trust resource', () => {
  it('has words in the timeline, whatever was read', () => {
    const recorded = Object.entries(trustContract).filter(([, entry]) => entry.recorded)
    expect(recorded.length).toBeGreaterThan(9)
    const reads = recorded.map(([operation, { path }]) => exchange(path, 200, 1, { operation }))
    for (const { path, does } of inspectedExchanges(reads)) expect([path, does]).not.toEqual([path, 'Unknown path'])
  })
})

describe('filterChecks', () => {
  const checks = judgeChecks(
    [finding('vci.a', { status: 'fail' }), finding('vci.b', { level: 'should' })],
    [catalogueCheck('vci.a', { title: 'Proof is typed' }), catalogueCheck('vci.b', { title: 'Nonce is fresh' })],
  )
  const ids = (target: Parameters<typeof filterChecks>[1]) => filterChecks(checks, target).map(({ id }) => id)

  it('combines status, level and text; text matches title, id and clause', () => {
    expect(ids({})).toEqual(['vci.a', 'vci.b'])
    expect(ids({ status: 'fail' })).toEqual(['vci.a'])
    expect(ids({ level: 'should' })).toEqual(['vci.b'])
    expect(ids({ q: 'NONCE' })).toEqual(['vci.b'])
    expect(ids({ q: 'rfc 9449 4.3' })).toEqual(['vci.a', 'vci.b'])
    expect(ids({ q: 'nonce', status: 'fail' })).toEqual([])
  })
})

describe('whyNotJudged', () => {
  it('names what blocks it, repeats a given reason, and has a default', () => {
    expect(whyNotJudged({ status: 'not_applicable', actual: { blocked_by: ['a', 'b'] } })).toContain('a, b')
    expect(whyNotJudged({ status: 'not_applicable', actual: { because: 'No proof.' } })).toBe('No proof.')
    expect(whyNotJudged({ status: 'not_observed', actual: null })).toMatch(/^Nothing to judge has arrived/)
    expect(whyNotJudged({ status: 'fail', actual: null })).toBeNull()
  })
})
