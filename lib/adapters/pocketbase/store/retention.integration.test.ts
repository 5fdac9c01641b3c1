import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StandingValue } from '@/lib/core/shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { covers } from '@/lib/testing/covers'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import {
  commitOf,
  sampleCampaign,
  sampleDcApi,
  sampleDeclaration,
  sampleEntered,
  sampleEvent,
  sampleExchange,
  samplePresentation,
  sampleSession,
  sampleStart,
  sampleValue,
  sampleWorkbench,
} from '@/lib/testing/store-samples'
import { createPocketBaseClient, type PocketBaseClient } from '../client/client'
import { createPocketBaseStore, type PocketBaseStore } from './pocketbase-store'

const daySeconds = 86_400
const tables = ['sessions', 'exchanges', 'findings', 'events', 'one_time_values'] as const

let server: TestPocketBase
let client: PocketBaseClient
let store: PocketBaseStore
const now: EpochMillis = sampleStart

const openStore = (ledgerSize: number) =>
  createPocketBaseStore({
    url: server.url,
    credentials: { adminFile: server.adminFile },
    ledgerSize,
    timeoutMillis: 10_000,
    now: () => now,
  })

beforeAll(async () => {
  server = await startPocketBase()
  client = createPocketBaseClient({
    url: server.url,
    credentials: { adminFile: server.adminFile },
    timeoutMillis: 10_000,
  })
  store = await openStore(20)
})

afterAll(async () => {
  await store.close()
  client.close()
  await server.remove()
})

