import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { walletProtocols } from '@/lib/core/shared/http/exchange'
import { isStoreUnavailable } from '@/lib/core/shared/ports/errors'
import { type Comparison, filterOf, isDigest, toDateColumn } from '@/lib/core/shared/ports/filter'
import { isUuid } from '@/lib/core/shared/ports/ids'
import type { Clock, StorageHealth } from '@/lib/core/shared/ports/ports'
import type { Store, UnboundQuery, WalletQuery } from '@/lib/core/shared/ports/store'
import type { Campaign, Commit, StoredExchange } from '@/lib/core/shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { createPocketBaseClient, type PocketBaseClient } from '../client/client'
import { countRecords, listAll, listPage, requireOk } from '../client/list-records'
import type { PocketBaseCredentials } from '../client/superuser'
import { commitItem, itemSize, itemText } from '../rows/commit-item'
import { readKeptResults, readWalletRuns, zRunReference } from '../rows/hook-replies'
import { optionalDigest, walletDigest } from '../rows/look-up-digests'
import {
  readCampaign,
  readDeclaration,
  readEntered,
  readEvent,
  readExchange,
  readIssuanceSession,
  readOneTimeValue,
  readPresentationSession,
  readSession,
  readSessionReference,
  readStandingValue,
  readWorkbench,
} from '../rows/tables'
import { checkDurability } from './check-durability'
import { createCommitWriter } from './commit-writer'
import { createLedger, loadNewest } from './ledger'
import { createOwnMemory } from './own-memory'
import { type PurgeCounts, purge, readRemovedPreset } from './retention'

const ledgerCharactersMax = 64 * 1024 * 1024
/** One-time values per page. */
const valuePage = 500
const eventPage = 500
const sessionPage = 50
const enteredPage = 200
const removedPage = 500
const laboratoryPage = 1000
/**
 * Exchanges per page. Each may have a record of 64 KB and findings of the same size, and parsing a page must not block
 * other work.
 */
const exchangePage = 20

export interface PocketBaseStoreOptions {
  readonly url: string
  readonly credentials: PocketBaseCredentials
  /** Maximum number of ledger entries. */
  readonly ledgerSize: number
  /** Milliseconds before a call throws StoreUnavailable. */
  readonly timeoutMillis: number
  readonly now: Clock
}

/**
 * Clients per filter: PocketBase accepts 3500 bytes and 200 comparisons. Each User-Agent makes a wallet another client,
 * and a wallet must not be able to hide its session by using many.
 */
const clientsPerFilter = 50

/**
 * Splits the clients of a query into groups, one per filter. Drops texts that are not fingerprints: no such client was
 * ever stored.
 */
function clientGroups({ clients }: UnboundQuery): readonly (readonly string[])[] {
  const known = clients.filter(isDigest)
  return Array.from({ length: Math.ceil(known.length / clientsPerFilter) }, (_, index) =>
    known.slice(index * clientsPerFilter, (index + 1) * clientsPerFilter),
  )
}

const workbenchColumns = { digest: 'digest', doorDigest: 'door_digest', viewDigest: 'view_digest' } as const

const zRuns = z.array(zRunReference)
const zState = z.object({ state: z.string() })
const zMark = z.object({ mark: z.string().nullable() })

/** The Store port over PocketBase, plus what the supervisor and the timers need. */
export interface PocketBaseStore extends Store {
  /**
   * Whether PocketBase answers, and wrote the last commit. After a failed write, each call commits a probe, so that
   * idle storage is `up` again once there is room. Never throws.
   */
  healthy(): Promise<StorageHealth>
  /** Deletes sessions older than `retentionDays` (0 keeps them) and expired one-time values. */
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
  const own = createOwnMemory()
  const writer = createCommitWriter(client, { ...options, onState: own.onState })
  const ledger = createLedger((protocol) => ({
    size: options.ledgerSize,
    charactersMax: ledgerCharactersMax / walletProtocols.length,
    load: (limit, charactersMax) => loadNewest(client, { protocol, limit, charactersMax }),
  }))
  const forget = (): void => {
    ledger.forget()
    own.forget()
  }
  const { sdk } = client
  /** Reads one record by its id. Only a valid id may become part of the path, because `..` would lead elsewhere. */
  const recordById = async (collection: 'sessions' | 'campaigns', id: string): Promise<unknown> => {
    if (!isUuid(id)) return null
    const reply = await client.request({ method: 'GET', path: `/api/collections/${collection}/records/${id}` })
    return reply.status === 404 ? null : requireOk(reply)
  }
  /**
   * The newest session with a value, found by its digest. An empty string finds none, because it marks sessions without
   * a value.
   */
  const newestSession = async (column: 'state_digest' | 'encryption_kid_digest', value: string) => {
    if (value === '') return null
    const filter = filterOf([column, '=', { digest: optionalDigest(value) }])
    const [record] = await listPage(client, { collection: 'sessions', filter, sort: '-created_at', perPage: 1 }, 1)
    return record ?? null
  }

