import { describe, expect, it } from 'vitest'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { catalogueCheck, cleanFlow, exchange, finding } from './fixtures/session'
import { firstFailure, judgeChecks, listFailures } from './judged-check'

describe('judgeChecks', () => {
  it('keeps the worst finding of a check, and a pass outweighs "not seen"', () => {
    const checks = judgeChecks(
      [
        finding('a', { status: 'pass', exchange_id: '1' }),
        finding('a', { status: 'fail', exchange_id: '2', occurrence: 2 }),
        finding('b', { status: 'not_observed' }),
        finding('b', { status: 'pass', exchange_id: '1' }),
      ],
      [catalogueCheck('a'), catalogueCheck('b')],
    )
    expect(checks.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'fail'],
      ['b', 'pass'],
    ])
    expect(checks[0]?.deciding.exchange_id).toBe('2')
  })

  it('lists checks in catalogue order and keeps one that is no longer in the catalogue', () => {
    const checks = judgeChecks(
      [finding('gone'), finding('b'), finding('a')],
      [catalogueCheck('a'), catalogueCheck('b')],
    )
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b', 'gone'])
  })

  it('prefers the finding that refused a request over an earlier one that was only recorded', () => {
    const [check] = judgeChecks(
      [
        finding('a', { status: 'fail', exchange_id: '1' }),
        finding('a', { status: 'fail', exchange_id: '2', rejected: true, occurrence: 2 }),
      ],
      [catalogueCheck('a')],
    )
    expect(check?.deciding.exchange_id).toBe('2')
  })
})

describe('listFailures', () => {
  const catalogue = [catalogueCheck('a'), catalogueCheck('b')]

  it('goes by the order of the exchanges, refusing findings first within one', () => {
    const exchanges = [
      exchange('/issuers/x/token', 400, 1, { id: 'one' }),
      exchange('/issuers/x/token', 400, 2, { id: 'two' }),
    ]
    const checks = judgeChecks(
      [
        finding('a', { status: 'fail', exchange_id: 'two' }),
        finding('a', { status: 'fail', exchange_id: 'one' }),
        finding('b', { status: 'fail', exchange_id: 'one', rejected: true }),
      ],
      catalogue,
    )
    const failures = listFailures(checks, exchanges)
    expect(failures.map(({ check, entry }) => `${check.id} ${entry.exchange_id}`)).toEqual(['b one', 'a one', 'a two'])
  })

  it('shows the first refusing failure before an earlier one that was only recorded', () => {
    const exchanges = [
      exchange('/issuers/x/token', 200, 1, { id: 'one' }),
      exchange('/issuers/x/nonce', 400, 2, { id: 'two' }),
    ]
    const checks = judgeChecks(
      [
        finding('a', { status: 'fail', exchange_id: 'one' }),
        finding('b', { status: 'fail', exchange_id: 'two', rejected: true }),
      ],
      catalogue,
    )
    expect(firstFailure(listFailures(checks, exchanges))?.check.id).toBe('b')
    expect(firstFailure([])).toBeNull()
  })

  it('leads with a refusal even if the exchange was only inferred', () => {
    const refusal = finding('a', { status: 'warn', rejected: true, correlation: 'inferred', exchange_id: 'one' })
    const warning = finding('b', { status: 'warn', exchange_id: 'one' })
    const exchanges = [exchange('/issuers/x/par', 400, 1, { id: 'one', correlation: 'inferred' })]
    const failures = listFailures(judgeChecks([refusal, warning], catalogue), exchanges)
    expect(failures.map(({ check }) => check.id)).toEqual(['a'])
    const planned = { ...refusal, level: 'info', error: 'use_dpop_nonce' } as const
    expect(listFailures(judgeChecks([planned, { ...planned, correlation: 'exact' }], catalogue), exchanges)).toEqual([])
  })

  it('is empty for a clean flow', () => {
    expect(listFailures(judgeChecks([finding('a')], catalogue), cleanFlow)).toEqual([])
  })
})

describe('countStatuses', () => {
  it('counts each status once per check', () => {
    const counts = countStatuses([{ status: 'pass' }, { status: 'pass' }, { status: 'warn' }])
    expect(counts).toEqual({ pass: 2, fail: 0, warn: 1, not_observed: 0, not_applicable: 0 })
  })
})
