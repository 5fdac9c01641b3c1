import { describe, expect, it } from 'vitest'
import type { LedgerRow } from '@/lib/queries/ledger'
import {
  countLedger,
  countWords,
  filterLedger,
  ledgerQuery,
  mergeRows,
  readLedgerFilter,
  startLedger,
} from './ledger-filter'

const row = (id: string, more: Partial<LedgerRow> = {}): LedgerRow => ({
  id,
  at: '2026-11-21T09:00:00.000Z',
  method: 'POST',
  path: '/issuers/x/token',
  protocol: 'openid4vci',
  sessionId: null,
  issuer: 'x',
  status: 200,
  program: null,
  omittedBy: null,
  durationMs: 5,
  verdict: 'pass',
  ...more,
})
const all = { q: '', method: '', status: '', issuer: '', verdict: '' }

describe('filterLedger', () => {
  const rows = [
    row('a'),
    row('b', { status: 404, method: 'GET', verdict: 'fail' }),
    row('c', { verdict: null, status: null, issuer: null, sessionId: 'S1' }),
  ]
  const ids = (filter: Partial<typeof all>) => filterLedger(rows, { ...all, ...filter }).map(({ id }) => id)

  it('narrows by text, method, class of status, verdict and issuer', () => {
    expect(ids({})).toEqual(['a', 'b', 'c'])
    expect(ids({ status: '4xx' })).toEqual(['b'])
    expect(ids({ status: 'none' })).toEqual(['c'])
    expect(ids({ method: 'GET' })).toEqual(['b'])
    expect(ids({ verdict: 'fail' })).toEqual(['b'])
    expect(ids({ verdict: 'none' })).toEqual(['c'])
    expect(ids({ q: 's1' })).toEqual(['c'])
    expect(ids({ issuer: 'x', q: 'token' })).toEqual(['a', 'b'])
  })

  it('is kept in the URL and read back from it', () => {
    const filter = { ...all, q: 'a b', status: '4xx' }
    const params = new URLSearchParams(ledgerQuery(filter))
    expect(readLedgerFilter((name) => params.get(name) ?? undefined)).toEqual(filter)
    expect(ledgerQuery(all)).toBe('')
  })
})

describe('mergeRows', () => {
  it('puts new rows first, each once, within the limit', () => {
    const known = [row('b'), row('a')]
    expect(mergeRows(known, [row('c'), row('b')], 2).map(({ id }) => id)).toEqual(['c', 'b'])
    expect(mergeRows(known, [row('a')])).toBe(known)
  })

  it('puts a row that was answered late where it arrived', () => {
    const known = [row('b', { at: '2026-11-21T09:00:02.000Z' }), row('a')]
    const late = row('late', { at: '2026-11-21T09:00:01.000Z' })
    expect(mergeRows(known, [late]).map(({ id }) => id)).toEqual(['b', 'late', 'a'])
  })
})

describe('startLedger', () => {
  const rows = Array.from({ length: 2000 }, (_, index) =>
    row(`r${index}`, { status: index % 4 === 0 ? 404 : 200, method: index === 1999 ? 'PUT' : 'POST' }),
  )
  const start = startLedger(rows, { ...all, status: '4xx' }, { at: 0, session: null })

  it('takes the newest screenful that matches, and says of all rows how many there are and what they offer', () => {
    expect(start.rows.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => `r${index * 4}`))
    expect(start.counts).toEqual({ matching: 500, total: 2000 })
    expect(start.methods).toEqual(['POST', 'PUT'])
    expect(start.issuers).toEqual(['x'])
  })

  it('its counts hold until all rows are here, unless the filter changes before', () => {
    const here = { start, matching: 50, total: 50 }
    expect(countLedger({ ...here, filter: { ...start.filter }, complete: false })).toEqual(start.counts)
    expect(countLedger({ ...here, filter: all, complete: false })).toBeNull()
    expect(countLedger({ ...here, filter: all, complete: true })).toEqual({ matching: 50, total: 50 })
  })
})

describe('countWords', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const words = (matching: number, inferred: number, filter: Partial<typeof all> = { q: id }) =>
    countWords(
      { matching, total: 40 },
      { ...all, ...filter },
      startLedger([], all, { at: 0, session: { id, inferred } }),
    )

  it('says of a session which requests named it, and how many more it has', () => {
    expect(words(6, 2)).toBe('6 requests named it, 2 more are inferred')
    expect(words(6, 1)).toBe('6 requests named it, 1 more is inferred')
    expect(words(1, 0)).toBe('1 request named it')
  })

  it('counts rows for any other filter', () => {
    expect(words(4, 2, { q: id, status: '4xx' })).toBe('4 of 40 requests')
    expect(words(40, 2, {})).toBe('40 requests')
    expect(countWords(null, all, startLedger([], all, { at: 0, session: null }))).toBe('Reading 0 requests')
  })
})