  /** The newest open issuances at an issuer, newest first. */
  const openIssuances = async (
    { issuerId, at }: { readonly issuerId: string; readonly at: EpochMillis },
    ...more: readonly Comparison[]
  ) => {
    const filter = filterOf(
      ['issuer_configuration_id', '=', { word: issuerId }],
      ['created_at', '<=', { instant: at }],
      ['expires_at', '>', { instant: at }],
      ...more,
    )
    const query = { collection: 'sessions', filter, sort: '-created_at', perPage: 20 }
    return (await listPage(client, query, 1)).map(readIssuanceSession)
  }

  /** The one-time values of the laboratories in service. */
  const servedLaboratories = (at: EpochMillis) => ({
    collection: 'one_time_values',
    filter: filterOf(
      ['kind', '=', { word: 'laboratory' }],
      ['expires_at', '>', { instant: at }],
      ['consumed_at', '=', 'none'],
    ),
  })
  const ofSession = (session: string) => filterOf(['session_id', '=', { uuid: session }])
  const ofClients = (clients: readonly string[]) =>
    clients.map((client): Comparison => ['client', '=', { digest: client }])
  const inSpan = ({ issuerId, orNone, from, to }: UnboundQuery): readonly (Comparison | readonly Comparison[])[] => [
    [
      ['issuer_configuration_id', '=', { word: issuerId }],
      ...(orNone ? [['issuer_configuration_id', '=', 'none'] as const] : []),
    ],
    ['at', '>=', { instant: from }],
    ['at', '<=', { instant: to }],
  ]
  /** One filter per group of clients, for their exchanges without a session. */
  const unboundFilters = (query: UnboundQuery) =>
    clientGroups(query).map((clients) => filterOf(ofClients(clients), ['session_id', '=', 'none'], ...inSpan(query)))
  const ofWallet = (wallet: WalletQuery['wallet']): Comparison => [
    'wallet_digest',
    '=',
    { digest: walletDigest(wallet) },
  ]
  const byOperator = (flag: boolean): Comparison => ['by_operator', '=', { flag }]

  /** Whether the last commit was written. */
  let canWrite = true

