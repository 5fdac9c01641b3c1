import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { Json } from '@/lib/core/shared/values/json'
import {
  commitOf,
  sampleDcApi,
  sampleEvent,
  sampleExchange,
  samplePresentation,
  sampleSession,
  sampleStart,
  sampleValue,
} from '@/lib/testing/store-samples'
import { runs } from '@/scripts/thorough.mjs'
import { type CommitItem, commitItem, itemSize, itemText, recordOf } from './commit-item'
import { commitColumns, readEvent, readExchange, readOneTimeValue, readSession, type TableName } from './tables'

const itemOf = (parts: Parameters<typeof commitOf>[0]) => commitItem(commitOf(parts), sampleStart, () => 1)
const widthOf = (table: TableName) => Object.values(commitColumns()[table]).flat().length
/** An item as JSON. */
interface Item {
  readonly table: string
  readonly id: string
  readonly state: string
  readonly rows: readonly (readonly [table: string, row: readonly string[]])[]
  readonly effects: readonly { readonly type: string; readonly isNew?: boolean; readonly row?: readonly string[] }[]
  readonly assumedNewOnly: readonly unknown[]
}
const sentOf = (item: CommitItem): Item => JSON.parse(itemText(item))
const rowOf = (item: CommitItem, table: TableName) => {
  const [, row] = item.rows.find(([name]) => name === table) ?? []
  return row && recordOf(table, row)
}

it('the size of an item is that of its columns, however often their texts are quoted on the way', () => {
  const detail = { text: 'ü"'.repeat(500) }
  const item = itemOf({
    session: sampleSession(),
    events: [sampleEvent({ sessionId: sampleSession().sessionId, detail })],
  })
  const columns = sentOf(item).rows.flatMap(([, row]) => row)
  expect(itemSize(item)).toEqual({
    bytes: Buffer.byteLength(columns.join('')),
    characters: columns.join('').length,
  })
  expect(itemSize(item).characters).toBeLessThan(itemText(item).length - 500)
})

