import { describe, expect, it } from 'vitest'
import { createSessionMemory } from '@/lib/adapters/session-memory'
import { event, exchange, session, start } from '@/lib/core/engine/evidence/fixtures/sessions'
import type { Evidence } from '@/lib/core/engine/evidence/load-evidence'
import { type SessionId, sessionId } from '@/lib/core/shared/ports/ids'
import type { UnboundQuery } from '@/lib/core/shared/ports/store'
import type { Session } from '@/lib/core/shared/ports/store-types'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { samplePresentation } from '@/lib/testing/store-samples'
import { createInspections } from './inspections'

const own = session()
const reached: Evidence = {
  session: own,
  events: [event(1, 'session_created')],
  exchanges: [exchange(60, 'requestToken')],
}

/** Sessions over one storage that other processes write to as well; `shows` makes what the page gets. */
function inspect(evidence: Evidence<Session> = reached) {
  const world = {
    evidence: evidence as Evidence<Session> | null,
    edits: 0,
    now: addSeconds(start, 100),
    reads: 0,
    folds: 0,
    asked: [] as UnboundQuery[],
    shows: (_: Evidence<Session>, _now: EpochMillis): string => 'the same',
    whileRead: () => {},
    whileAsked: async () => {},
  }
  const markOf = ({ events, exchanges }: Evidence<Session>) => [world.edits, events.length, exchanges.length].join()
  const memory = createSessionMemory()
  const inspections = createInspections({
    kind: evidence.session.kind,
    ports: {
      memory,
      now: () => world.now,
      turn: () => Promise.resolve(),
      store: {
        evidenceMark: async (_: SessionId, nearby: UnboundQuery) => {
          world.asked.push(nearby)
          await world.whileAsked()
          return world.evidence && markOf(world.evidence)
        },
      },
    },
    load: () => {
      world.reads += 1
      const found = world.evidence
      world.whileRead()
      return Promise.resolve(found)
    },
    project: (found: Evidence<Session>, now) => {
      world.folds += 1
      return Promise.resolve({
        deeplink: 'link',
        exchanges: [],
        requests: found.exchanges.length,
        text: world.shows(found, now),
      })
    },
  })
  const read = (id: string = own.sessionId) => inspections.read(id)
  const readTimes = async (count: number, id?: string) => {
    for (let index = 0; index < count; index++) await read(id)
  }
  const isKept = async (id?: string) => {
    const { reads } = world
    await read(id)
    return world.reads === reads
  }
  /** Writes as another process does, without notifying this one. */
  const addElsewhere = () => {
    const before = world.evidence ?? reached
    const added = exchange(70 + before.exchanges.length, 'requestNonce')
    world.evidence = { ...before, exchanges: [...before.exchanges, added] }
    return added
  }
  const revision = () => inspections.revision(own.sessionId)
  return { world, memory, inspections, revision, read, readTimes, isKept, addElsewhere }
}

describe('an inspection', () => {
  it('is kept from the fourth reading on, and is what was read', async () => {
    const { world, read } = inspect()
    const seen = [await read(), await read(), await read()]
    expect(world).toMatchObject({ reads: 3, folds: 4 })
    const fourth = await read()
    expect(world).toMatchObject({ reads: 3, folds: 4 })
    expect(fourth).toEqual(seen[2])
    expect(fourth?.revision).toBe(seen[0]?.revision)
  })

  it('of a presentation is kept too, with nothing near it', async () => {
    const { world, readTimes, isKept } = inspect({ ...reached, session: samplePresentation({ expiresAt: start }) })
    await readTimes(3)
    expect(await isKept()).toBe(true)
    expect(world.asked.every(({ clients }) => clients.length === 0)).toBe(true)
  })

  it('of a session that no wallet came to is not', async () => {
    const { world, readTimes, isKept } = inspect({ ...reached, exchanges: [] })
    await readTimes(5)
    expect(await isKept()).toBe(false)
    expect(world.asked).toEqual([])
  })

  it('of a session that many clients came to is not', async () => {
    const from = (client: number) => exchange(60, 'requestToken', { client: String(client) })
    for (const clients of [10, 11]) {
      const exchanges = Array.from({ length: clients }, (_, index) => from(index))
      const { world, readTimes, isKept } = inspect({ ...reached, exchanges })
      await readTimes(5)
      expect(await isKept()).toBe(clients === 10)
      expect(world.asked.length > 0).toBe(clients === 10)
    }
  })

  it('of a session that is gone is none', async () => {
    const { world, read, readTimes } = inspect()
    await readTimes(4)
    world.evidence = null
    expect(await read()).toBeNull()
  })

  it('that is deleted is read again', async () => {
    const { memory, readTimes, isKept } = inspect()
    await readTimes(4)
    memory.forget()
    expect(await isKept()).toBe(false)
  })
})