  const store: PocketBaseStore = {
    async commit(commit) {
      const item = commitItem(commit, now(), nextSeq)
      const text = itemText(item)
      try {
        const outcome = await writer.add({ text, repeatable: item.key !== null })
        canWrite = true
        own.written(item, outcome)
        if (outcome.status === 'lost') return { status: 'lost', effects: outcome.effects }
        const { bytes, characters } = itemSize(item)
        ledger.written(commit, characters)
        return { status: 'committed', bytes }
      } catch (error) {
        if (isStoreUnavailable(error)) canWrite = false
        // The item may have been written, so storage must be read again.
        forget()
        throw error
      }
    },

    async session(id) {
      const record = await recordById('sessions', id)
      return record === null ? null : readSession(record)
    },

    async sessionByOffer(credentialOfferId) {
      if (!isUuid(credentialOfferId)) return null
      const filter = filterOf(['credential_offer_id', '=', { uuid: credentialOfferId }])
      const [record] = await listPage(client, { collection: 'sessions', filter, perPage: 1 }, 1)
      return record === undefined ? null : readIssuanceSession(record)
    },

    liveLaboratories: (at) => countRecords(client, servedLaboratories(at)),

    laboratories: (at) =>
      listAll(client, { ...servedLaboratories(at), sort: 'digest', perPage: laboratoryPage }, readOneTimeValue),

    async lastTouched(session) {
      const newest = await Promise.all(
        ['exchanges', 'events'].map(async (collection) => {
          const query = {
            collection,
            filter: ofSession(session),
            sort: '-at,-seq',
            fields: 'session_id,at',
            perPage: 1,
          }
          return (await listPage(client, query, 1)).map((record) => readSessionReference(record).at)
        }),
      )
      const touches = newest.flat()
      return touches.length === 0 ? null : epochMillis(Math.max(...touches))
    },

    async campaign(id) {
      const record = await recordById('campaigns', id)
      return record === null ? null : readCampaign(record)
    },

    async runs({ before, ...asked }) {
      const place = before === null ? null : { at: toDateColumn(before.at), id: before.id }
      const body = JSON.stringify({ ...asked, text: asked.text.toWellFormed(), before: place })
      const reply = await client.request({ method: 'POST', path: '/api/internal/evidence/runs', body })
      return zRuns.parse(requireOk(reply))
    },

    async campaigns({ wallet, operatorOnly, max }) {
      const found: Campaign[] = []
      // Two queries, because each can then follow the index order and stop at the limit.
      for (const flag of operatorOnly ? [true] : [true, false]) {
        const filter = filterOf(ofWallet(wallet), byOperator(flag))
        const query = { collection: 'campaigns', filter, sort: '-created_at,id', perPage: max }
        found.push(...(await listPage(client, query, 1)).map(readCampaign))
      }
      found.sort((a, b) => b.createdAt - a.createdAt || (a.campaignId < b.campaignId ? -1 : 1))
      return found.slice(0, max)
    },

    async walletRuns({ wallet, operatorOnly, mark }) {
      const body = JSON.stringify({ wallet: walletDigest(wallet), operatorOnly, mark })
      const reply = await client.request({ method: 'POST', path: '/api/internal/evidence/wallet-runs', body })
      return readWalletRuns(requireOk(reply))
    },

    async keptResults(query) {
      const reply = await client.request({
        method: 'POST',
        path: '/api/internal/evidence/kept-results',
        body: JSON.stringify(query),
      })
      return readKeptResults(requireOk(reply))
    },

    async keepResults({ key, state, rows }) {
      const packed = rows.map((row) => [row.sessionId, row.text, row.events, row.exchanges])
      const body = JSON.stringify({ key, state, rows: packed })
      const reply = await client.request({ method: 'POST', path: '/api/internal/evidence/keep-results', body })
      return zState.parse(requireOk(reply)).state
    },

    async enteredResults({ wallet, operatorOnly, max }) {
      const filter = filterOf(ofWallet(wallet), ...(operatorOnly ? [byOperator(true)] : []))
      const query = { collection: 'entered_results', filter, sort: '-seq', perPage: enteredPage }
      return (await listAll(client, query, readEntered, max)).reverse()
    },

    async removedPresets({ wallet, operatorOnly }) {
      const filter = filterOf(ofWallet(wallet), ...(operatorOnly ? [byOperator(true)] : []))
      const query = { collection: 'removed_runs', filter, sort: 'preset', fields: 'preset', perPage: removedPage }
      const presets = await listAll(client, query, readRemovedPreset)
      return [...new Set(presets)]
    },

    async declarations({ wallet, operatorOnly, max }) {
      const filter = filterOf(ofWallet(wallet), ...(operatorOnly ? [byOperator(true)] : []))
      const query = { collection: 'declarations', filter, sort: '-seq', perPage: enteredPage }
      return (await listAll(client, query, readDeclaration, max)).reverse()
    },

    async campaignSessions(id) {
      const filter = filterOf(['campaign_id', '=', { uuid: id }])
      return listAll(
        client,
        { collection: 'sessions', filter, sort: 'created_at,id', perPage: sessionPage },
        readSession,
      )
    },

    async workbench(key, digest) {
      if (!isDigest(digest)) return null
      const filter = filterOf([workbenchColumns[key], '=', { digest }])
      const [record] = await listPage(client, { collection: 'workbenches', filter, perPage: 1 }, 1)
      return record === undefined ? null : readWorkbench(record)
    },

    livingWorkbenches: (at) =>
      countRecords(client, { collection: 'workbenches', filter: filterOf(['expires_at', '>', { instant: at }]) }),

    async workbenchSessions({ workbench, kind, after, order, max }) {
      if (!isDigest(workbench)) return []
      const filter = filterOf(
        ['workbench', '=', { digest: workbench }],
        ['number', '>', { count: after }],
        ...(kind === undefined ? [] : [['kind', '=', { word: kind }] as const]),
      )
      const sort = order === 'newest' ? '-number' : 'number'
      const query = { collection: 'sessions', filter, sort, perPage: Math.min(max, sessionPage) }
      return listAll(client, query, readSession, max)
    },

    async sessionByState(state) {
      const record = await newestSession('state_digest', state)
      return record === null ? null : readPresentationSession(record)
    },

    async sessionByEncryptionKid(kid) {
      const record = await newestSession('encryption_kid_digest', kid)
      return record === null ? null : readPresentationSession(record)
    },

    openSessions: ({ credentialConfigurationId, ...of }) =>
      openIssuances(
        of,
        ['flow', '=', { word: 'authorization_code' }],
        ['credential_configuration_id', '=', { word: credentialConfigurationId }],
      ),

    offersByValue: (of) =>
      openIssuances(
        of,
        ['credential_offer_mode', '=', { word: 'credential_offer' }],
        ['created_at', '>', { instant: addSeconds(of.at, -86_400) }],
      ),

    async liveValues({ kinds, at, max, session, parent }) {
      if (parent !== undefined && !isDigest(parent)) return []
      const filter = filterOf(
        ['expires_at', '>', { instant: at }],
        kinds.map((kind): Comparison => ['kind', '=', { word: kind }]),
        ...(session === undefined ? [] : [['session_id', '=', { uuid: session }] as const]),
        ...(parent === undefined ? [] : [['parent', '=', { digest: parent }] as const]),
      )
      const query = { collection: 'one_time_values', filter, sort: '-expires_at', perPage: Math.min(max, valuePage) }
      return listAll(client, query, readOneTimeValue, max)
    },

    async oneTimeValue(kind, digest) {
      // That column holds only digests.
      if (!isDigest(digest)) return null
      const filter = filterOf(['kind', '=', { word: kind }], ['digest', '=', { digest }])
      const [record] = await listPage(client, { collection: 'one_time_values', filter, perPage: 1 }, 1)
      return record === undefined ? null : readOneTimeValue(record)
    },

    async valuesOfAnyKind(kinds, digests) {
      const known = digests.filter(isDigest)
      if (known.length === 0 || kinds.length === 0) return []
      const filter = filterOf(
        kinds.map((kind): Comparison => ['kind', '=', { word: kind }]),
        known.map((digest): Comparison => ['digest', '=', { digest }]),
      )
      const max = kinds.length * known.length
      return listAll(
        client,
        { collection: 'one_time_values', filter, perPage: Math.min(max, valuePage) },
        readOneTimeValue,
        max,
      )
    },

    async standingValue(kind, digest) {
      if (!isDigest(digest)) return null
      const filter = filterOf(['kind', '=', { word: kind }], ['digest', '=', { digest }])
      const [record] = await listPage(client, { collection: 'standing_values', filter, perPage: 1 }, 1)
      return record === undefined ? null : readStandingValue(record)
    },

    async events(session) {
      const filter = ofSession(session)
      return listAll(client, { collection: 'events', filter, sort: 'at,seq', perPage: eventPage }, readEvent)
    },

    async exchanges(session) {
      const filter = ofSession(session)
      const query = { collection: 'recorded_exchanges', filter, sort: 'at,seq', perPage: exchangePage }
      return listAll(client, query, readExchange)
    },

    exchangeCount: (session) => countRecords(client, { collection: 'exchanges', filter: ofSession(session) }),

    async hasWalletExchange(session, id, operations) {
      if (!isDigest(id) || operations?.length === 0) return false
      const filter = filterOf(
        ['session_id', '=', { uuid: session }],
        ['client', '=', { digest: id }],
        ['origin', '=', { word: 'wallet' }],
        ...(operations === undefined ? [] : [operations.map((one): Comparison => ['operation', '=', { word: one }])]),
      )
      return (await listPage(client, { collection: 'exchanges', filter, perPage: 1 }, 1)).length > 0
    },

    async hasContact(session) {
      const origins = ['wallet', 'user_agent'].map((origin): Comparison => ['origin', '=', { word: origin }])
      const filter = filterOf(['session_id', '=', { uuid: session }], origins)
      return (await listPage(client, { collection: 'exchanges', filter, fields: 'id', perPage: 1 }, 1)).length > 0
    },

    async soleSession({ client: id, from, to }) {
      if (!isDigest(id)) return null
      const near = [
        ['client', '=', { digest: id }],
        ['at', '>=', { instant: from }],
        ['at', '<=', { instant: to }],
        ['origin', '=', { word: 'wallet' }],
        ['correlation', '=', { word: 'exact' }],
      ] as const
      const first = async (...which: readonly Comparison[]) => {
        const query = {
          collection: 'exchanges',
          filter: filterOf(...near, ...which),
          fields: 'session_id,at',
          perPage: 1,
        }
        const [record] = await listPage(client, query, 1)
        return record === undefined ? null : readSessionReference(record).sessionId
      }
      const found = await first(['session_id', '!=', 'none'])
      if (found === null) return null
      const other = await first(['session_id', '!=', 'none'], ['session_id', '!=', { uuid: found }])
      return other === null ? found : null
    },

    async hasEvent(session, types) {
      if (types.length === 0) return false
      const ofTypes = types.map((type): Comparison => ['type', '=', { word: type }])
      const filter = filterOf(['session_id', '=', { uuid: session }], ofTypes)
      return (await listPage(client, { collection: 'events', filter, perPage: 1 }, 1)).length > 0
    },

    async unboundExchanges(query, bound) {
      const [max, sort] = 'firstMax' in bound ? [bound.firstMax, 'at,seq'] : [bound.newestMax, '-at,-seq']
      const found: StoredExchange[] = []
      for (const filter of unboundFilters(query)) {
        const listed = { collection: 'recorded_exchanges', filter, sort, perPage: exchangePage }
        const group = await listAll(client, listed, readExchange, max)
        found.push(...(sort === 'at,seq' ? group : group.reverse()))
      }
      found.sort((a, b) => a.at - b.at)
      return 'firstMax' in bound ? found.slice(0, max) : found.slice(Math.max(0, found.length - max))
    },

    async unboundCount(query) {
      let count = 0
      for (const filter of unboundFilters(query))
        count += await countRecords(client, { collection: 'exchanges', filter })
      return count
    },

    async otherSession(near, session) {
      const ofOthers = [
        ['session_id', '!=', 'none'],
        ['session_id', '!=', { uuid: session }],
      ] as const
      let first: ReturnType<typeof readSessionReference> | null = null
      for (const clients of clientGroups(near)) {
        const filter = filterOf(ofClients(clients), ...ofOthers, ...inSpan(near))
        const query = { collection: 'exchanges', filter, sort: 'at,seq', fields: 'session_id,at', perPage: 1 }
        for (const record of await listPage(client, query, 1)) {
          const found = readSessionReference(record)
          if (first === null || found.at < first.at) first = found
        }
      }
      return first?.sessionId ?? null
    },

    async evidenceMark(session, { issuerId, orNone = false, clients, from, to }) {
      const nearby = { issuer: issuerId, orNone, clients, from: toDateColumn(from), to: toDateColumn(to) }
      const body = JSON.stringify({ session, nearby })
      const reply = await client.request({
        method: 'POST',
        path: '/api/internal/evidence/mark',
        tokenHeader: 'x-superuser-token',
        body,
      })
      return zMark.parse(requireOk(reply)).mark
    },

    ledger: ledger.newest,

    assuming: () => own.reads(store),

    async healthy() {
      try {
        await sdk.health.check()
      } catch {
        return 'away'
      }
      // `commit` updates `canWrite`.
      if (!canWrite) await store.commit(probe(now())).catch(() => undefined)
      return canWrite ? 'up' : 'unwritable'
    },

    async purge({ retentionDays }) {
      const counts = await purge(client, url, { now: now(), retentionDays })
      if (counts.sessions + counts.exchanges > 0) forget()
      return counts
    },

    async close() {
      await writer.close()
      client.close()
    },
  }
  return store
}

/** A commit that only tests writing: its value has no meaning, and the next clean-up deletes it. */
const probe = (now: EpochMillis): Commit => ({
  events: [],
  effects: [
    {
      type: 'remember',
      value: {
        kind: 'write_probe',
        digest: randomBytes(32).toString('base64url'),
        issuerId: null,
        sessionId: null,
        exchangeId: null,
        parent: null,
        expiresAt: addSeconds(now, 60),
        consumedAt: null,
        revokedAt: null,
        data: {},
      },
    },
  ],
})

/**
 * Creates a sequence that orders records of the same instant. It increases across restarts too, as long as the
 * machine's clock does.
 */
async function startSequence(client: PocketBaseClient, now: Clock): Promise<() => number> {
  const [newest] = await listPage(client, { collection: 'exchanges', sort: '-at,-seq', perPage: 1 }, 1)
  const known = newest === undefined ? 0 : z.object({ seq: z.number() }).parse(newest).seq
  let seq = Math.max(known, now() * 1000)
  return () => ++seq
}
