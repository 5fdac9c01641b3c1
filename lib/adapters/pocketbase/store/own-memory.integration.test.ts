import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import type { ClientRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Commit, OneTimeValue, Session } from '@/lib/core/shared/ports/store-types'
import { epochMillis } from '@/lib/core/shared/time/time'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import {
  commitOf,
  sampleEvent,
  sampleExchange,
  samplePresentation,
  sampleSession,
  sampleStart,
  sampleValue,
} from '@/lib/testing/store-samples'
import { createPocketBaseStore, type PocketBaseStore } from './pocketbase-store'

/** Tests the assumptions of a web process, as the only writer and alongside another one. */
let server: TestPocketBase
let store: PocketBaseStore
let other: PocketBaseStore
const stores: PocketBaseStore[] = []
const open = async () => {
  const opened = await createPocketBaseStore({
    url: server.url,
    credentials: { adminFile: server.adminFile },
    ledgerSize: 100,
    timeoutMillis: 20_000,
    now: () => sampleStart,
  })
  stores.push(opened)
  return opened
}
beforeAll(async () => {
  server = await startPocketBase()
})
afterAll(() => server.remove())
beforeEach(async () => {
  store = await open()
  other = await open()
  // A process learns the state of storage with its first commit.
  await store.commit(commitOf({ exchange: sampleExchange() }))
})
afterEach(async () => {
  for (const one of stores.splice(0)) await one.close()
})

/** The paths that `work` requests from storage, except commits. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = []
  const note = (message: unknown): void => {
    const { path } = (message as { request: ClientRequest }).request
    if (!path.endsWith('/evidence/commit')) paths.push(path)
  }
  subscribe('http.client.request.start', note)
  await work()
  unsubscribe('http.client.request.start', note)
  return paths
}

const committed = { status: 'committed', bytes: expect.any(Number) }
const lost = { status: 'lost', effects: [] }

/** Starts a session with a one-time value, as a process does. */
async function begin(session: Session = sampleSession()): Promise<{ session: Session; value: OneTimeValue }> {
  const value = sampleValue({ sessionId: session.sessionId })
  expect(await store.commit(commitOf({ session, effects: [{ type: 'grant', value }] }))).toEqual(committed)
  return { session, value }
}

/** Commits with the assumptions of a decision. */
const commitWith = (reads: ReturnType<PocketBaseStore['assuming']>, commit: Commit, by = store) => {
  const assumes = reads.assumptions()
  return by.commit(assumes === null ? commit : { ...commit, assumes })
}

describe('what a process wrote itself', () => {
  it.each([
    ['an issuance', sampleSession],
    ['a presentation', samplePresentation],
  ])('comes back as it is in storage, without asking storage (%s)', async (_name, sample) => {
    const { session, value } = await begin(sample())
    const { sessionId: id } = session
    const late = sampleEvent({ sessionId: id, at: epochMillis(sampleStart + 5) })
    const events = [sampleEvent({ sessionId: id }), sampleEvent({ sessionId: id, type: 'token_issued' })]
    await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id }), events: [late] }))
    await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id }), events }))
    const reads = store.assuming()
    const paths = await asked(async () => {
      expect(await reads.session(id)).toEqual(await store.session(id))
      expect(await reads.events(id)).toEqual([...events, late])
      expect(await reads.oneTimeValue(value.kind, value.digest)).toEqual(value)
    })
    // The one request is the read from plain storage, for comparison.
    expect(paths).toHaveLength(1)
    expect(await store.events(id)).toEqual([...events, late])
    expect(await commitWith(reads, commitOf({ exchange: sampleExchange() }))).toEqual(committed)
  })

  it('is used up and revoked in memory as it is in storage', async () => {
    const parent = randomUUID()
    const { value } = await begin()
    const tokens = [sampleValue({ kind: 'access_token', parent }), sampleValue({ kind: 'access_token' })]
    const effects = tokens.map((token) => ({ type: 'grant', value: token }) as const)
    await store.commit(commitOf({ exchange: sampleExchange(), effects }))
    await store.commit(
      commitOf({
        exchange: sampleExchange(),
        effects: [
          { type: 'consume', kind: value.kind, digest: value.digest },
          { type: 'revoke', kind: 'access_token', parent },
        ],
      }),
    )
    const reads = store.assuming()
    const paths = await asked(async () => {
      for (const { kind, digest } of [value, ...tokens]) await reads.oneTimeValue(kind, digest)
    })
    expect(paths).toEqual([])
    for (const { kind, digest } of [value, ...tokens])
      expect(await reads.oneTimeValue(kind, digest)).toEqual(await store.oneTimeValue(kind, digest))
  })

  it('is not relied on once another process wrote: the commit is lost, and the next look is at storage', async () => {
    const { session, value } = await begin()
    const reads = store.assuming()
    expect((await reads.oneTimeValue(value.kind, value.digest))?.consumedAt).toBeNull()
    expect(await reads.events(session.sessionId)).toEqual([])
    const event = sampleEvent({ sessionId: session.sessionId })
    const consume = { type: 'consume', kind: value.kind, digest: value.digest } as const
    await other.commit(commitOf({ exchange: sampleExchange(), events: [event], effects: [consume] }))

    const exchange = sampleExchange({ sessionId: session.sessionId })
    expect(await commitWith(reads, commitOf({ exchange }))).toEqual(lost)
    expect(await store.exchanges(session.sessionId)).toEqual([])
    const again = store.assuming()
    expect((await again.oneTimeValue(value.kind, value.digest))?.consumedAt).toBe(sampleStart)
    expect(await again.events(session.sessionId)).toEqual([event])
    expect(await commitWith(again, commitOf({ exchange }))).toEqual(committed)
  })

  it('is not relied on by a decision that began before the process heard of the other one', async () => {
    const { value } = await begin()
    const reads = store.assuming()
    await reads.oneTimeValue(value.kind, value.digest)
    await other.commit(commitOf({ exchange: sampleExchange() }))
    // This tells the process the new state; what it read before stays outdated.
    expect(await store.commit(commitOf({ exchange: sampleExchange() }))).toEqual(committed)
    expect(await commitWith(reads, commitOf({ exchange: sampleExchange() }))).toEqual(lost)
  })

  it.each([
    ['by the cleaning of old records', async (_id: string) => void (await other.purge({ retentionDays: 1 }))],
    ['in the dashboard', removeByDashboard],
  ])('is not relied on after something was changed past the commits, %s', async (_name, change) => {
    const { session } = await begin()
    const reads = store.assuming()
    expect(await asked(() => reads.session(session.sessionId))).toEqual([])
    await change(session.sessionId)
    expect(await commitWith(reads, commitOf({ exchange: sampleExchange() }))).toEqual(lost)
    const again = await asked(() => store.assuming().session(session.sessionId))
    expect(again).toEqual([`/api/collections/sessions/records/${session.sessionId}`])
  })

  it('is forgotten when the server starts again', async () => {
    const { session, value } = await begin()
    const reads = store.assuming()
    await reads.oneTimeValue(value.kind, value.digest)
    await server.end('SIGKILL')
    await server.start()
    const exchange = sampleExchange({ sessionId: session.sessionId })
    expect(await commitWith(reads, commitOf({ exchange }))).toEqual(lost)
    expect(await store.assuming().oneTimeValue(value.kind, value.digest)).toEqual(value)
  })
})