describe('rows and records', () => {
  it('whatever a session holds comes back from its record', () => {
    const session = sampleSession({ flow: 'authorization_code', origin: 'wallet_initiated' })
    expect(readSession(rowOf(itemOf({ session }), 'sessions'))).toEqual(session)
  })

  it('whatever a presentation session holds comes back from its record', () => {
    for (const session of [
      samplePresentation(),
      samplePresentation({ encryptionKid: null, sealedEncryptionKey: null }),
      samplePresentation({ dcApi: sampleDcApi(), sealedEntryKeys: ['a.b', null] }),
    ])
      expect(readSession(rowOf(itemOf({ session }), 'sessions'))).toEqual(session)
  })

  it('sessions of both kinds fill the same columns', () => {
    const columns = [sampleSession(), samplePresentation()].map((session) =>
      Object.keys(rowOf(itemOf({ session }), 'sessions') ?? {}).sort(),
    )
    expect(columns[1]).toEqual(columns[0])
  })

  it('whatever an exchange and its findings hold comes back from their records', () => {
    fc.assert(
      fc.property(
        fc.record({
          at: fc.integer({ min: 0, max: 4e12 }),
          body: fc.jsonValue(),
          path: fc.string({ unit: 'binary-ascii' }),
          status: fc.option(fc.integer({ min: 100, max: 599 })),
          bound: fc.boolean(),
        }),
        ({ at, body, path, status, bound }) => {
          const plain: Json = JSON.parse(JSON.stringify(body))
          const exchange = sampleExchange({
            at: epochMillis(at),
            body: plain,
            path,
            sessionId: bound ? sampleSession().sessionId : null,
            response: { status, contentType: status === null ? null : 'text/plain', headers: {}, body: plain },
          })
          const item = itemOf({ exchange })
          const record = { ...rowOf(item, 'exchanges'), findings: rowOf(item, 'findings')?.results }
          expect(readExchange(record)).toEqual(exchange)
        },
      ),
      runs(),
    )
  })

  it('what a finding is about is kept as a short text', () => {
    const exchange = sampleExchange()
    const findings = exchange.findings.map((finding) => ({ ...finding, subject: { queryId: 'pid', index: 1 } }))
    const row = rowOf(itemOf({ exchange: { ...exchange, findings } }), 'findings')
    expect(row?.results).toMatchObject([{ ids: ['vci.dpop.htu'], subject: 'pid#1' }])
  })

  it('whatever an event and a one-time value hold comes back from their records', () => {
    const { sessionId } = sampleSession()
    const event = sampleEvent({ sessionId, exchangeId: sampleExchange().id })
    expect(readEvent(rowOf(itemOf({ events: [event] }), 'events'))).toEqual(event)
    for (const instant of [null, sampleStart]) {
      const value = sampleValue({ sessionId, parent: 'p', consumedAt: instant, revokedAt: instant })
      const [effect] = itemOf({ effects: [{ type: 'grant', value }] }).effects
      expect(effect).toMatchObject({ type: 'grant', kind: value.kind, digest: value.digest })
      expect(effect && 'row' in effect && readOneTimeValue(recordOf('one_time_values', effect.row))).toEqual(value)
    }
  })

  it('a commit is recognised by its exchange, else its session, else its first event, else not at all', () => {
    const [session, exchange] = [sampleSession(), sampleExchange()]
    const event = sampleEvent({ sessionId: session.sessionId })
    expect(itemOf({ session, exchange, events: [event] }).key).toEqual({ table: 'exchanges', id: exchange.id })
    expect(itemOf({ session, events: [event] }).key).toEqual({ table: 'sessions', id: session.sessionId })
    expect(itemOf({ events: [event] }).key).toEqual({ table: 'events', id: event.id })
    expect(itemOf({}).key).toBeNull()
  })

  it('an item names the columns of its rows by their order, whatever their text holds', () => {
    const exchange = sampleExchange({ body: 'nul \u0000, line\nline, é, 😀, \ud800', path: '/a\n"é"' })
    const sent = sentOf(itemOf({ exchange, effects: [{ type: 'grant', value: sampleValue() }] }))
    expect(sent).toMatchObject({ table: 'exchanges', id: exchange.id, state: '', assumedNewOnly: [] })
    expect(sent.rows.map(([table, row]) => [table, row.length])).toEqual([
      ['exchanges', widthOf('exchanges')],
      ['findings', widthOf('findings')],
    ])
    const { plain, json } = commitColumns().exchanges
    const columns = sent.rows[0]?.[1] ?? []
    expect(columns[plain.indexOf('path')]).toBe(exchange.path)
    expect(JSON.parse(columns[plain.length + json.indexOf('body')] ?? '')).toBe(exchange.body)
    expect(sent.effects.map(({ row }) => row?.length)).toEqual([widthOf('one_time_values')])
  })

  it('a value that was taken for new is marked where it is stored first, and listed where it is not', () => {
    const [jti, other] = [sampleValue({ kind: 'dpop_jti' }), sampleValue({ kind: 'dpop_key' })]
    const unseen = [jti, other].map(({ kind, digest }) => ({ kind, digest }))
    const effects = [jti, jti].map((value) => ({ type: 'remember', value }) as const)
    const commit = { ...commitOf({ exchange: sampleExchange(), effects }), assumes: { state: 'relied', unseen } }
    const sent = sentOf(commitItem(commit, sampleStart, () => 1))
    expect(sent.state).toBe('relied')
    expect(sent.effects.map(({ type, isNew }) => [type, isNew])).toEqual([
      ['remember', true],
      ['remember', false],
    ])
    expect(sent.assumedNewOnly).toEqual([{ kind: 'dpop_key', digest: other.digest }])
  })

  it('a record that does not fit is refused, not guessed at', () => {
    const { sessionId } = sampleSession()
    const row = rowOf(itemOf({ events: [sampleEvent({ sessionId })] }), 'events')
    expect(() => readEvent({ ...row, at: 'yesterday' })).toThrow()
    expect(() => readEvent({ ...row, detail: undefined })).toThrow()
    expect(() => readSession({})).toThrow()
  })
})
