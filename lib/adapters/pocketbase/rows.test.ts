import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/core/json'
import { epochMillis } from '@/lib/core/time'
import {
  commitOf,
  sampleEvent,
  sampleExchange,
  samplePresentation,
  sampleSession,
  sampleStart,
  sampleValue,
} from '@/lib/testing/store-samples'
import type { TableName } from './columns'
import { readEvent, readExchange, readOneTimeValue, readSession } from './records'
import { type CommitItem, commitItem, itemText, recordOf } from './rows'

const itemOf = (parts: Parameters<typeof commitOf>[0]) => commitItem(commitOf(parts), sampleStart, () => 1)
const rowOf = (item: CommitItem, table: TableName) => {
  const [, row] = item.rows.find(([name]) => name === table) ?? []
  return row && recordOf(table, row)
}

describe('rows and records', () => {
  it('whatever a session holds comes back from its record', () => {
    const session = sampleSession({ flow: 'authorization_code', origin: 'wallet_initiated' })
    expect(readSession(rowOf(itemOf({ session }), 'sessions'))).toEqual(session)
  })

  it('whatever a presentation session holds comes back from its record', () => {
    for (const session of [
      samplePresentation(),
      samplePresentation({ encryptionKid: null, sealedEncryptionKey: null }),
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
      expect(effect).toMatchObject({ type: 'grant', kind: value.kind, digest: value.digest, usable: instant === null })
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

  it('the texts of an item are as long as it says, whatever they hold', () => {
    const exchange = sampleExchange({ body: 'nul \u0000, é, 😀, \ud800', path: '/é' })
    const { json, texts } = itemText(itemOf({ exchange, effects: [{ type: 'grant', value: sampleValue() }] }))
    const { rows, effects } = JSON.parse(json)
    const lengths = [...rows.flatMap(([, [, each]]: [string, [unknown, number[]]]) => each), ...effects[0].row[1]]
    expect(lengths.reduce((sum: number, length: number) => sum + length, 0)).toBe(texts.length)
    const [, , body] = rows[0][1][1].map((length: number, index: number, all: number[]) => {
      const from = all.slice(0, index).reduce((sum, one) => sum + one, 0)
      return texts.slice(from, from + length)
    })
    expect(JSON.parse(body)).toBe(exchange.body)
  })

  it('a record that does not fit is refused, not guessed at', () => {
    const { sessionId } = sampleSession()
    const row = rowOf(itemOf({ events: [sampleEvent({ sessionId })] }), 'events')
    expect(() => readEvent({ ...row, at: 'yesterday' })).toThrow()
    expect(() => readEvent({ ...row, detail: undefined })).toThrow()
    expect(() => readSession({})).toThrow()
  })
})
