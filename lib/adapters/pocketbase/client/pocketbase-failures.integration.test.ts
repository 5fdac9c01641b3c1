import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { type ClientRequest, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { Commit } from '@/lib/core/shared/ports/store-types'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import {
  commitOf,
  sampleEvent,
  sampleExchange,
  sampleSession,
  sampleStart,
  sampleValue,
} from '@/lib/testing/store-samples'
import { thorough } from '@/scripts/thorough.mjs'
import { createPocketBaseStore, type PocketBaseStore } from '../store/pocketbase-store'

let server: TestPocketBase
let store: PocketBaseStore

const openStore = (timeoutMillis: number) =>
  createPocketBaseStore({
    url: server.url,
    credentials: { adminFile: server.adminFile },
    ledgerSize: 1000,
    timeoutMillis,
    now: () => sampleStart,
  })

beforeEach(async () => {
  server = await startPocketBase()
  store = await openStore(5_000)
})

afterEach(async () => {
  await store.close()
  await server.remove()
})

/** A commit that touches every table: a session, an exchange with findings, two events, two one-time values. */
function wholeCommit() {
  const session = sampleSession()
  const { sessionId } = session
  const exchange = sampleExchange({ sessionId })
  const events = (['token_received', 'token_issued'] as const).map((type) =>
    sampleEvent({ sessionId, type, exchangeId: exchange.id }),
  )
  const values = [sampleValue({ sessionId }), sampleValue({ kind: 'access_token', sessionId })]
  const commit: Commit = { session, exchange, events, effects: values.map((value) => ({ type: 'grant', value })) }
  return { commit, session, exchange, events, values }
}
type Whole = ReturnType<typeof wholeCommit>

/** How many of the seven records of a commit exist, each exactly as committed. */
async function recordsOf({ session, exchange, events, values }: Whole): Promise<number> {
  const [found, exchanges, happened, granted] = await Promise.all([
    store.session(session.sessionId),
    store.exchanges(session.sessionId),
    store.events(session.sessionId),
    Promise.all(values.map((value) => store.oneTimeValue(value.kind, value.digest))),
  ])
  if (found) expect(found).toEqual(session)
  if (exchanges.length > 0) expect(exchanges).toEqual([exchange])
  if (happened.length > 0) expect(happened).toEqual(events)
  const findings = exchanges.filter(({ findings }) => findings.length > 0).length
  return Number(found !== null) + exchanges.length + findings + happened.length + granted.filter(Boolean).length
}
const allRecords = 7

/** Kills the server when its write-ahead log changes, so during or just after the write of a batch. */
async function killWhileWriting(): Promise<void> {
  const log = join(server.dataDir, 'data.db-wal')
  const stamp = () => statSync(log, { bigint: true }).mtimeNs
  const before = stamp()
  while (stamp() === before) await new Promise((resolve) => setImmediate(resolve))
  await server.end('SIGKILL')
}

/** Each round kills PocketBase at another moment of a write. */
const rounds = thorough ? 3 : 1

describe('PocketBase killed in the middle of many commits', () => {
  it('every acknowledged commit is there afterwards, and none is half there', async () => {
    await store.close()
    store = await openStore(2_000)
    const acknowledged: Whole[] = []
    const unanswered: Whole[] = []
    for (let round = 1; round <= rounds; round++) {
      let killed: Promise<void> | null = null
      let down = false
      const worker = async (): Promise<void> => {
        while (!down) {
          const whole = wholeCommit()
          try {
            await store.commit(whole.commit)
            acknowledged.push(whole)
          } catch (error) {
            expect(error).toBeInstanceOf(StoreUnavailable)
            unanswered.push(whole)
          }
          if (acknowledged.length >= round * 150)
            killed ??= killWhileWriting().then(() => {
              down = true
            })
        }
      }
      await Promise.all(Array.from({ length: 80 }, worker))
      await killed
      await server.start()
    }
    expect(unanswered.length).toBeGreaterThan(0)
    await store.close()
    store = await openStore(30_000)
    for (const records of await Promise.all(acknowledged.map(recordsOf))) expect(records).toBe(allRecords)
    for (const records of await Promise.all(unanswered.map(recordsOf))) expect([0, allRecords]).toContain(records)
  })

  it('when it is back in time, everybody gets an answer and everything is written once', async () => {
    await store.close()
    store = await openStore(30_000)
    for (let round = 0; round < rounds; round++) {
      const wholes = Array.from({ length: 120 }, wholeCommit)
      const first = wholeCommit()
      const outcomes = [first, ...wholes].map(({ commit }) => store.commit(commit))
      await outcomes[0]
      // The other commits form one batch, which is in flight now.
      await killWhileWriting()
      await server.start()
      for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject({ status: 'committed' })
      for (const whole of wholes) expect(await recordsOf(whole)).toBe(allRecords)
    }
  })
})

describe('PocketBase away or slow', () => {
  it('a dead server is StoreUnavailable for every method', async () => {
    await store.close()
    store = await openStore(10_000)
    await server.end('SIGKILL')
    const { session, commit } = wholeCommit()
    const unbound = { issuerId: 'x', clients: ['0123456789abcdef'], from: sampleStart, to: sampleStart }
    const calls = [
      store.commit(commit),
      store.session(session.sessionId),
      store.sessionByOffer(randomUUID()),
      store.sessionByState('x'),
      store.sessionByEncryptionKid('x'),
      store.oneTimeValue('c_nonce', 'x'.repeat(43)),
      store.events(session.sessionId),
      store.exchanges(session.sessionId),
      store.unboundExchanges(unbound, { firstMax: 1 }),
      store.unboundCount(unbound),
      store.hasWalletExchange(session.sessionId, '0123456789abcdef'),
      store.hasContact(session.sessionId),
      store.hasEvent(session.sessionId, ['token_issued']),
      store.ledger(10),
      store.purge({ retentionDays: 1 }),
    ]
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    expect(await store.healthy()).toBe('away')
  })

  it('a server that hangs is StoreUnavailable after the timeout, and serves again once it wakes up', async () => {
    await store.close()
    // The timeout bounds the sign-in of the new store too, and a busy machine may need several tries for that.
    store = await vi.waitFor(() => openStore(400), { timeout: 30_000 })
    const process = server.process()
    process.kill('SIGSTOP')
    // Its threads stop one after the other, and answer until then.
    const stat = `/proc/${process.pid}/stat`
    if (existsSync(stat)) await vi.waitFor(() => expect(readFileSync(stat, 'utf8')).toMatch(/\) T /))
    let isInTurn = true
    const inTurn = async () => {
      for (let read = 0; read < 8 && isInTurn; read++)
        await store.session(sampleSession().sessionId).catch(() => undefined)
      return null
    }
    const results = await Promise.race([
      inTurn(),
      Promise.allSettled([
        ...Array.from({ length: 100 }, () => store.commit(wholeCommit().commit)),
        store.session(sampleSession().sessionId),
      ]),
    ])
    isInTurn = false
    process.kill('SIGCONT')
    // Not one timeout after the other: a hundred are over before eight of reads in turn.
    if (results === null) expect.fail('The commits waited for each other.')
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    await store.close()
    store = await openStore(5_000)
    const whole = wholeCommit()
    await store.commit(whole.commit)
    expect(await recordsOf(whole)).toBe(allRecords)
  })

  it('opening a store says in one sentence why it cannot be opened', async () => {
    const settings = { url: server.url, ledgerSize: 10, timeoutMillis: 2_000, now: () => sampleStart }
    await expect(
      createPocketBaseStore({ ...settings, credentials: { adminFile: `${server.adminFile}.missing` } }),
    ).rejects.toThrow(/admin file .* cannot be read/)
    await server.end('SIGKILL')
    await expect(
      createPocketBaseStore({ ...settings, credentials: { adminFile: server.adminFile } }),
    ).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

describe('many commits at once', () => {
  it('two hundred parallel commits take two requests, and one that is refused does not fail the others', async () => {
    const taken = sampleSession()
    await store.commit(commitOf({ session: taken }))
    let requests = 0
    const count = (message: unknown): void => {
      const { request } = message as { request: ClientRequest }
      if (request.path.endsWith('/evidence/commit')) requests++
    }
    subscribe('http.client.request.start', count)
    const good = Array.from({ length: 200 }, wholeCommit)
    await Promise.all(good.map(({ commit }) => store.commit(commit)))
    unsubscribe('http.client.request.start', count)
    expect(requests).toBe(2)

    const more = Array.from({ length: 40 }, wholeCommit)
    const bad = { ...wholeCommit().commit, session: sampleSession({ credentialOfferId: taken.credentialOfferId }) }
    const commits = more.map(({ commit }) => commit)
    const outcomes = await Promise.allSettled([...commits.slice(0, 20), bad, ...commits.slice(20)].map(store.commit))
    expect(outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [index] : []))).toEqual([20])
    for (const whole of [...good.slice(0, 20), ...more]) expect(await recordsOf(whole)).toBe(allRecords)
  })
})

describe('PocketBase that answers and cannot write', () => {
  /** PocketBase behind a proxy that refuses commits as its hook does on a full disk, while `isFull`. */
  async function behindFullDisk() {
    const state = { isFull: false, commits: 0 }
    const proxy = createServer((request, response) => {
      const isCommit = request.url === '/api/internal/evidence/commit'
      if (isCommit) state.commits++
      if (isCommit && state.isFull) {
        request.resume()
        response.writeHead(503).end('{"message":"Storage could not write: database or disk is full (13)"}')
        return
      }
      const { method = 'GET', url: path, headers } = request
      const onward = httpRequest(new URL(path ?? '/', server.url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const opened = await createPocketBaseStore({
      url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      credentials: { adminFile: server.adminFile },
      ledgerSize: 1000,
      timeoutMillis: 5_000,
      now: () => sampleStart,
    })
    return {
      state,
      opened,
      close: async () => {
        await opened.close()
        proxy.closeAllConnections()
        proxy.close()
      },
    }
  }

  it('is unwritable until a probe goes through, which nobody sends while all is well', async () => {
    const { state, opened, close } = await behindFullDisk()
    expect(await opened.healthy()).toBe('up')
    expect(state.commits).toBe(0)
    state.isFull = true
    await expect(opened.commit(wholeCommit().commit)).rejects.toThrow(StoreUnavailable)
    expect(await opened.healthy()).toBe('unwritable')
    expect(await opened.healthy()).toBe('unwritable')
    state.isFull = false
    expect(await opened.healthy()).toBe('up')
    const after = state.commits
    expect(await opened.healthy()).toBe('up')
    expect(state.commits).toBe(after)
    await close()
  })

  it('is up again with the next commit, without a probe', async () => {
    const { state, opened, close } = await behindFullDisk()
    state.isFull = true
    await expect(opened.commit(wholeCommit().commit)).rejects.toThrow(StoreUnavailable)
    state.isFull = false
    await opened.commit(wholeCommit().commit)
    const { commits } = state
    expect(await opened.healthy()).toBe('up')
    expect(state.commits).toBe(commits)
    await close()
  })
})
