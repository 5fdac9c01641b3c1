import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/errors'
import type { Clock, Store } from '@/lib/core/ports'
import type { CommitOutcome, StoredExchange } from '@/lib/core/store-types'
import { checkDurability } from './check-durability'
import { createPocketBaseClient, type PocketBaseClient } from './client'
import type { PocketBaseCredentials } from './credentials'
import { type BatchItem, type BatchReply, createGroupCommit } from './group-commit'
import { createLedgerRing } from './ledger-ring'
import { listAll, listPage, requireOk } from './list-records'
import { readEvent, readExchange, readOneTimeValue, readSession } from './records'
import { type PurgeCounts, purge } from './retention'
import { commitItem, toDateColumn } from './rows'

const batchItemsMax = 200
/** Of JSON text; the hook route accepts 64 MiB. */
const batchCharactersMax = 8 * 1024 * 1024
const waitingMax = 2000
const ledgerCharactersMax = 64 * 1024 * 1024
/** Exchanges without a session that are kept, as a multiple of the ledger: a later request may still bind them. */
const unboundPerLedger = 10
/** After how many commits the surplus is cleared away. */
const trimEvery = 500

const eventPage = 500
const exchangePage = 200

const zResults = z.object({
  results: z.array(
    z.union([
      z.object({ status: z.literal('committed') }),
      z.object({ status: z.literal('lost'), effects: z.array(z.number()) }),
    ]),
  ),
})

export interface PocketBaseStoreOptions {
  readonly url: string
  readonly credentials: PocketBaseCredentials
  /** Bound of the ledger. */
  readonly ledgerSize: number
  /** How long one call may take before StoreUnavailable. */
  readonly timeoutMillis: number
  readonly now: Clock
}

/** The Store port over PocketBase, with what the supervisor and the timers need beside it. */
export interface PocketBaseStore extends Store {
  /** True when PocketBase answers. Never throws. */
  healthy(): Promise<boolean>
  /** Deletes what is older than `retentionDays` (0 keeps sessions), and expired one-time values. */
  purge(options: { readonly retentionDays: number }): Promise<PurgeCounts>
  /** Waits for commits on their way, then lets go of the connections. */
  close(): Promise<void>
}

/**
 * Signs in, makes sure that acknowledged writes are durable, and gives the store.
 * Throws StoreUnavailable when PocketBase is away, or an Error with one sentence when it must not be used.
 */
export async function createPocketBaseStore(options: PocketBaseStoreOptions): Promise<PocketBaseStore> {
  const { url, now } = options
  const client = createPocketBaseClient(options)
  await checkDurability(client, url)
  const nextSeq = await startSequence(client, now)
  const writer = createWriter(client, options)
  const ring = createLedgerRing({
    size: options.ledgerSize,
    charactersMax: ledgerCharactersMax,
    load: (limit, charactersMax) => loadNewest(client, limit, charactersMax),
  })
  const { sdk } = client
  const exchangesWhere = async (filter: string): Promise<StoredExchange[]> =>
    (
      await listAll(client, {
        collection: 'recorded_exchanges',
        filter,
        sort: 'at,seq',
        perPage: exchangePage,
      })
    ).map(readExchange)

  return {
    async commit(commit) {
      const item = commitItem(commit, now(), nextSeq)
      const json = JSON.stringify(item)
      try {
        const outcome = await writer.add({ json, repeatable: item.key !== null })
        if (outcome.status === 'committed') ring.add(commit, json.length)
        return outcome
      } catch (error) {
        // Nobody knows whether it was written: the ledger has to ask storage again.
        ring.clear()
        throw error
      }
    },

    async session(id) {
      const path = `/api/collections/issuance_sessions/records/${encodeURIComponent(id)}`
      const reply = await client.request({ method: 'GET', path })
      return reply.status === 404 ? null : readSession(requireOk(reply))
    },

    async sessionByOffer(credentialOfferId) {
      const filter = sdk.filter('credential_offer_id = {:credentialOfferId}', { credentialOfferId })
      const [record] = await listPage(client, { collection: 'issuance_sessions', filter, perPage: 1 }, 1)
      return record === undefined ? null : readSession(record)
    },

    async openSessions({ issuerConfigurationId, credentialConfigurationId, at }) {
      const filter = sdk.filter(
        'flow = "authorization_code" && issuer_configuration_id = {:issuer} && ' +
          'credential_configuration_id = {:configuration} && created_at <= {:at} && expires_at > {:at}',
        { issuer: issuerConfigurationId, configuration: credentialConfigurationId, at: toDateColumn(at) },
      )
      const query = { collection: 'issuance_sessions', filter, sort: '-created_at', perPage: 20 }
      return (await listPage(client, query, 1)).map(readSession)
    },

    async oneTimeValue(kind, digest) {
      const filter = sdk.filter('kind = {:kind} && digest = {:digest}', { kind, digest })
      const [record] = await listPage(client, { collection: 'one_time_values', filter, perPage: 1 }, 1)
      return record === undefined ? null : readOneTimeValue(record)
    },

    async events(session) {
      const filter = sdk.filter('session_id = {:session}', { session })
      const records = await listAll(client, { collection: 'events', filter, sort: 'at,seq', perPage: eventPage })
      return records.map(readEvent)
    },

    exchanges: (session) => exchangesWhere(sdk.filter('session_id = {:session}', { session })),

    async unboundExchanges({ issuerConfigurationId, clients, from, to }) {
      if (clients.length === 0) return []
      const ofClients = clients.map((id) => sdk.filter('client = {:id}', { id })).join(' || ')
      const inSpan = sdk.filter(
        'session_id = "" && issuer_configuration_id = {:issuer} && at >= {:from} && at <= {:to}',
        { issuer: issuerConfigurationId, from: toDateColumn(from), to: toDateColumn(to) },
      )
      return exchangesWhere(`(${ofClients}) && ${inSpan}`)
    },

    ledger: (limit) => ring.newest(limit),

    async healthy() {
      try {
        await sdk.health.check()
        return true
      } catch {
        return false
      }
    },

    async purge({ retentionDays }) {
      const counts = await purge(client, url, { now: now(), retentionDays })
      if (counts.sessions + counts.exchanges > 0) ring.clear()
      return counts
    },

    async close() {
      await writer.close()
      client.close()
    },
  }
}

