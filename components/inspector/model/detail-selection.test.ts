import { describe, expect, it } from 'vitest'
import { missingTarget, selectDetail, withExchangeId } from './detail-selection'
import { catalogueCheck, cleanFlow, exchange, finding, inspectedExchanges } from './fixtures/session'
import { issuerFlow } from './flows/issuer'
import { firstFailure, judgeChecks } from './judged-check'

const exchanges = inspectedExchanges(cleanFlow)

const failedAt = exchanges[5]?.id ?? ''

const checks = judgeChecks(
  [
    finding('a', { exchange_id: exchanges[3]?.id ?? '' }),
    finding('b', { status: 'fail', exchange_id: failedAt, rejected: true }),
  ],
  [catalogueCheck('a'), catalogueCheck('b')],
)

const first = firstFailure(checks, { check: 'b', reason: null, exchange_id: failedAt })

const select = (target: Parameters<typeof selectDetail>[0]['target']) =>
  selectDetail({ exchanges, checks, first, target }, issuerFlow)

describe('selectDetail', () => {
  it('leads with the first failure', () => {
    expect(select({})).toMatchObject({ tab: 'checks', check: { id: 'b' }, exchange: { id: failedAt } })
  })

  it('follows the address: an exchange with a tab, a check at its own exchange or at a named one', () => {
    expect(select({ exchange: exchanges[3]?.id, tab: 'raw' })).toMatchObject({ tab: 'raw', check: null })
    expect(select({ check: 'a' })).toMatchObject({ check: { id: 'a' }, exchange: { id: exchanges[3]?.id } })
    expect(select({ check: 'a', exchange: failedAt })).toMatchObject({ check: { id: 'a' }, exchange: { id: failedAt } })
  })

  it('treats names that mean nothing as absent', () => {
    expect(select({ exchange: 'x', tab: 'x', check: 'x' })).toMatchObject({ check: { id: 'b' } })
  })

  it('shows the newest exchange that certainly belongs to the session when nothing failed', () => {
    const inferred = exchange('/issuers/x/credential-jwks.json', 200, 9, { correlation: 'inferred' })
    const shown = (all: Parameters<typeof inspectedExchanges>[0]) =>
      selectDetail({ exchanges: inspectedExchanges(all), checks: [], first: null, target: {} }, issuerFlow).exchange
    expect(shown([...exchanges, inferred])?.id).toBe(failedAt)
    expect(shown([])).toBeNull()
  })
})

const found = { checkIds: ['vci.dpop.htu'], exchangeIds: ['a', 'b'] }

describe('missingTarget', () => {
  it('names what a URL asks for and the session does not have', () => {
    expect(missingTarget({ check: 'vci.dpop.jti' }, found)).toEqual({ what: 'check', id: 'vci.dpop.jti' })
    expect(missingTarget({ check: 'vci.dpop.htu', exchange: 'c' }, found)).toEqual({ what: 'exchange', id: 'c' })
  })

  it('is null if all of it exists, or nothing is asked for', () => {
    expect(missingTarget({ check: 'vci.dpop.htu', exchange: 'a' }, found)).toBeNull()
    expect(missingTarget({}, found)).toBeNull()
  })
})

describe('withExchangeId', () => {
  const numbers = [
    { id: 'a', number: 1 },
    { id: 'b', number: 2 },
    { id: 'c', number: null },
  ]

  it('takes the number of an exchange for its id', () => {
    expect(withExchangeId({ exchange: '2', tab: 'request' }, numbers)).toEqual({ exchange: 'b', tab: 'request' })
  })

  it('leaves ids and unknown numbers as they are', () => {
    for (const exchange of ['a', '3', undefined]) expect(withExchangeId({ exchange }, numbers)).toEqual({ exchange })
  })
})