describe('a value that is taken for new', () => {
  const jti = () => sampleValue({ kind: 'dpop_jti' })

  it('is not asked for, and the commit says whether it was', async () => {
    const { kind, digest } = jti()
    const reads = store.assuming()
    expect(await asked(async () => expect(await reads.oneTimeValue(kind, digest)).toBeNull())).toEqual([])
    expect(reads.assumptions()).toEqual({ state: null, unseen: [{ kind, digest }] })
    expect(await commitWith(reads, commitOf({ exchange: sampleExchange() }))).toEqual(committed)
  })

  it.each([
    ['granted', true],
    ['remembered', true],
    ['left alone by a refused request', false],
  ])('and was stored by another process makes the commit lost, also where it is %s', async (how, isWritten) => {
    const value = jti()
    const reads = store.assuming()
    await reads.oneTimeValue(value.kind, value.digest)
    await other.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'grant', value }] }))
    const effects = isWritten ? [{ type: how === 'granted' ? 'grant' : 'remember', value } as const] : []
    const outcome = await commitWith(reads, commitOf({ exchange: sampleExchange(), effects }))
    expect(outcome).toEqual({ status: 'lost', effects: how === 'granted' ? [0] : [] })
    const again = store.assuming()
    expect(await again.oneTimeValue(value.kind, value.digest)).toEqual(value)
  })

  it('and is remembered twice by one commit, as of a presentation that an answer holds twice, is kept once', async () => {
    const value = sampleValue({ kind: 'credential_instance' })
    const reads = store.assuming()
    await reads.oneTimeValue(value.kind, value.digest)
    const remember = { type: 'remember', value } as const
    const commit = commitOf({ exchange: sampleExchange(), effects: [remember, remember] })
    expect(await commitWith(reads, commit)).toEqual(committed)
    expect(await store.assuming().oneTimeValue(value.kind, value.digest)).toEqual(value)
  })

  it('and was stored before the process began is asked for once, and then known like what it wrote itself', async () => {
    const value = sampleValue({ kind: 'credential_instance' })
    await store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'remember', value }] }))
    const late = await open()
    await late.commit(commitOf({ exchange: sampleExchange() }))
    const guess = late.assuming()
    expect(await guess.oneTimeValue(value.kind, value.digest)).toBeNull()
    expect((await commitWith(guess, commitOf({ exchange: sampleExchange() }), late)).status).toBe('lost')

    const once = await asked(async () => {
      for (let count = 0; count < 3; count++)
        expect(await late.assuming().oneTimeValue(value.kind, value.digest)).toEqual(value)
    })
    expect(once).toHaveLength(1)
    const reads = late.assuming()
    await reads.oneTimeValue(value.kind, value.digest)
    expect(reads.assumptions()).toEqual({ state: expect.any(String), unseen: [] })
    expect(await commitWith(reads, commitOf({ exchange: sampleExchange() }), late)).toEqual(committed)

    await store.commit(commitOf({ exchange: sampleExchange() }))
    expect(await commitWith(reads, commitOf({ exchange: sampleExchange() }), late)).toEqual(lost)
  })

  it('is taken for new by one of two parallel decisions only', async () => {
    const value = sampleValue({ kind: 'holder_key' })
    const outcomes = await Promise.all(
      [store, other].map(async (one) => {
        const reads = one.assuming()
        await reads.oneTimeValue(value.kind, value.digest)
        const commit = commitOf({ exchange: sampleExchange(), effects: [{ type: 'remember', value }] })
        return commitWith(reads, commit, one)
      }),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['committed', 'lost'])
  })
})

/** Deletes a session as an operator would. */
async function removeByDashboard(id: string): Promise<void> {
  const { email, password } = JSON.parse(await readFile(server.adminFile, 'utf8'))
  const signedIn = await fetch(`${server.url}/api/collections/_superusers/auth-with-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity: email, password }),
  })
  const { token } = await signedIn.json()
  const url = `${server.url}/api/collections/sessions/records/${id}`
  expect((await fetch(url, { method: 'DELETE', headers: { Authorization: token } })).status).toBe(204)
}