async function counts(): Promise<Record<string, number>> {
  await client.call('/api/health', { method: 'GET' })
  const entries = tables.map(async (table) => [table, (await client.sdk.collection(table).getList(1, 1)).totalItems])
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * A session of this age with an exchange, its findings, two events and a one-time value, plus an exchange without a
 * session.
 */
async function sessionOfAge(days: number, sample: typeof sampleSession | typeof samplePresentation = sampleSession) {
  const createdAt = addSeconds(now, -days * daySeconds)
  const session = sample({ createdAt, expiresAt: addSeconds(createdAt, 900) })
  const { sessionId } = session
  const exchange = sampleExchange({ sessionId, at: createdAt })
  await store.commit({
    session,
    exchange,
    events: [sampleEvent({ sessionId, at: createdAt }), sampleEvent({ sessionId, at: createdAt })],
    effects: [{ type: 'grant', value: sampleValue({ sessionId, expiresAt: addSeconds(now, 60) }) }],
  })
  await store.commit(commitOf({ exchange: sampleExchange({ at: createdAt }) }))
  return session
}

describe('retention', () => {
  covers('D25')
  it('deletes sessions that are too old with everything of theirs, and nothing else', async () => {
    const old = [await sessionOfAge(31), await sessionOfAge(30.1)]
    const kept = [await sessionOfAge(29.9), await sessionOfAge(0)]
    expect(await store.purge({ retentionDays: 0 })).toEqual({ sessions: 0, exchanges: 0, values: 0, keys: 0 })
    expect(await store.purge({ retentionDays: 30 })).toEqual({ sessions: 2, exchanges: 2, values: 0, keys: 0 })
    for (const { sessionId } of old) {
      expect(await store.session(sessionId)).toBeNull()
      expect(await store.exchanges(sessionId)).toEqual([])
    }
    for (const { sessionId } of kept) expect(await store.exchanges(sessionId)).toHaveLength(1)
    expect(await counts()).toEqual({ sessions: 2, exchanges: 4, findings: 4, events: 4, one_time_values: 2 })
    expect(await store.ledger(20)).toHaveLength(4)
  })

  it('deletes one-time values a day after they expired, not before, in as many steps as it takes', async () => {
    const before = (await counts()).one_time_values ?? 0
    const grants = (count: number, expiresAt: EpochMillis) =>
      Array.from({ length: count }, () => ({ type: 'grant', value: sampleValue({ expiresAt }) }) as const)
    const recent = grants(3, addSeconds(now, -daySeconds + 1))
    const effects = [...recent, ...grants(250, addSeconds(now, -daySeconds - 1))]
    await store.commit(commitOf({ exchange: sampleExchange({ at: now }), effects }))
    expect(await store.purge({ retentionDays: 30 })).toEqual({ sessions: 0, exchanges: 0, values: 250, keys: 0 })
    expect((await counts()).one_time_values).toBe(before + 3)
  })

  it('deletes presentation sessions that are too old with everything of theirs, like the others', async () => {
    const before = await counts()
    const old = await sessionOfAge(31, samplePresentation)
    const kept = await sessionOfAge(29, samplePresentation)
    expect(await store.purge({ retentionDays: 30 })).toEqual({ sessions: 1, exchanges: 1, values: 0, keys: 1 })
    expect(await store.session(old.sessionId)).toBeNull()
    expect(await store.exchanges(old.sessionId)).toEqual([])
    expect(await store.session(kept.sessionId)).toEqual({ ...kept, sealedEncryptionKey: null })
    const after = await counts()
    expect(tables.map((table) => (after[table] ?? 0) - (before[table] ?? 0))).toEqual([1, 2, 2, 2, 1])
  })

  it('deletes what a person entered or declared when it is as old as the sessions that are deleted, not before', async () => {
    const wallet = { name: 'Aged', version: '1' }
    const [old, young] = [10, 1].map((days) =>
      sampleEntered({ wallet, enteredAt: addSeconds(now, -days * daySeconds) }),
    )
    if (!old || !young) throw new Error('Two entries are needed.')
    for (const entered of [old, young]) await store.commit(commitOf({ entered }))
    const [past, kept] = [10, 1].map((days) =>
      sampleDeclaration({ wallet, declaredAt: addSeconds(now, -days * daySeconds) }),
    )
    for (const declaration of [past, kept]) await store.commit(commitOf(declaration ? { declaration } : {}))
    await store.purge({ retentionDays: 0 })
    expect(await store.declarations({ wallet, operatorOnly: false, max: 9 })).toHaveLength(2)
    expect(await store.enteredResults({ wallet, operatorOnly: false, max: 9 })).toHaveLength(2)
    await store.purge({ retentionDays: 7 })
    expect(await store.enteredResults({ wallet, operatorOnly: false, max: 9 })).toEqual([young])
    expect(await store.declarations({ wallet, operatorOnly: false, max: 9 })).toEqual([kept])
  })

  it('keeps which presets of a wallet had evidence, as long again, and nothing of sessions without any', async () => {
    const wallet = { name: 'Forgotten', version: '1' }
    const createdAt = addSeconds(now, -31 * daySeconds)
    const [own, foreign, other] = [
      sampleCampaign({ wallet, byOperator: true, createdAt }),
      sampleCampaign({ wallet, byOperator: false, createdAt }),
      sampleCampaign({ wallet: { ...wallet, version: '2' }, createdAt }),
    ]
    for (const campaign of [own, foreign, other]) await store.commit(commitOf({ campaign }))
    const used = async ({ campaignId }: typeof own, preset: string, by: 'wallet' | 'person' | null) => {
      const session = samplePresentation({ campaignId, preset, createdAt, expiresAt: addSeconds(createdAt, 900) })
      const { sessionId } = session
      await store.commit(commitOf({ session }))
      if (by === 'wallet') await store.commit(commitOf({ exchange: sampleExchange({ sessionId, at: createdAt }) }))
      if (by === 'person')
        await store.commit(
          commitOf({ events: [sampleEvent({ sessionId, at: createdAt, type: 'campaign_session_ended' })] }),
        )
    }
    await used(own, 'paths', 'wallet')
    await used(foreign, 'paths', 'wallet')
    await used(foreign, 'paths', 'wallet')
    await used(foreign, 'by_value', 'person')
    await used(foreign, 'user_denies', null)
    await used(other, 'unknown_claim', 'wallet')
    const asked = { wallet, operatorOnly: false }
    expect(await store.removedPresets(asked)).toEqual([])
    await store.purge({ retentionDays: 30 })
    expect(await store.removedPresets(asked)).toEqual(['by_value', 'paths'])
    expect(await store.removedPresets({ ...asked, operatorOnly: true })).toEqual(['paths'])
    expect(await store.removedPresets({ ...asked, wallet: { ...wallet, name: '' } })).toEqual([])
    await store.purge({ retentionDays: 16 })
    expect(await store.removedPresets(asked)).toHaveLength(2)
    await store.purge({ retentionDays: 15 })
    expect(await store.removedPresets(asked)).toEqual([])
  })

  it('deletes what stood long for a session or an alias, and never what stands for the installation', async () => {
    const values = (['list_release', 'session_list_release', 'list_alias'] as const).flatMap((kind) =>
      [31, 29].map((days): StandingValue => {
        const digest = `${kind}-${days}`.padEnd(43, '_')
        return { kind, digest, version: 1, changedAt: addSeconds(now, -days * daySeconds), data: {} }
      }),
    )
    for (const value of values) await store.commit(commitOf({ effects: [{ type: 'replace', value, replaces: 0 }] }))
    await store.purge({ retentionDays: 30 })
    const left = await Promise.all(values.map(({ kind, digest }) => store.standingValue(kind, digest)))
    expect(left.map((value) => value !== null)).toEqual([true, true, false, true, false, true])
  })

  it('deletes a workbench a day after its end, and leaves its sessions where they are', async () => {
    const ended = [2, 0.5].map((days) => sampleWorkbench({ expiresAt: addSeconds(now, -days * daySeconds) }))
    const { digest } = ended[0] ?? sampleWorkbench()
    const session = sampleSession({ workbench: digest, number: 7 })
    for (const workbench of ended) await store.commit(commitOf({ workbench }))
    await store.commit(commitOf({ session }))
    await store.purge({ retentionDays: 30 })
    const left = await Promise.all(ended.map((one) => store.workbench('digest', one.digest)))
    expect(left).toEqual([null, ended[1]])
    expect(await store.session(session.sessionId)).toEqual(session)
  })

  it('deletes a campaign that is too old with the last of its sessions, not before', async () => {
    const createdAt = addSeconds(now, -31 * daySeconds)
    const [empty, alive, young] = [sampleCampaign({ createdAt }), sampleCampaign({ createdAt }), sampleCampaign()]
    for (const campaign of [empty, alive, young]) await store.commit(commitOf({ campaign }))
    const { campaignId } = alive
    await store.commit(commitOf({ session: sampleSession({ campaignId, preset: 'p' }) }))
    await store.commit(commitOf({ session: sampleSession({ campaignId, preset: 'p', createdAt }) }))
    await store.purge({ retentionDays: 30 })
    expect(await store.campaign(empty.campaignId)).toBeNull()
    expect(await store.campaign(alive.campaignId)).toEqual(alive)
    expect(await store.campaignSessions(campaignId)).toHaveLength(1)
    expect(await store.campaign(young.campaignId)).toEqual(young)
  })

  covers('D25')
  it('deletes the private key of a session a day after its end, not before, and nothing else of it', async () => {
    const ended = (secondsAgo: number) => samplePresentation({ expiresAt: addSeconds(now, -secondsAgo) })
    const recent = ended(daySeconds - 1)
    const over = Array.from({ length: 120 }, () => ended(daySeconds + 1))
    for (const session of [recent, ...over]) await store.commit(commitOf({ session }))
    expect(await store.purge({ retentionDays: 0 })).toEqual({ sessions: 0, exchanges: 0, values: 0, keys: 120 })
    expect(await store.session(recent.sessionId)).toEqual(recent)
    for (const session of over.slice(-2)) {
      expect(await store.sessionByEncryptionKid(session.encryptionKid ?? '')).toEqual({
        ...session,
        sealedEncryptionKey: null,
      })
    }
    expect(await store.purge({ retentionDays: 0 })).toEqual({ sessions: 0, exchanges: 0, values: 0, keys: 0 })
  })

  it("deletes the key of a tester's own access certificate at the same time, of sessions of either kind", async () => {
    const sessions = [sampleSession, samplePresentation].flatMap((sample) =>
      [daySeconds - 1, daySeconds + 1].map((secondsAgo) =>
        sample({ expiresAt: addSeconds(now, -secondsAgo), sealedAccessKey: 'sealed', sealedEncryptionKey: null }),
      ),
    )
    for (const session of sessions) await store.commit(commitOf({ session }))
    await store.purge({ retentionDays: 0 })
    const left = await Promise.all(sessions.map(({ sessionId }) => store.session(sessionId)))
    expect(left.map((session) => session?.sealedAccessKey)).toEqual(['sealed', undefined, 'sealed', undefined])
    expect(left.map((session) => session?.sessionId)).toEqual(sessions.map(({ sessionId }) => sessionId))
  })

  it('deletes the keys of the entries of a request for a browser at the same time, and nothing else of them', async () => {
    const sessions = [daySeconds - 1, daySeconds + 1].map((secondsAgo) =>
      samplePresentation({
        expiresAt: addSeconds(now, -secondsAgo),
        sealedEncryptionKey: null,
        dcApi: sampleDcApi(),
        sealedEntryKeys: ['sealed', null],
      }),
    )
    for (const session of sessions) await store.commit(commitOf({ session }))
    expect(await store.purge({ retentionDays: 0 })).toMatchObject({ keys: 1 })
    const [young, old] = await Promise.all(sessions.map(({ sessionId }) => store.session(sessionId)))
    expect(young).toEqual(sessions[0])
    const { sealedEntryKeys: _, ...kept } = sessions[1] ?? {}
    expect(old).toEqual(kept)
  })

  it('deletes what was kept of a session with it, and everything once somebody changes evidence by hand', async () => {
    const [old, young] = [await sessionOfAge(31, samplePresentation), await sessionOfAge(1, samplePresentation)]
    const ids = [old.sessionId, young.sessionId]
    const ask = async () => {
      const { state, texts } = await store.keptResults({ key: 'k', sessions: ids })
      return { state, texts: [...texts.values()].sort() }
    }
    const rows = ids.map((sessionId, index) => ({ sessionId, text: `result ${index}`, events: 2, exchanges: 1 }))
    const first = await ask()
    await store.keepResults({ key: 'k', state: first.state, rows })
    expect(await ask()).toEqual({ ...first, texts: ['result 0', 'result 1'] })
    await store.purge({ retentionDays: 30 })
    const second = await ask()
    expect(second.texts).toEqual(['result 1'])
    expect((await client.sdk.collection('kept_results').getList(1, 1)).totalItems).toBe(1)
    expect(await store.keepResults({ key: 'k', state: first.state, rows })).toBe(second.state)
    const [event] = (await client.sdk.collection('events').getList(1, 1, { filter: `session_id = '${ids[1]}'` })).items
    await client.sdk.collection('events').update(event?.id ?? '', { detail: { changed: true } })
    const third = await ask()
    expect([third.texts, third.state === second.state]).toEqual([[], false])
    // What was judged before the change is not kept after it.
    await store.keepResults({ key: 'k', state: second.state, rows })
    expect((await ask()).texts).toEqual([])
    await store.keepResults({ key: 'k', state: third.state, rows })
    expect((await ask()).texts).toEqual(['result 1'])
    const { items } = await client.sdk.collection('findings').getList(1, 1, { filter: `session_id = '${ids[1]}'` })
    await client.sdk.collection('findings').delete(items[0]?.id ?? '')
    expect((await ask()).texts).toEqual([])
    await client.sdk.collection('sessions').delete(young.sessionId)
  })

  it('deleting a session in PocketBase itself takes its evidence along', async () => {
    const { sessionId } = await sessionOfAge(1)
    const before = await counts()
    await client.sdk.collection('sessions').delete(sessionId)
    const after = await counts()
    expect(tables.map((table) => (before[table] ?? 0) - (after[table] ?? 0))).toEqual([1, 1, 1, 2, 1])
  })

  it('exchanges without a session do not pile up: the surplus goes, the newest and those of sessions stay', async () => {
    await store.close()
    store = await openStore(1)
    const { sessionId } = await sessionOfAge(2)
    const at = (offset: number) => epochMillis(now + offset)
    const flood = Array.from({ length: 520 }, (_, index) =>
      sampleExchange({ at: at(index + 1), client: 'f100df100df100df' }),
    )
    await Promise.all(flood.map((exchange) => store.commit(commitOf({ exchange }))))
    await store.commit(commitOf({ exchange: sampleExchange({ sessionId, at: at(1000) }) }))
    const query = {
      issuerId: 'eu-pid-device-bound',
      clients: ['f100df100df100df'],
      from: now,
      to: at(1000),
    }
    const left = await store.unboundExchanges(query, { firstMax: 1000 })
    expect(left.length).toBeLessThan(100)
    // Of the ten that are kept, five are the newest overall; the others are divided among the clients.
    expect(left.slice(-5)).toEqual(flood.slice(-5))
    expect(await store.exchanges(sessionId)).toHaveLength(2)
    const { exchanges, findings } = await counts()
    expect(findings).toBe(exchanges)
  })

  it('the surplus is that of the client that sent most: what others sent before stays', async () => {
    await store.close()
    store = await openStore(1)
    const at = (offset: number) => epochMillis(now + 2000 + offset)
    const quiet = '0123456789abcdef.0123456789abcdef'
    const marked = [0, 1].map((index) => sampleExchange({ at: at(index), client: quiet }))
    for (const exchange of marked) await store.commit(commitOf({ exchange }))
    // Each has another user agent; the network, which comes first, is the same.
    const flood = Array.from({ length: 1010 }, (_, index) =>
      sampleExchange({ at: at(index + 10), client: `fedcba9876543210.${index.toString(16).padStart(16, '0')}` }),
    )
    await Promise.all(flood.map((exchange) => store.commit(commitOf({ exchange }))))
    const query = { issuerId: 'eu-pid-device-bound', clients: [quiet], from: at(0), to: at(2000) }
    expect(await store.unboundExchanges(query, { firstMax: 10 })).toEqual(marked)
  })
})
