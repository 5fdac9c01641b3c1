import { describe, expect, it } from 'vitest'
import { event, exchange, session, start } from '@/lib/core/engine/evidence/fixtures/sessions'
import type { Evidence } from '@/lib/core/engine/evidence/load-evidence'
import { exchangeId, type SessionId, sessionId } from '@/lib/core/shared/ports/ids'
import type { Facet } from '@/lib/core/shared/ports/session-memory'
import type { Commit } from '@/lib/core/shared/ports/store-types'
import { addSeconds } from '@/lib/core/shared/time/time'
import { samplePresentation } from '@/lib/testing/store-samples'
import { createSessionMemory } from './session-memory'

const own = session()
const other = sessionId('0d6a3a52-3a0e-4b36-a9b3-0f6e6e7b3a11')
const unbound = { sessionId: null, correlation: 'inferred' } as const
const reached: Evidence = {
  session: own,
  events: [event(1, 'session_created')],
  exchanges: [exchange(30, 'getIssuerMetadata', unbound), exchange(60, 'requestToken')],
}

const one: Facet<string> = { name: 'one' }
const two: Facet<number> = { name: 'two' }

const commitOf = (parts: Partial<Commit>): Commit => ({ events: [], effects: [], ...parts })

/** A memory that watches one session, with the number of reads so far. */
function watch(evidence: Evidence = reached) {
  const world = { evidence: evidence as Evidence | null, reads: 0, beforeReadEnds: () => {} }
  const memory = createSessionMemory()
  const load = () => {
    world.reads += 1
    const found = world.evidence
    world.beforeReadEnds()
    return Promise.resolve(found)
  }
  const read = async (id: SessionId = own.sessionId) => (await memory.read(id, load))?.known
  /** Reads only if the memory has no entry. */
  const current = async () => memory.get(own.sessionId) ?? (await read())
  return { world, memory, read, current }
}

/** Whether the evidence has to be read again after a commit. */
async function isReadAgainAfter(commit: Commit, evidence?: Evidence): Promise<boolean> {
  const { world, memory, current } = watch(evidence)
  await current()
  memory.written(commit)
  await current()
  return world.reads === 2
}

describe('a commit', () => {
  it.each([
    ['a request of the session', { exchange: exchange(70, 'requestNonce') }],
    ['a call of the service to itself', { internal: [exchange(70, 'requestChainedToken')] }],
    ['an event alone', { events: [event(70, 'session_created')] }],
    ['the session itself', { session: own }],
    ['a fetch of the wallet without a session', { exchange: exchange(65, 'getCredentialKeys', unbound) }],
    [
      'an exchange that is given to the session',
      { effects: [{ type: 'bind', exchangeId: exchangeId('x'), sessionId: own.sessionId }] },
    ],
    [
      'a previously inferred fetch removed',
      { effects: [{ type: 'bind', exchangeId: exchange(30, null).id, sessionId: other }] },
    ],
  ] as const)('is read if it contains %s', async (_, parts) => {
    expect(await isReadAgainAfter(commitOf(parts))).toBe(true)
  })

  it.each([
    ['another session', { exchange: exchange(70, 'requestToken', { sessionId: other }) }],
    ['another client', { exchange: exchange(65, 'getCredentialKeys', { ...unbound, client: 'another' }) }],
    ['another issuer', { exchange: exchange(65, 'getCredentialKeys', { ...unbound, issuerId: 'another' }) }],
    ['another time', { exchange: exchange(71, 'getCredentialKeys', unbound) }],
    ['a bond elsewhere', { effects: [{ type: 'bind', exchangeId: exchangeId('x'), sessionId: other }] }],
  ] as const)('is not read if it is about %s', async (_, parts) => {
    expect(await isReadAgainAfter(commitOf(parts))).toBe(false)
  })

  it('infers no fetch for a session that no wallet has reached', async () => {
    const commit = commitOf({ exchange: exchange(65, 'getCredentialKeys', unbound) })
    expect(await isReadAgainAfter(commit, { session: own, events: [], exchanges: [] })).toBe(false)
  })

  it('that arrives while the session is being read causes another read', async () => {
    const { world, memory, current } = watch()
    world.beforeReadEnds = () => memory.written(commitOf({ exchange: exchange(70, 'requestNonce') }))
    const old = await current()
    world.beforeReadEnds = () => {}
    world.evidence = { ...reached, exchanges: [...reached.exchanges, exchange(70, 'requestNonce')] }
    expect((await current())?.digest).not.toBe(old?.digest)
    expect(world.reads).toBe(2)
  })

  it('of another session that arrives meanwhile does not', async () => {
    const { world, memory, current } = watch()
    world.beforeReadEnds = () =>
      memory.written(commitOf({ exchange: exchange(70, 'requestToken', { sessionId: other }) }))
    await current()
    await current()
    expect(world.reads).toBe(1)
  })
})