describe('a change is seen at the next reading', () => {
  it('by this process', async () => {
    const { memory, read, readTimes, addElsewhere } = inspect()
    await readTimes(4)
    const before = await read()
    memory.written({ exchange: addElsewhere(), events: [], effects: [] })
    const after = await read()
    expect(after?.view.requests).toBe(2)
    expect(after?.revision).not.toBe(before?.revision)
  })

  it('by another process', async () => {
    const { read, readTimes, isKept, addElsewhere } = inspect()
    await readTimes(4)
    const before = await read()
    addElsewhere()
    const after = await read()
    expect(after?.view.requests).toBe(2)
    expect(after?.revision).not.toBe(before?.revision)
    await readTimes(3)
    expect(await isKept()).toBe(true)
    expect((await read())?.view.requests).toBe(2)
  })

  it('in the dashboard', async () => {
    const { world, readTimes, isKept } = inspect()
    await readTimes(4)
    world.edits += 1
    expect(await isKept()).toBe(false)
  })

  it('that came while the evidence was read', async () => {
    const { world, read, readTimes, addElsewhere } = inspect()
    await readTimes(2)
    world.whileRead = addElsewhere
    expect((await read())?.view.requests).toBe(1)
    world.whileRead = () => {}
    expect((await read())?.view.requests).toBe(2)
  })

  it('and a mark that was asked for other evidence is not used', async () => {
    const { world, memory, read, readTimes, isKept, addElsewhere } = inspect()
    await readTimes(1)
    world.whileAsked = async () => {
      world.whileAsked = async () => {}
      memory.written({ exchange: addElsewhere(), events: [], effects: [] })
      await readTimes(2)
    }
    expect((await read())?.view.requests).toBe(2)
    expect(await isKept()).toBe(false)
    await readTimes(2)
    expect(await isKept()).toBe(true)
  })

  it('and before that by an open page, which has the revision of what it shows', async () => {
    const { memory, revision, read, readTimes, addElsewhere } = inspect()
    await readTimes(3)
    const shown = await read()
    expect(await revision()).toBe(shown?.revision)
    memory.written({ exchange: addElsewhere(), events: [], effects: [] })
    expect(await revision()).not.toBe(shown?.revision)
  })

  it('and no page shows one revision and is told another', async () => {
    const { world, memory, revision, read, readTimes } = inspect()
    await readTimes(4)
    world.evidence = { ...reached, events: [event(2, 'session_created')] }
    memory.forget()
    const told = await revision()
    expect((await read())?.revision).toBe(told)
    // Another reader in this process finds what another process wrote, and the mark happens to be the same.
    await readTimes(4)
    world.evidence = { ...reached, events: [event(3, 'session_created')] }
    const found = world.evidence
    await memory.read(own.sessionId, () => Promise.resolve(found))
    expect((await read())?.revision).not.toBe(told)
    expect((await read())?.revision).toBe(await revision())
  })
})

describe('what time alone changes', () => {
  it('is not kept beyond the end of the session', async () => {
    const { world, read, readTimes, isKept } = inspect()
    world.shows = (_, now) => (now < own.expiresAt ? 'open' : 'over')
    await readTimes(3)
    expect(await isKept()).toBe(true)
    world.now = own.expiresAt
    expect((await read())?.view).toMatchObject({ text: 'over' })
    await readTimes(1)
    expect(await isKept()).toBe(true)
  })

  it('at any instant is not kept, and is tried once a minute', async () => {
    const { world, readTimes, isKept } = inspect()
    world.shows = (_, now) => String(now)
    await readTimes(3)
    const { folds } = world
    await readTimes(5)
    expect(world.folds).toBe(folds + 5)
    world.shows = () => 'settled'
    world.now = addSeconds(world.now, 60)
    await readTimes(1)
    expect(await isKept()).toBe(true)
  })

  it('in the revision is told of what is kept', async () => {
    const { world, read, readTimes, isKept } = inspect()
    await readTimes(3)
    const open = await read()
    world.now = own.expiresAt
    expect(await isKept()).toBe(true)
    expect((await read())?.revision).toBe(`${open?.revision}-expired`)
  })
})

describe('the revision', () => {
  it('changes when the offer ends, without a read', async () => {
    const { world, revision } = inspect()
    const before = await revision()
    world.now = addSeconds(start, 900)
    expect(await revision()).not.toBe(before)
    expect(world.reads).toBe(1)
  })

  it('is the one loaded with the evidence', async () => {
    const { world, revision, read } = inspect()
    expect((await read())?.revision).toBe(await revision())
    expect(world.reads).toBe(1)
  })

  it('is null if there is no session, and for what is no id, which nobody looks for', async () => {
    const { world, inspections } = inspect()
    expect([await inspections.revision('no id'), await inspections.read('no id')]).toEqual([null, null])
    expect(world.reads).toBe(0)
    world.evidence = null
    expect([await inspections.revision(own.sessionId), await inspections.read(own.sessionId)]).toEqual([null, null])
  })

  it('of a session of the other kind is none, though that is known', async () => {
    const { world, memory, revision } = inspect()
    await memory.read(own.sessionId, async () => ({ ...reached, session: samplePresentation() }))
    world.evidence = null
    expect(await revision()).toBeNull()
  })
})

describe('the bound', () => {
  const idOf = (index: number) => sessionId(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

  it('leaves the newest views', async () => {
    const { world, readTimes, isKept } = inspect()
    world.shows = () => 'x'.repeat(450_000)
    for (let index = 0; index < 60; index++) await readTimes(3, idOf(index))
    expect(await isKept(idOf(59))).toBe(true)
    expect(await isKept(idOf(20))).toBe(true)
    expect(await isKept(idOf(0))).toBe(false)
  })

  it('leaves out a long view', async () => {
    const { world, readTimes, isKept } = inspect()
    world.shows = () => 'x'.repeat(500_001)
    await readTimes(3)
    expect(await isKept()).toBe(false)
    expect(world.folds).toBe(4)
  })
})
