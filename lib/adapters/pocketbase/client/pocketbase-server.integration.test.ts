import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { commitOf, sampleExchange, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { version } from '@/pb_hooks/version.json'
import { commitColumns } from '../rows/tables'
import { createPocketBaseStore } from '../store/pocketbase-store'
import { createPocketBaseClient, type PocketBaseClient } from './client'
import type { PocketBaseCredentials } from './superuser'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const toClose: (() => unknown)[] = []
/** For tests that find in it only what they have put there. */
let shared: TestPocketBase | null = null

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})
afterAll(() => shared?.remove())

async function sharedServer(): Promise<TestPocketBase> {
  shared ??= await startPocketBase()
  return shared
}

async function serverWith(options: Parameters<typeof startPocketBase>[0] = {}): Promise<TestPocketBase> {
  const server = await startPocketBase(options)
  toClose.push(() => server.remove())
  return server
}

function clientOf(server: TestPocketBase): PocketBaseClient {
  const credentials = { adminFile: server.adminFile }
  const client = createPocketBaseClient({ url: server.url, credentials, timeoutMillis: 5_000 })
  toClose.push(() => client.close())
  return client
}

async function storeOf(server: TestPocketBase, credentials: PocketBaseCredentials = { adminFile: server.adminFile }) {
  const settings = { url: server.url, ledgerSize: 10, timeoutMillis: 5_000, now: () => sampleStart }
  const store = await createPocketBaseStore({ ...settings, credentials })
  toClose.push(() => store.close())
  return store
}

/** Makes a hooks folder with this one file, plus a copy of our hooks if `ours`. */
async function hooksWith(text: string, ours: boolean): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-hooks-'))
  toClose.push(() => rm(directory, { recursive: true }))
  if (ours) await cp(join(root, 'pb_hooks'), directory, { recursive: true })
  await writeFile(join(directory, 'test.pb.js'), text)
  return directory
}

describe('migrations', () => {
  it('go all the way down and up again, and the store works on what is left', async () => {
    // All of them went up in what is there at the start: each is reverted.
    const server = await serverWith()
    await server.end('SIGTERM')
    const names = (await readdir(join(root, 'pb_migrations'))).sort()
    const steps = (output: string, verb: string) =>
      output.split('\n').flatMap((line) => (line.startsWith(`${verb} `) ? [line.slice(verb.length + 1).trim()] : []))
    const down = await server.command('migrate', 'down', String(names.length))
    expect(steps(down.replace(/^.*\(y\/N\) /m, ''), 'Reverted')).toEqual([...names].reverse())
    expect(steps(await server.command('migrate', 'up'), 'Applied')).toEqual(names)
    await server.start()
    const store = await storeOf(server)
    const session = sampleSession()
    await store.commit(commitOf({ session }))
    expect(await store.session(session.sessionId)).toEqual(session)
  })
})

/** A batch with one item. */
const batchOf = (members: string) => `{"keep":"","items":[{"table":"","assumedNewOnly":[],${members}}]}`

describe('a commit', () => {
  it('writes every column of its collections, and JSON into those that hold it', async () => {
    const client = clientOf(await sharedServer())
    for (const [name, { plain, json }] of Object.entries(commitColumns())) {
      const collection = await client.call(`/api/collections/${name}`, { method: 'GET' })
      const { fields } = collection as { fields: { name: string; type: string }[] }
      // PocketBase assigns the ids of values and of workbenches.
      const isAssigned = name.endsWith('_values') || name === 'workbenches'
      const ours = fields.filter((field) => !isAssigned || field.name !== 'id')
      const named = (isJson: boolean) =>
        ours.filter(({ type }) => (type === 'json') === isJson).map((field) => field.name)
      expect([name, named(false).sort(), named(true).sort()]).toEqual([name, [...plain].sort(), [...json].sort()])
    }
  })
})

