import { z } from 'zod'
import { walletProtocols } from '@/lib/core/http/wallet-protocol'
import type { Clock, Store, UnboundQuery } from '@/lib/core/ports'
import { checkDurability } from './check-durability'
import { createPocketBaseClient, type PocketBaseClient } from './client'
import { createCommitWriter } from './commit-writer'
import type { PocketBaseCredentials } from './credentials'
import { createLedger } from './ledger'
import { countRecords, listAll, listPage, requireOk } from './list-records'
import { loadNewest } from './load-newest'
import { createOwnMemory } from './own-memory'
import {
  readCampaign,
  readEntered,
  readEvent,
  readExchange,
  readIssuanceSession,
  readOneTimeValue,
  readPresentationSession,
  readSession,
  readSessionReference,
} from './records'
import { type PurgeCounts, purge } from './retention'
import { commitItem, itemText, toDateColumn } from './rows'

const ledgerCharactersMax = 64 * 1024 * 1024
const eventPage = 500
const sessionPage = 50
const enteredPage = 200
/**
 * Each may have a record of 64 KB and findings of the same size. A page is read at once, and must not block other work.
 */
const exchangePage = 20
/** The maximum length of the columns that sessions are looked up by. */
const handleCharactersMax = 1000

export interface PocketBaseStoreOptions {
  readonly url: string
  readonly credentials: PocketBaseCredentials
  /** Maximum number of ledger entries. */
  readonly ledgerSize: number
  /** Milliseconds before a call throws StoreUnavailable. */
  readonly timeoutMillis: number
  readonly now: Clock
}

const zMark = z.object({ mark: z.string().nullable() })

/** The Store port over PocketBase, with what the supervisor and the timers need besides. */
export interface PocketBaseStore extends Store {
  /** True when PocketBase answers. Never throws. */
  healthy(): Promise<boolean>
  /** Deletes sessions older than `retentionDays` (0 keeps them), and expired one-time values. */
  purge(options: { readonly retentionDays: number }): Promise<PurgeCounts>
  /** Waits for commits in flight, then closes the connections. */
  close(): Promise<void>
}

/**
 * Signs in, verifies that acknowledged writes are durable, and returns the store. Throws StoreUnavailable when
 * PocketBase is down, or an Error with one sentence when it must not be used.
 */
