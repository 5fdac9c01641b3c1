import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import type { Commit } from '@/lib/core/shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { commitOf, sampleEvent, sampleSession, sampleValue } from '@/lib/testing/store-samples'
import { createLaboratoryPlaces } from './laboratory-places'

const begin = epochMillis(1_795_176_000_000)
const later = (seconds: number): EpochMillis => addSeconds(begin, seconds)
const day = 86_400
const month = 30 * day

/** What is on record, and how often storage was asked for a last touch. */
let stored: ReturnType<typeof createMemoryStore>
let touchesAsked = 0
beforeEach(() => {
  stored = createMemoryStore({ now: () => begin })
  touchesAsked = 0
})

/** A process that knows nothing yet. */
function startProcess(max: number, keepsPart = false) {
  const places = createLaboratoryPlaces({
    max,
    keepsPart,
    store: () => ({
      ...stored,
      lastTouched: (id) => {
        touchesAsked += 1
        return stored.lastTouched(id)
      },
      commit: async (commit: Commit) => {
        const outcome = await stored.commit(commit)
        places.written(commit, outcome)
        return outcome
      },
    }),
    uuid: randomUUID,
    fingerprint: (text) => `hidden ${text}`,
  })
  /** Takes a place, and makes a laboratory of it. */
  const make = async (remoteAddress: string, at: EpochMillis, isOperator = false) => {
    const seeker = { remoteAddress, isOperator }
    const exchange = exchangeId(randomUUID())
    const issuerId = `lab:${randomUUID().slice(0, 22)}`
    await places.take({ exchange, issuerId, seeker, at })
    const session = sampleSession({ createdAt: at })
    const facts = { issuerId, sessionId: session.sessionId, expiresAt: addSeconds(at, month) }
    const value = sampleValue({ kind: 'laboratory', ...facts, data: places.factsOf(seeker, at) })
    const event = sampleEvent({ sessionId: session.sessionId, at })
    const commit = commitOf({ session, events: [event], effects: [{ type: 'grant', value }] })
    places.written(commit, await stored.commit(commit))
    places.end(exchange)
    return { issuerId, session, value }
  }
  return { places, make }
}

const network = (net: number) => `198.51.${net}.1`
const full = { code: 'too_many_requests', headers: [['Retry-After', '60']] }