describe('the mark of evidence', () => {
  it('is another one where as many exchanges came to a session as were cleaned up', async () => {
    const server = await serverWith()
    const [store, client] = [await storeOf(server), clientOf(server)]
    const session = sampleSession()
    await store.commit(commitOf({ session }))
    const { sessionId, issuerConfigurationId: issuerId } = session
    const [from, to] = [epochMillis(sampleStart - 60_000), epochMillis(sampleStart + 60_000)]
    const come = (at: EpochMillis, client: string) =>
      store.commit(commitOf({ exchange: sampleExchange({ sessionId: null, issuerId, client, at }) }))
    const mark = () => store.evidenceMark(sessionId, { issuerId, clients: ['near'], from, to })
    const stored = async () => {
      const filter = encodeURIComponent('client = "near"')
      const path = `/api/collections/exchanges/records?filter=${filter}`
      return JSON.parse((await client.request({ method: 'GET', path })).text).totalItems
    }

    await come(from, 'near')
    const before = await mark()
    await come(to, 'near')
    expect(await stored()).toBe(2)
    for (let round = 0; (await stored()) === 2 && round < 10; round++)
      await Promise.all(Array.from({ length: 100 }, (_, index) => come(sampleStart, `far ${round} ${index}`)))
    expect(await stored()).toBe(1)
    expect(await mark()).not.toBe(before)
  })

  it('is refused when it is malformed', async () => {
    const client = clientOf(await sharedServer())
    const malformed: readonly (readonly [name: string, body: string])[] = [
      ['no JSON', '{"keep":"","items":['],
      ['no items', '{"keep":""}'],
      ['no number to keep', '{"keep":"all","items":[]}'],
      ['nothing about what to keep', '{"items":[]}'],
      ['an unknown table', '{"keep":"","items":[{"table":"_superusers","rows":[],"effects":[],"assumedNewOnly":[]}]}'],
      ['an item without rows', '{"keep":"","items":[{"table":"","effects":[],"assumedNewOnly":[]}]}'],
      ['an item without values taken for new', '{"keep":"","items":[{"table":"","rows":[],"effects":[]}]}'],
      ['a row of an unknown table', batchOf('"rows":[["_superusers",["a"]]],"effects":[]')],
      ['a row of a property of objects', batchOf('"rows":[["constructor",["a"]]],"effects":[]')],
      ['a row with too few columns', batchOf('"rows":[["events",["a"]]],"effects":[]')],
      ['a column that is not a text', batchOf('"rows":[["events",[1,1,1,1,1,1,1]]],"effects":[]')],
      ['a value without its row', batchOf('"rows":[],"effects":[{"type":"grant"}]')],
      ['an unknown effect', batchOf('"rows":[],"effects":[{"type":"delete"}]')],
    ]
    for (const [name, body] of malformed) {
      const answer = await client.request({ method: 'POST', path: '/api/internal/evidence/commit', body })
      expect([name, answer.status]).toEqual([name, 400])
    }
  })
})

describe('who may see what', () => {
  it('nobody but the superuser reads a collection or reaches a hook route', async () => {
    const { url } = await sharedServer()
    const collections = ['sessions', 'exchanges', 'findings', 'events', 'one_time_values', 'ledger']
    for (const name of [...collections, 'recorded_exchanges'])
      expect((await fetch(`${url}/api/collections/${name}/records`)).status).toBe(403)
    for (const name of ['commit', 'purge']) {
      const request = { method: 'POST', body: '{"items":[]}', headers: { 'content-type': 'application/json' } }
      expect((await fetch(`${url}/api/internal/evidence/${name}`, request)).status).toBe(401)
    }
    expect((await fetch(`${url}/api/internal/evidence/durability`)).status).toBe(401)
  })

  it('the ledger shows the ten members of a request capture record and the order, nothing else', async () => {
    const server = await serverWith()
    const store = await storeOf(server)
    const session = sampleSession()
    const bound = sampleExchange({ sessionId: session.sessionId, body: 'true' })
    const response = { status: null, contentType: null, headers: {}, body: 'secret' }
    const unbound = sampleExchange({ issuerId: null, body: null, response })
    await store.commit(commitOf({ session, exchange: bound }))
    await store.commit(commitOf({ exchange: unbound }))
    // A request capture record belongs to issuance.
    for (const path of ['/openid4vp/response', '/d/~7f3a/request'])
      await store.commit(commitOf({ exchange: sampleExchange({ path }) }))
    const client = clientOf(server)
    await client.call('/api/health', { method: 'GET' })
    const { items } = await client.sdk.collection('ledger').getList(1, 10, { sort: 'seq' })
    const records = items.map(({ collectionId: _id, collectionName: _name, seq: _seq, ...record }) => record)
    expect(records).toEqual(
      [bound, unbound].map((exchange) => ({
        id: exchange.id,
        at: '2026-11-20 12:00:00.000Z',
        method: exchange.method,
        path: exchange.path,
        session_id: exchange.sessionId,
        issuer_configuration_id: exchange.issuerId,
        headers: exchange.headers,
        query: exchange.query,
        body: exchange.body,
        response: { status: exchange.response.status, content_type: exchange.response.contentType },
      })),
    )
  })

  it('PocketBase keeps no log of requests', async () => {
    const server = await sharedServer()
    const store = await storeOf(server)
    await store.sessionByOffer('an-offer-that-must-not-be-logged')
    const settings = await clientOf(server).call('/api/settings', { method: 'GET' })
    expect(settings).toMatchObject({ logs: { maxDays: 0 } })
  })
})