export async function createPocketBaseStore(options: PocketBaseStoreOptions): Promise<PocketBaseStore> {
  const { url, now } = options
  const client = createPocketBaseClient(options)
  await checkDurability(client, url)
  const nextSeq = await startSequence(client, now)
  const memory = createOwnMemory()
  const writer = createCommitWriter(client, { ...options, onState: memory.onState })
  const ledger = createLedger((protocol) => ({
    size: options.ledgerSize,
    charactersMax: ledgerCharactersMax / walletProtocols.length,
    load: (limit, charactersMax) => loadNewest(client, { protocol, limit, charactersMax }),
  }))
  const { sdk } = client
  /**
   * The newest session with this value in a column. The empty string finds none, since sessions without a value have it
   * there. Nor does a string longer than the column: PocketBase refuses a very long filter.
   */
  const newestSession = async (column: 'credential_offer_id' | 'state' | 'encryption_kid', value: string) => {
    if (value === '' || value.length > handleCharactersMax) return null
    const filter = sdk.filter(`${column} = {:value}`, { value })
    const [record] = await listPage(client, { collection: 'sessions', filter, sort: '-created_at', perPage: 1 }, 1)
    return record ?? null
  }

  const unboundFilter = ({ issuerConfigurationId, clients, from, to }: UnboundQuery): string => {
    const ofClients = clients.map((id) => sdk.filter('client = {:id}', { id })).join(' || ')
    const inSpan = sdk.filter(
      'session_id = "" && issuer_configuration_id = {:issuer} && at >= {:from} && at <= {:to}',
      {
        issuer: issuerConfigurationId,
        from: toDateColumn(from),
        to: toDateColumn(to),
      },
    )
    return `(${ofClients}) && ${inSpan}`
  }

  const store: PocketBaseStore = {
    async commit(commit) {
      const item = commitItem(commit, now(), nextSeq)
      const text = itemText(item)
      try {
        const outcome = await writer.add({ text, repeatable: item.key !== null })
        memory.written(item, outcome)
        if (outcome.status === 'lost') return { status: 'lost', effects: outcome.effects }
        ledger.add(commit, text.length)
        return { status: 'committed', bytes: Buffer.byteLength(text) }
      } catch (error) {
        // Unknown whether it was written, so storage has to be read again.
        ledger.clear()
        memory.forget()
        throw error
      }
    },

    async session(id) {
      const path = `/api/collections/sessions/records/${encodeURIComponent(id)}`
      const reply = await client.request({ method: 'GET', path })
      return reply.status === 404 ? null : readSession(requireOk(reply))
    },

    async sessionByOffer(credentialOfferId) {
      const record = await newestSession('credential_offer_id', credentialOfferId)
      return record === null ? null : readIssuanceSession(record)
    },

    async campaign(id) {
      const path = `/api/collections/campaigns/records/${encodeURIComponent(id)}`
      const reply = await client.request({ method: 'GET', path })
      return reply.status === 404 ? null : readCampaign(requireOk(reply))
    },

    async campaigns({ wallet, max }) {
      const filter =
        wallet === null
          ? ''
          : sdk.filter('wallet_name = {:name} && wallet_version = {:version}', {
              name: wallet.name,
              version: wallet.version,
            })
      const query = { collection: 'campaigns', filter, sort: '-created_at,id', perPage: max }
      return (await listPage(client, query, 1)).map(readCampaign)
    },

    async enteredResults({ wallet: { name, version }, max }) {
      const filter = sdk.filter('wallet_name = {:name} && wallet_version = {:version}', { name, version })
      const query = { collection: 'entered_results', filter, sort: '-seq', perPage: enteredPage }
      return (await listAll(client, query, readEntered, max)).reverse()
    },

    async campaignSessions(id) {
      const filter = sdk.filter('campaign_id = {:id}', { id })
      return listAll(
        client,
        { collection: 'sessions', filter, sort: 'created_at,id', perPage: sessionPage },
        readSession,
      )
    },

    async sessionByState(state) {
      const record = await newestSession('state', state)
      return record === null ? null : readPresentationSession(record)
    },

    async sessionByEncryptionKid(kid) {
      const record = await newestSession('encryption_kid', kid)
      return record === null ? null : readPresentationSession(record)
    },

    async openSessions({ issuerConfigurationId, credentialConfigurationId, at }) {
      const filter = sdk.filter(
        'flow = "authorization_code" && issuer_configuration_id = {:issuer} && ' +
          'credential_configuration_id = {:configuration} && created_at <= {:at} && expires_at > {:at}',
        { issuer: issuerConfigurationId, configuration: credentialConfigurationId, at: toDateColumn(at) },
      )
      const query = { collection: 'sessions', filter, sort: '-created_at', perPage: 20 }
      return (await listPage(client, query, 1)).map(readIssuanceSession)
    },

    async oneTimeValue(kind, digest) {
      const filter = sdk.filter('kind = {:kind} && digest = {:digest}', { kind, digest })
      const [record] = await listPage(client, { collection: 'one_time_values', filter, perPage: 1 }, 1)
      return record === undefined ? null : readOneTimeValue(record)
    },

    async events(session) {
      const filter = sdk.filter('session_id = {:session}', { session })
      return listAll(client, { collection: 'events', filter, sort: 'at,seq', perPage: eventPage }, readEvent)
    },

    async exchanges(session) {
      const filter = sdk.filter('session_id = {:session}', { session })
      const query = { collection: 'recorded_exchanges', filter, sort: 'at,seq', perPage: exchangePage }
      return listAll(client, query, readExchange)
    },

    exchangeCount: (session) =>
      countRecords(client, { collection: 'exchanges', filter: sdk.filter('session_id = {:session}', { session }) }),

    async hasWalletExchange(session, id) {
      const filter = sdk.filter('session_id = {:session} && client = {:id} && origin = "wallet"', { session, id })
      return (await listPage(client, { collection: 'exchanges', filter, perPage: 1 }, 1)).length > 0
    },

    async hasEvent(session, types) {
      if (types.length === 0) return false
      const ofTypes = types.map((type) => sdk.filter('type = {:type}', { type })).join(' || ')
      const filter = `${sdk.filter('session_id = {:session}', { session })} && (${ofTypes})`
      return (await listPage(client, { collection: 'events', filter, perPage: 1 }, 1)).length > 0
    },

    async unboundExchanges(query, bound) {
      if (query.clients.length === 0) return []
      const [max, sort] = 'firstMax' in bound ? [bound.firstMax, 'at,seq'] : [bound.newestMax, '-at,-seq']
      const listed = { collection: 'recorded_exchanges', filter: unboundFilter(query), sort, perPage: exchangePage }
      const found = await listAll(client, listed, readExchange, max)
      return sort === 'at,seq' ? found : found.reverse()
    },

    async unboundCount(query) {
      return query.clients.length === 0
        ? 0
        : countRecords(client, { collection: 'exchanges', filter: unboundFilter(query) })
    },

    async otherSession({ issuerConfigurationId, clients, from, to }, session) {
      if (clients.length === 0) return null
      const ofClients = clients.map((id) => sdk.filter('client = {:id}', { id })).join(' || ')
      const ofOthers = sdk.filter(
        'session_id != "" && session_id != {:session} && issuer_configuration_id = {:issuer} && at >= {:from} && at <= {:to}',
        { session, issuer: issuerConfigurationId, from: toDateColumn(from), to: toDateColumn(to) },
      )
      const filter = `(${ofClients}) && ${ofOthers}`
      const query = { collection: 'exchanges', filter, sort: 'at,seq', fields: 'session_id', perPage: 1 }
      const [first] = await listPage(client, query, 1)
      return first === undefined ? null : readSessionReference(first)
    },

    async evidenceMark(session, { issuerConfigurationId, clients, from, to }) {
      const nearby = { issuer: issuerConfigurationId, clients, from: toDateColumn(from), to: toDateColumn(to) }
      const body = JSON.stringify({ session, nearby })
      const reply = await client.request({ method: 'POST', path: '/api/internal/evidence/mark', body })
      return zMark.parse(requireOk(reply)).mark
    },

    ledger: ledger.newest,

    assuming: () => memory.reads(store),

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
      if (counts.sessions + counts.exchanges > 0) ledger.clear()
      return counts
    },

    async close() {
      await writer.close()
      client.close()
    },
  }
  return store
}

/**
 * Numbers that increase across restarts too, as long as the machine's clock does; they order records of the same
 * instant.
 */
async function startSequence(client: PocketBaseClient, now: Clock): Promise<() => number> {
  const [newest] = await listPage(client, { collection: 'exchanges', sort: '-at,-seq', perPage: 1 }, 1)
  const known = newest === undefined ? 0 : z.object({ seq: z.number() }).parse(newest).seq
  let seq = Math.max(known, now() * 1000)
  return () => ++seq
}
