import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { commitOf, sampleExchange, sampleSession } from '@/lib/testing/store-samples'
import { createExchangeBound } from './exchange-bound'

const committed = { status: 'committed', bytes: 1 } as const
const newId = () => sessionId(randomUUID())

/** A bound of three exchanges over storage with `stored` exchanges per session. Also counts the queries. */
function boundOver(stored: number) {
  let asked = 0
  const exchangeCount = async () => {
    asked++
    return stored
  }
  return { bound: createExchangeBound({ exchangeCount }, { wholeMax: 3, max: 5 }), asked: () => asked }
}

const isWhole = ({ exchange }: Awaited<ReturnType<ReturnType<typeof createExchangeBound>['apply']>>) =>
  exchange?.contentOmitted === undefined

describe('the bound of exchanges kept whole', () => {
  it('removes the content of every exchange beyond the limit of a session, and keeps the rest', async () => {
    const { bound } = boundOver(0)
    const id = newId()
    const written = await Promise.all(
      Array.from({ length: 5 }, () => bound.apply(commitOf({ exchange: sampleExchange({ sessionId: id }) }))),
    )
    expect(written.map(isWhole)).toEqual([true, true, true, false, false])
    const sample = sampleExchange()
    expect(written.at(-1)?.exchange).toMatchObject({
      method: sample.method,
      path: sample.path,
      headers: {},
      query: {},
      body: null,
      response: { status: 200, contentType: 'application/json', headers: {}, body: null },
      decoded: [],
      findings: sample.findings,
    })
  })

  it('knows a session that has had all it may have, and asks storage for one that it does not know', async () => {
    const { bound, asked } = boundOver(4)
    const [id, fresh] = [newId(), newId()]
    expect(await bound.isFull(id)).toBe(false)
    await bound.apply(commitOf({ exchange: sampleExchange({ sessionId: id }) }))
    expect(await bound.isFull(id)).toBe(true)
    expect(await bound.isFull(fresh)).toBe(false)
    expect(asked()).toBe(2)
  })

  it('keeps the error code of an answer', async () => {
    const { bound } = boundOver(3)
    const response = {
      ...sampleExchange().response,
      status: 400,
      body: { error: 'invalid_grant', error_description: 'The code was already used.' },
    }
    const { exchange } = await bound.apply(commitOf({ exchange: sampleExchange({ sessionId: newId(), response }) }))
    expect(exchange?.response.body).toEqual({ error: 'invalid_grant' })
  })

  it('counts what is stored, asked once, and each session separately', async () => {
    const { bound, asked } = boundOver(2)
    const id = newId()
    const of = (session: typeof id | null) => commitOf({ exchange: sampleExchange({ sessionId: session }) })
    expect(isWhole(await bound.apply(of(id)))).toBe(true)
    expect(isWhole(await bound.apply(of(id)))).toBe(false)
    expect(asked()).toBe(1)
    expect(isWhole(await bound.apply(of(newId())))).toBe(true)
    for (let count = 0; count < 5; count++) expect(isWhole(await bound.apply(of(null)))).toBe(true)
  })

  it('counts the calls of the service to itself too', async () => {
    const { bound } = boundOver(2)
    const sessionOf = newId()
    const [exchange, call] = [sampleExchange({ sessionId: sessionOf }), sampleExchange({ sessionId: sessionOf })]
    const commit = await bound.apply(commitOf({ exchange, internal: [call] }))
    expect([commit.exchange, ...(commit.internal ?? [])].map((one) => one?.contentOmitted)).toEqual([undefined, true])
  })

  it('asks nothing for a new session', async () => {
    const { bound, asked } = boundOver(3)
    const session = sampleSession()
    const commit = commitOf({ session, exchange: sampleExchange({ sessionId: session.sessionId }) })
    expect(isWhole(await bound.apply(commit))).toBe(true)
    expect(asked()).toBe(0)
  })

  it('asks again if the count is uncertain: after a lost race, a failure, and an exchange that was bound later', async () => {
    const { bound, asked } = boundOver(0)
    const id = newId()
    const exchange = sampleExchange({ sessionId: id })
    const whole = commitOf({ exchange })
    const bind = commitOf({
      exchange,
      effects: [{ type: 'bind', exchangeId: sampleExchange().id, sessionId: id }],
    })
    for (const [commit, outcome] of [
      [whole, { status: 'lost', effects: [0] }],
      [whole, null],
      [bind, committed],
    ] as const) {
      const before = asked()
      bound.written(await bound.apply(commit), outcome)
      await bound.apply(whole)
      bound.written(whole, committed)
      expect(asked()).toBeGreaterThan(before)
    }
  })
})