describe('the superuser', () => {
  it('signs in again by itself when its token is no longer accepted', async () => {
    const server = await sharedServer()
    const store = await storeOf(server)
    // Saving the password again invalidates every token.
    await server.saveSuperuser()
    const session = sampleSession()
    expect(await store.commit(commitOf({ session }))).toMatchObject({ status: 'committed' })
    await server.saveSuperuser()
    expect(await store.purge({ retentionDays: 30 })).toEqual({ sessions: 0, exchanges: 0, values: 0, keys: 0 })
    await server.saveSuperuser()
    const sessions = await Promise.all(Array.from({ length: 10 }, () => store.session(session.sessionId)))
    expect(sessions).toEqual(Array.from({ length: 10 }, () => session))
  })

  it('may come as a token in a file, which is read again when it was replaced', async () => {
    const server = await sharedServer()
    const tokenFile = `${server.adminFile}.token`
    const writeToken = async () => {
      const client = clientOf(server)
      await client.call('/api/health', { method: 'GET' })
      await writeFile(tokenFile, `${client.sdk.authStore.token}\n`)
    }
    await writeToken()
    const store = await storeOf(server, { tokenFile })
    const session = sampleSession()
    await store.commit(commitOf({ session }))
    await server.saveSuperuser()
    await expect(store.session(session.sessionId)).rejects.toMatchObject({ name: 'StoreUnavailable' })
    await writeToken()
    expect(await store.session(session.sessionId)).toEqual(session)
  })
})

describe('a superuser whose password is in a file', () => {
  /** Paths that a sign-in asked for, until the function that it comes with is called. */
  function watchSignIns() {
    const paths: string[] = []
    const note = (message: unknown): void => {
      const { request } = message as { request: { path: string } }
      if (request.path.endsWith('/auth-with-password')) paths.push(request.path)
    }
    // The end of an answer: a sign-in that is under way would take a token that the next one has ended.
    subscribe('undici:request:trailers', note)
    return { paths, end: () => unsubscribe('undici:request:trailers', note) }
  }
  async function accessTo(server: TestPocketBase) {
    const { email, password } = JSON.parse(await readFile(server.adminFile, 'utf8'))
    const passwordFile = `${server.adminFile}.password`
    await writeFile(passwordFile, `${password}\n`)
    return { email, password, passwordFile }
  }

  it('signs in once, again before its token expires, and once more when the token is refused', async () => {
    const server = await sharedServer()
    const { email, passwordFile } = await accessTo(server)
    const signIns = watchSignIns()
    try {
      const client = createPocketBaseClient({
        url: server.url,
        credentials: { email, passwordFile },
        timeoutMillis: 5000,
      })
      const ask = () => client.request({ method: 'GET', path: '/api/internal/evidence/durability' })
      for (let round = 0; round < 3; round++) expect(await ask()).toMatchObject({ status: 200 })
      expect(signIns.paths).toHaveLength(1)
      // A token works for a day; half of it is over.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 60 * 60 * 1000 })
      try {
        expect(await ask()).toMatchObject({ status: 200 })
        await vi.waitFor(() => expect(signIns.paths).toHaveLength(2))
      } finally {
        vi.useRealTimers()
      }
      await server.saveSuperuser()
      expect(await ask()).toMatchObject({ status: 200 })
      expect(signIns.paths).toHaveLength(3)
      client.close()
    } finally {
      signIns.end()
    }
  })

  it('repeats neither a wrong password nor a right one in what it says', async () => {
    const server = await sharedServer()
    const { email, password, passwordFile } = await accessTo(server)
    const failureOf = async (credentials: { readonly email: string; readonly passwordFile: string }) =>
      storeOf(server, credentials).then(
        () => '',
        (error: Error) => `${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.cause)}`,
      )
    await writeFile(passwordFile, `${password}-and-more`)
    const refused = await failureOf({ email, passwordFile })
    expect(refused).toMatch(/refuses its superuser or the request with status 400/)
    expect(refused).not.toContain(password)
    expect(await failureOf({ email, passwordFile: `${passwordFile}.missing` })).toMatch(
      /password file .*missing cannot be read/,
    )
    await writeFile(passwordFile, '\n')
    expect(await failureOf({ email, passwordFile })).toMatch(/password file .* is empty/)
  })
})