/** Numbers that grow across restarts too, as long as the machine's clock does; they order what has the same instant. */
async function startSequence(client: PocketBaseClient, now: Clock): Promise<() => number> {
  const [newest] = await listPage(client, { collection: 'exchanges', sort: '-at,-seq', perPage: 1 }, 1)
  const known = newest === undefined ? 0 : z.object({ seq: z.number() }).parse(newest).seq
  let seq = Math.max(known, now() * 1000)
  return () => ++seq
}

/** Group commit over the hook route. Every so often a batch also clears away surplus exchanges without a session. */
function createWriter(client: PocketBaseClient, options: PocketBaseStoreOptions) {
  let sinceTrim = 0
  const send = async (items: readonly BatchItem[]): Promise<BatchReply<CommitOutcome>> => {
    sinceTrim += items.length
    const trim = sinceTrim >= trimEvery
    if (trim) sinceTrim = 0
    const keep = options.ledgerSize * unboundPerLedger
    const body = `{"items":[${items.map((item) => item.json).join(',')}]${trim ? `,"trim":{"keep":${keep}}` : ''}}`
    const reply = await client.request({
      method: 'POST',
      path: '/api/internal/evidence/commit',
      body,
      repeatable: items.every((item) => item.repeatable),
    })
    if (reply.status === 200) return { status: 'written', results: zResults.parse(JSON.parse(reply.text)).results }
    if (reply.status >= 400 && reply.status < 500) return { status: 'refused', reason: reply.text }
    throw new StoreUnavailable(`PocketBase could not write: status ${reply.status}.`)
  }
  return createGroupCommit<CommitOutcome>({
    send,
    itemsMax: batchItemsMax,
    charactersMax: batchCharactersMax,
    waitingMax,
    timeoutMillis: options.timeoutMillis,
  })
}

/** The newest exchanges, oldest first, until there are `limit` or their JSON text is too long. */
async function loadNewest(client: PocketBaseClient, limit: number, charactersMax: number) {
  const loaded = new Map<string, { exchange: StoredExchange; characters: number }>()
  let characters = 0
  for (let page = 1; ; page++) {
    const query = { collection: 'recorded_exchanges', sort: '-at,-seq', perPage: exchangePage }
    const records = await listPage(client, query, page)
    for (const record of records) {
      const exchange = readExchange(record)
      if (loaded.has(exchange.id)) continue
      const size = JSON.stringify(record).length
      characters += size
      if (loaded.size === limit || (characters > charactersMax && loaded.size > 0))
        return [...loaded.values()].reverse()
      loaded.set(exchange.id, { exchange, characters: size })
    }
    if (records.length < exchangePage) return [...loaded.values()].reverse()
  }
}