describe('deleted evidence', () => {
  it('is read again, even if it disappeared during the read', async () => {
    const { world, memory, current } = watch()
    world.beforeReadEnds = memory.forget
    await current()
    await current()
    expect(world.reads).toBe(2)
    world.beforeReadEnds = () => {}
    await current()
    memory.forget()
    await current()
    expect(world.reads).toBe(4)
  })

  it('is not known any longer once nothing was read', async () => {
    const { world, memory, read } = watch()
    await read()
    world.evidence = null
    expect(await read()).toBeUndefined()
    expect(memory.get(own.sessionId)).toBeUndefined()
  })
})

describe('what was made of evidence', () => {
  it('is kept as long as that is known, each facet by itself', async () => {
    const { memory, read } = watch()
    const known = await read()
    known?.keep(one, 'one', 1)
    known?.keep(two, 2, 1)
    const found = memory.get(own.sessionId)
    expect([found?.get(one), found?.get(two)]).toEqual(['one', 2])
    memory.written(commitOf({ exchange: exchange(70, 'requestNonce') }))
    expect(memory.get(own.sessionId)).toBeUndefined()
    expect((await read())?.get(one)).toBeUndefined()
  })

  it('is not kept where a commit or a deletion came while it was made', async () => {
    const { memory, read } = watch()
    for (const change of [() => memory.written(commitOf({ events: [event(70, 'session_created')] })), memory.forget]) {
      const known = await read()
      change()
      known?.keep(one, 'one', 1)
      expect(memory.get(own.sessionId)).toBeUndefined()
      expect((await read())?.get(one)).toBeUndefined()
    }
  })

  it('stays when the same is read again, and goes when another process has added to it', async () => {
    const { world, read } = watch()
    const known = await read()
    known?.keep(one, 'one', 1)
    expect((await read())?.get(one)).toBe('one')
    world.evidence = { ...reached, events: [...reached.events, event(2, 'session_created')] }
    const after = await read()
    expect(after?.get(one)).toBeUndefined()
    known?.keep(one, 'late', 1)
    expect((await read())?.get(one)).toBeUndefined()
  })

  it('goes when another process has given one of its exchanges to a session', async () => {
    const { world, read } = watch()
    const known = await read()
    known?.keep(one, 'one', 1)
    const exchanges = [exchange(30, 'getIssuerMetadata'), exchange(60, 'requestToken')]
    world.evidence = { ...reached, exchanges }
    expect(await read()).toMatchObject({ digest: known?.digest })
    expect((await read())?.get(one)).toBeUndefined()
  })
})

describe('the bound', () => {
  const idOf = (index: number) => sessionId(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
  const million = 1024 * 1024

  it('of bytes leaves what was used last', async () => {
    const { memory, read } = watch()
    for (let index = 0; index < 80; index++) {
      ;(await read(idOf(index)))?.keep(one, 'half', million / 2)
      memory.get(idOf(index))?.keep(two, 2, million / 2)
      memory.get(idOf(3))
    }
    const left = Array.from({ length: 80 }, (_, index) => index).filter(
      (index) => memory.get(idOf(index)) !== undefined,
    )
    expect(left).toEqual([3, ...Array.from({ length: 62 }, (_, index) => 18 + index)])
  })

  it('holds for sessions of which nothing was made too', async () => {
    const { memory, read } = watch()
    await read(idOf(0))
    for (let index = 1; index <= 8200; index++) await read(idOf(index))
    expect(memory.get(idOf(0))).toBeUndefined()
    expect(memory.get(idOf(8200))).toBeDefined()
  })
})

it('a session without a wallet has nothing near it, and what is near a presentation is nothing', async () => {
  expect((await watch({ session: own, events: [], exchanges: [] }).current())?.nearby).toBeNull()
  const presentation = { session: samplePresentation(), events: [], exchanges: [] }
  expect((await watch(presentation).current())?.nearby).toMatchObject({ clients: [] })
  expect((await watch().current())?.nearby).toMatchObject({ from: start, to: addSeconds(start, 70) })
})

it('a session of many clients takes the room of many sessions', async () => {
  const exchanges = Array.from({ length: 5000 }, (_, index) =>
    exchange(60, 'requestToken', { client: `client ${index}` }),
  )
  const { memory, read } = watch({ ...reached, exchanges })
  const ids = Array.from({ length: 60 }, (_, index) =>
    sessionId(`0d6a3a52-3a0e-4b36-a9b3-${String(index).padStart(12, '0')}`),
  )
  for (const id of ids) await read(id)
  const known = ids.filter((id) => memory.get(id) !== undefined)
  expect(known.length).toBeGreaterThan(40)
  expect(known).toEqual(ids.slice(-known.length))
  expect(known.length).toBeLessThan(60)
})