describe('the token of a commit, and of a mark,', () => {
  const commit = (server: TestPocketBase, token: string) =>
    fetch(`${server.url}/api/internal/evidence/commit`, {
      method: 'POST',
      body: '{"state":"","keep":"","items":[]}',
      headers: { 'x-superuser-token': token },
    })
  const mark = (server: TestPocketBase, token: string) =>
    fetch(`${server.url}/api/internal/evidence/mark`, {
      method: 'POST',
      body: '{"session":"","nearby":{"issuer":"","orNone":false,"clients":[""],"from":"","to":""}}',
      headers: { 'x-superuser-token': token, 'content-type': 'application/json' },
    })
  const signIn = async (client: PocketBaseClient, server: TestPocketBase) => {
    const { email, password } = JSON.parse(await readFile(server.adminFile, 'utf8'))
    const { token, record } = await client.sdk.collection('_superusers').authWithPassword(email, password)
    return { token, id: record.id, email, password }
  }

  it('must be that of a superuser', async () => {
    const server = await serverWith()
    const { token } = await signIn(clientOf(server), server)
    expect((await commit(server, token)).status).toBe(200)
    for (const wrong of ['', 'a', `${token}a`, token.slice(1), `${token.split('.').slice(0, 2).join('.')}.AAAA`])
      expect([wrong, (await commit(server, wrong)).status, (await mark(server, wrong)).status]).toEqual([
        wrong,
        401,
        401,
      ])
    expect([(await commit(server, token)).status, (await mark(server, token)).status]).toEqual([200, 200])
  })

  it('ends at once when its superuser changes in the dashboard', async () => {
    const server = await serverWith()
    const client = clientOf(server)
    const { token, id, password } = await signIn(client, server)
    expect((await commit(server, token)).status).toBe(200)
    await client.sdk.collection('_superusers').update(id, { password, passwordConfirm: password })
    expect((await commit(server, token)).status).toBe(401)
  })

  it('ends within seconds when its superuser changes elsewhere, and the client signs in again', async () => {
    const server = await serverWith()
    const store = await storeOf(server)
    const { token } = await signIn(clientOf(server), server)
    await store.commit(commitOf({ session: sampleSession() }))
    expect((await commit(server, token)).status).toBe(200)
    await server.saveSuperuser()
    await vi.waitFor(async () => expect((await commit(server, token)).status).toBe(401), { timeout: 20_000 })
    await store.commit(commitOf({ session: sampleSession() }))
  })
})

describe('durability', () => {
  it('a server without our hooks is refused', async () => {
    const server = await serverWith({ hooksDir: await hooksWith('', false) })
    await expect(storeOf(server)).rejects.toThrow(/runs without the hooks/)
  })

  it('a server that acknowledges before the disk has it is refused', async () => {
    const text = `routerAdd('GET', '/api/internal/evidence/durability', (e) => e.json(200, { synchronous: 1, journalMode: 'wal' }))`
    const server = await serverWith({ hooksDir: await hooksWith(text, false) })
    await expect(storeOf(server)).rejects.toThrow(/synchronous=1/)
  })

  it('a server with the hooks of another version is refused, with what to do: they would refuse every commit', async () => {
    for (const [written, told] of [
      ['{"version":"0123456789abcdef"}', '0123456789abcdef'],
      ['{}', 'none given'],
    ] as const) {
      const hooksDir = await hooksWith('', true)
      await writeFile(join(hooksDir, 'version.json'), written)
      await expect(storeOf(await serverWith({ hooksDir }))).rejects.toThrow(
        `runs hooks of another version (${told}, expected ${version}): restart it with the pb_hooks and pb_migrations of this version of Wallet Capture.`,
      )
    }
  })

  it('when the writing connection is replaced, the next commit is durable again', async () => {
    const text = `routerAdd('GET', '/test/replace-connection', (e) => {
      const pool = e.app.nonconcurrentDB().db()
      pool.setMaxIdleConns(-1)
      pool.setMaxIdleConns(1)
      return e.noContent(204)
    })`
    const server = await serverWith({ hooksDir: await hooksWith(text, true) })
    const store = await storeOf(server)
    const client = clientOf(server)
    const durability = () => client.call('/api/internal/evidence/durability', { method: 'GET' })
    expect(await durability()).toEqual({ synchronous: 2, journalMode: 'wal', hooks: version })
    // Leaves prepared statements on the connection that is about to be replaced.
    for (let count = 0; count < 2; count++) await store.commit(commitOf({ session: sampleSession() }))
    await fetch(`${server.url}/test/replace-connection`)
    expect(await durability()).toEqual({ synchronous: 1, journalMode: 'wal', hooks: version })
    await store.commit(commitOf({ session: sampleSession() }))
    expect(await durability()).toEqual({ synchronous: 2, journalMode: 'wal', hooks: version })
  })
})