describe('places for laboratories', () => {
  it('are shared as before after a restart: whose they are is on record, and no address is', async () => {
    const { make } = startProcess(16)
    const { value } = await make('192.0.2.1', later(0))
    await make('192.0.2.1', later(1))
    expect(JSON.stringify(value.data)).not.toMatch(/(?<!hidden )192\.0\.2/)
    const again = startProcess(16)
    await expect(again.make('192.0.2.1', later(2))).rejects.toMatchObject({
      ...full,
      description: expect.stringContaining('Your network has its share'),
    })
    await again.make('198.51.100.1', later(2))
  })

  it('are kept while a laboratory is made, and free again if none was', async () => {
    const { places, make } = startProcess(1)
    const [exchange, other] = [exchangeId(randomUUID()), exchangeId(randomUUID())]
    const seeker = { remoteAddress: '192.0.2.1', isOperator: false }
    await places.take({ exchange, issuerId: 'lab:one', seeker, at: later(0) })
    // The same request may decide again.
    await places.take({ exchange, issuerId: 'lab:two', seeker, at: later(0) })
    await expect(places.take({ exchange: other, issuerId: 'lab:three', seeker, at: later(0) })).rejects.toMatchObject(
      full,
    )
    places.end(exchange)
    await make('192.0.2.1', later(1))
    await expect(make('198.51.100.1', later(1))).rejects.toMatchObject(full)
  })

  it('are free without end where there is no bound', async () => {
    const { make } = startProcess(0)
    for (let count = 0; count < 20; count++) await make('192.0.2.1', later(0))
  })

  it('are free again once a laboratory has ended', async () => {
    const { make } = startProcess(1)
    await make('192.0.2.1', later(0))
    await make('192.0.2.1', later(month))
  })

  it('are made by the one that nobody touched for longest, as the record of an earlier process tells', async () => {
    const before = startProcess(3)
    const made = []
    for (const net of [1, 2, 3]) made.push(await before.make(network(net), later(net)))
    const [first, second, third] = made
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.')
    await stored.commit(commitOf({ events: [sampleEvent({ sessionId: first.session.sessionId, at: later(900) })] }))
    const { make } = startProcess(3)
    await make(network(4), later(day + 60))
    const ended = await stored.oneTimeValue('laboratory', second.value.digest)
    expect(ended?.consumedAt).not.toBeNull()
    const [event] = (await stored.events(second.session.sessionId)).slice(-1)
    expect(event).toMatchObject({
      type: 'laboratory_made_room',
      at: later(day + 60),
      detail: { last_request_at: new Date(later(2)).toISOString() },
    })
    expect(await stored.liveLaboratories(later(day + 60))).toBe(3)
    await make(network(5), later(day + 60))
    expect((await stored.oneTimeValue('laboratory', third.value.digest))?.consumedAt).not.toBeNull()
    await expect(make(network(6), later(day + 60))).rejects.toMatchObject(full)
  })

  it('are made by none that a request touched which left no record', async () => {
    const { places, make } = startProcess(1)
    const { issuerId } = await make('192.0.2.1', later(0))
    places.touched(issuerId, later(day))
    places.touched('eu-pid-device-bound', later(day))
    await expect(make('198.51.100.1', later(2 * day - 1))).rejects.toMatchObject(full)
    await make('198.51.100.1', later(2 * day))
  })

  it('are made by one of a stranger for a stranger, and by any for the operator', async () => {
    const { make } = startProcess(4, true)
    const first = await make('192.0.2.1', later(0), true)
    for (const net of [1, 2, 3]) await make(network(net), later(net))
    await make(network(4), later(2 * day))
    expect((await stored.oneTimeValue('laboratory', first.value.digest))?.consumedAt).toBeNull()
    await make('192.0.2.1', later(2 * day), true)
    expect((await stored.oneTimeValue('laboratory', first.value.digest))?.consumedAt).not.toBeNull()
  })

  it('are made by none for a network that has its share', async () => {
    const { make } = startProcess(16)
    for (let count = 0; count < 2; count++) await make('192.0.2.1', later(0))
    await expect(make('192.0.2.1', later(2 * day))).rejects.toMatchObject(full)
  })

  it('are looked for in a few questions to storage, and the next request goes on from there', async () => {
    const before = startProcess(0)
    for (let net = 0; net < 60; net++) {
      const { session } = await before.make(network(net), later(0))
      // All but the last were touched, which only their sessions tell.
      const event = sampleEvent({ sessionId: session.sessionId, at: later(2 * day) })
      if (net < 59) await stored.commit(commitOf({ events: [event] }))
    }
    const { make } = startProcess(60)
    const tries: string[] = []
    for (let count = 0; count < 3; count++) {
      touchesAsked = 0
      tries.push(
        await make('203.0.113.1', later(2 * day)).then(
          () => 'made',
          () => 'refused',
        ),
      )
      expect(touchesAsked).toBeLessThanOrEqual(25)
    }
    expect(tries).toEqual(['refused', 'refused', 'made'])
  })

  it('are counted once each that is made while all are read again', async () => {
    const other = startProcess(4)
    const { places, make } = startProcess(4)
    const [exchange, second] = [exchangeId(randomUUID()), exchangeId(randomUUID())]
    const seeker = { remoteAddress: network(1), isOperator: false }
    await places.take({ exchange, issuerId: 'lab:one', seeker, at: later(0) })
    for (const net of [2, 3]) await other.make(network(net), later(0))
    const { laboratories } = stored
    stored.laboratories = async (at) => {
      const read = await laboratories(at)
      const value = sampleValue({
        kind: 'laboratory',
        issuerId: 'lab:one',
        expiresAt: later(month),
        data: { at: begin },
      })
      const commit = commitOf({ effects: [{ type: 'grant', value }] })
      places.written(commit, await stored.commit(commit))
      places.end(exchange)
      return read
    }
    await places.take({
      exchange: second,
      issuerId: 'lab:two',
      seeker: { ...seeker, remoteAddress: network(4) },
      at: later(0),
    })
    await expect(make(network(5), later(0))).rejects.toMatchObject(full)
  })

  it('that another process gave are counted', async () => {
    const [one, other] = [startProcess(2), startProcess(2)]
    await one.make(network(1), later(0))
    await other.make(network(2), later(0))
    await expect(one.make(network(3), later(0))).rejects.toMatchObject(full)
  })

  it('of before whose they were was kept count for nobody, and make room as others do', async () => {
    const value = sampleValue({ kind: 'laboratory', issuerId: 'lab:old', expiresAt: later(month), data: {} })
    await stored.commit(commitOf({ effects: [{ type: 'grant', value }] }))
    const { make } = startProcess(2)
    await make('192.0.2.1', later(0))
    await make('198.51.100.1', later(0))
    expect((await stored.oneTimeValue('laboratory', value.digest))?.consumedAt).not.toBeNull()
  })
})
