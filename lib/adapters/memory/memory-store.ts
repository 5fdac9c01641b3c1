import { nameOf } from '@/lib/core/engine/sessions/run-options'
import {
  belongsToLedger,
  type WalletProtocol,
  walletProtocolOf,
  walletProtocols,
} from '@/lib/core/shared/http/exchange'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { type CampaignId, type ExchangeId, exchangeId, type SessionId } from '@/lib/core/shared/ports/ids'
import { issuerIdOf } from '@/lib/core/shared/ports/laboratory'
import type { Clock } from '@/lib/core/shared/ports/ports'
import type { KeptRow, RunQuery, RunReference, Store, UnboundQuery, WalletQuery } from '@/lib/core/shared/ports/store'
import {
  type Campaign,
  type Commit,
  type CommitOutcome,
  type Declaration,
  type Effect,
  type EnteredResult,
  type IssuanceSession,
  type LedgerExchange,
  type OneTimeKind,
  type OneTimeValue,
  type Session,
  type StandingKind,
  type StandingValue,
  type StoredEvent,
  type StoredExchange,
  toLedgerExchange,
} from '@/lib/core/shared/ports/store-types'
import type { Workbench } from '@/lib/core/shared/ports/workbench'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { createFairShare, type FairShare, type Held, shareOf } from '../fair-share'

interface Runs {
  readonly sessions: readonly Session[]
  readonly campaigns: ReadonlyMap<CampaignId, Campaign>
  readonly events: readonly StoredEvent[]
}

/** Lowercases ASCII letters only, like SQLite's `lower`. */
const lower = (text: string): string =>
  text.toWellFormed().replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32))

const walletWords = (campaign: Campaign | undefined): string =>
  campaign === undefined ? '' : `${campaign.wallet.name} ${campaign.wallet.version}`

/** Finds runs as `pb_hooks/evidence/runs.js` does: matching runs, newest first. */
function findRuns({ sessions, campaigns, events }: Runs, { text, deviations, before, max }: RunQuery) {
  const wanted = lower(text)
  const has = (words: readonly string[]) => words.some((one) => lower(one).includes(wanted))
  const found: RunReference[] = []
  for (const session of sessions) {
    const { sessionId: id, kind, createdAt: at, options, preset = '', campaignId } = session
    const deviation =
      ('fault' in options ? options.fault : 'negative_test' in options ? options.negative_test : '') ?? ''
    const own = events.filter(({ sessionId }) => sessionId === id)
    const campaign = campaignId === undefined ? undefined : campaigns.get(campaignId)
    if (
      has([nameOf(options, own) ?? '', walletWords(campaign), preset, deviation, id]) ||
      deviations.includes(deviation)
    )
      found.push({ kind, id, at })
  }
  for (const campaign of campaigns.values()) {
    const { campaignId: id, createdAt: at, name = '', builtIn } = campaign
    if (has([name, walletWords(campaign), builtIn ?? '', id])) found.push({ kind: 'campaign', id, at })
  }
  return found
    .filter(({ at, id }) => before === null || at < before.at || (at === before.at && id < before.id))
    .sort((a, b) => b.at - a.at || (a.id > b.id ? -1 : 1))
    .slice(0, max)
}

/** An in-memory store, for tests and for the warm-up after start. */
export interface MemoryStore extends Store {
  /** While true, every method throws StoreUnavailable. Used only by tests. */
  setDown(down: boolean): void
  /**
   * Remembers everything stored, but for the ledger; the function that it returns takes the store back there. Used only
   * by tests.
   */
  fork(): () => void
  /** Every exchange of the ledger's paths as stored, oldest first, without a bound. Used only by tests. */
  recorded(): StoredExchange[]
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}

const keyOf = (kind: OneTimeKind | StandingKind, digest: string): string => `${kind} ${digest}`

/** Whether two texts are equal once stored: storage replaces lone surrogates by U+FFFD. */
const isSameText = (one: string, other: string): boolean => one.toWellFormed() === other.toWellFormed()

const isAskedFor = (
  { wallet, byOperator }: Pick<Campaign, 'wallet' | 'byOperator'>,
  { wallet: asked, operatorOnly }: Omit<WalletQuery, 'max'>,
): boolean =>
  isSameText(wallet.name, asked.name) && isSameText(wallet.version, asked.version) && (byOperator || !operatorOnly)

/** Gives a map the entries of another. */
function refill<Key, Value>(map: Map<Key, Value>, entries: ReadonlyMap<Key, Value>): void {
  map.clear()
  for (const [key, value] of entries) map.set(key, value)
}

const forkOf = <Key, Value>(map: Map<Key, Value>): (() => void) => {
  const kept = new Map(map)
  return () => refill(map, kept)
}

/** A multimap, so that reads need not scan all values. */
function createGroups<Key, Value>(): {
  of(key: Key): Value[]
  add(key: Key, value: Value): void
  remove(key: Key, value: Value): void
  fork(): () => void
} {
  const groups = new Map<Key, Set<Value>>()
  return {
    fork: () => {
      const kept = [...groups].map(([key, values]) => [key, new Set(values)] as const)
      return () => refill(groups, new Map(kept))
    },
    of: (key) => [...(groups.get(key) ?? [])],
    add: (key, value) => void groups.set(key, (groups.get(key) ?? new Set<Value>()).add(value)),
    remove: (key, value) => void groups.get(key)?.delete(value),
  }
}

/** Sorts oldest first; rows of the same instant stay in commit order. */
const byTime = <T extends { readonly at: number }>(rows: readonly T[]): T[] => [...rows].sort((a, b) => a.at - b.at)

/**
 * Returns the indexes of effects that come too late, given the stored values and earlier effects of the same commit.
 */
function lostEffects(
  effects: readonly Effect[],
  values: ReadonlyMap<string, OneTimeValue>,
  standing: ReadonlyMap<string, StandingValue>,
  workbenches: ReadonlyMap<string, Workbench>,
): number[] {
  const versions = new Map<string, number>()
  const usable = new Map<string, boolean>()
  const lost: number[] = []
  effects.forEach((effect, index) => {
    if (effect.type === 'consume' || effect.type === 'require') {
      const key = keyOf(effect.kind, effect.digest)
      const value = values.get(key)
      const open = usable.get(key) ?? (value !== undefined && value.consumedAt === null && value.revokedAt === null)
      if (!open) lost.push(index)
      usable.set(key, open && effect.type === 'require')
    } else if (effect.type === 'grant' || effect.type === 'remember') {
      const key = keyOf(effect.value.kind, effect.value.digest)
      const known = usable.has(key) || values.has(key)
      if (known && effect.type === 'grant') lost.push(index)
      if (!known) usable.set(key, effect.value.consumedAt === null && effect.value.revokedAt === null)
    } else if (effect.type === 'replace') {
      const key = keyOf(effect.value.kind, effect.value.digest)
      if ((versions.get(key) ?? standing.get(key)?.version ?? 0) === effect.replaces)
        versions.set(key, effect.value.version)
      else lost.push(index)
    } else if (effect.type === 'number') {
      const ends = workbenches.get(effect.workbench)?.expiresAt
      if (ends === undefined || ends <= effect.at) lost.push(index)
    } else if (effect.type === 'rework') {
      if (workbenches.get(effect.workbench.digest)?.version !== effect.replaces) lost.push(index)
    }
  })
  return lost
}

const isAtIssuer = ({ issuerId }: StoredExchange, query: UnboundQuery): boolean =>
  issuerId === query.issuerId || (query.orNone === true && issuerId === null)

/** The state never changes, because nothing is edited or deleted here. */
const storeState = 'only added to'

/**
 * Implements the Store port in memory, with the guarantees of the PocketBase store (lib/testing/store-suite.ts runs
 * against both). `now` dates consumption and revocation; `ledgerSize` bounds the ledger.
 */
export function createMemoryStore(options: { readonly now: Clock; readonly ledgerSize?: number }): MemoryStore {
  const campaigns = new Map<CampaignId, Campaign>()
  const entered = new Map<string, EnteredResult>()
  const declarations = new Map<string, Declaration>()
  const workbenches = new Map<string, Workbench>()
  const sessions = new Map<SessionId, Session>()
  const exchanges = new Map<ExchangeId, StoredExchange>()
  const events = new Map<string, StoredEvent>()
  const exchangesBySession = createGroups<SessionId | null, ExchangeId>()
  const eventsBySession = createGroups<SessionId | null, StoredEvent>()
  /** Commit order of each exchange. */
  const places = new Map<ExchangeId, number>()
  const values = new Map<string, OneTimeValue>()
  const standing = new Map<string, StandingValue>()
  const kept = new Map<SessionId, KeptRow & { readonly key: string }>()
  const bounds = { size: options.ledgerSize ?? 1000, charactersMax: Number.POSITIVE_INFINITY }
  const ledgers: Readonly<Record<WalletProtocol, FairShare<Held>>> = {
    openid4vci: createFairShare(bounds),
    openid4vp: createFairShare(bounds),
  }
  /** The same object for the same exchange, as readers rely on it. */
  const ledgerExchanges = new WeakMap<StoredExchange, LedgerExchange>()
  let down = false

  const inLedger = (exchange: StoredExchange): LedgerExchange => {
    const entry = ledgerExchanges.get(exchange) ?? toLedgerExchange(exchange)
    ledgerExchanges.set(exchange, entry)
    return entry
  }
  const issuances = () => [...sessions.values()].filter((session) => session.kind === 'issuance')
  const presentations = () => [...sessions.values()].filter((session) => session.kind === 'presentation')

  /**
   * Stored values are frozen, and objects built from them are fresh for each reader, so that no reader changes
   * another's.
   */
  const answer = async <T>(read: () => T): Promise<T> => {
    if (down) throw new StoreUnavailable('The memory store is switched off.')
    return read()
  }

  /** The newest open issuances at an issuer, newest first. */
  const openIssuances = (
    { issuerId, at }: { readonly issuerId: string; readonly at: EpochMillis },
    fits: (session: IssuanceSession) => boolean,
  ) =>
    answer(() =>
      issuances()
        .filter(
          (session) =>
            issuerIdOf(session) === issuerId && session.createdAt <= at && session.expiresAt > at && fits(session),
        )
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, 20),
    )

  const isRepeated = (commit: Commit): boolean => {
    if (commit.exchange) return exchanges.has(commit.exchange.id)
    if (commit.session) return sessions.has(commit.session.sessionId)
    if (commit.campaign) return campaigns.has(commit.campaign.campaignId)
    if (commit.entered) return entered.has(commit.entered.id)
    if (commit.declaration) return declarations.has(commit.declaration.id)
    return commit.events[0] !== undefined && events.has(commit.events[0].id)
  }

  const apply = (effect: Effect): void => {
    if (effect.type === 'consume') {
      const key = keyOf(effect.kind, effect.digest)
      const value = values.get(key)
      if (value) values.set(key, Object.freeze({ ...value, consumedAt: options.now() }))
    } else if (effect.type === 'grant' || effect.type === 'remember') {
      const key = keyOf(effect.value.kind, effect.value.digest)
      if (!values.has(key)) values.set(key, effect.value)
    } else if (effect.type === 'revoke') {
      for (const [key, value] of values) {
        if (value.kind === effect.kind && value.parent === effect.parent && value.revokedAt === null)
          values.set(key, Object.freeze({ ...value, revokedAt: options.now() }))
      }
    } else if (effect.type === 'require') {
      return
    } else if (effect.type === 'replace') {
      standing.set(keyOf(effect.value.kind, effect.value.digest), effect.value)
    } else if (effect.type === 'number') {
      const workbench = workbenches.get(effect.workbench)
      const session = sessions.get(effect.sessionId)
      if (!workbench || !session) return
      const number = workbench.lastNumber + 1
      const used = { lastNumber: number, usedAt: effect.at, expiresAt: effect.expiresAt }
      workbenches.set(effect.workbench, Object.freeze({ ...workbench, ...used }))
      sessions.set(effect.sessionId, Object.freeze({ ...session, number }))
    } else if (effect.type === 'rework') {
      const { digest } = effect.workbench
      const lastNumber = workbenches.get(digest)?.lastNumber ?? 0
      workbenches.set(digest, Object.freeze({ ...effect.workbench, lastNumber }))
    } else if (effect.type === 'name') {
      const campaign = campaigns.get(effect.campaignId)
      if (campaign) campaigns.set(effect.campaignId, Object.freeze({ ...campaign, name: effect.name }))
    } else {
      const exchange = exchanges.get(effect.exchangeId)
      if (exchange?.sessionId !== null) return
      exchanges.set(effect.exchangeId, Object.freeze({ ...exchange, sessionId: effect.sessionId }))
      exchangesBySession.remove(null, effect.exchangeId)
      exchangesBySession.add(effect.sessionId, effect.exchangeId)
    }
  }

  const write = (text: string): CommitOutcome => {
    const bytes = Buffer.byteLength(text)
    const commit = deepFreeze<Commit>(JSON.parse(text))
    if (isRepeated(commit)) return { status: 'committed', bytes }
    const lost = lostEffects(commit.effects, values, standing, workbenches)
    if (lost.length > 0) return { status: 'lost', effects: lost }
    const { session, exchange } = commit
    if (session?.kind === 'issuance' && issuances().some((one) => one.credentialOfferId === session.credentialOfferId))
      throw new Error('A session with this credential offer id exists.')
    if (commit.campaign) campaigns.set(commit.campaign.campaignId, commit.campaign)
    if (commit.workbench) workbenches.set(commit.workbench.digest, commit.workbench)
    if (commit.entered) entered.set(commit.entered.id, commit.entered)
    if (commit.declaration) declarations.set(commit.declaration.id, commit.declaration)
    if (session) sessions.set(session.sessionId, session)
    for (const one of [...(exchange ? [exchange] : []), ...(commit.internal ?? [])]) {
      places.set(one.id, exchanges.size)
      exchanges.set(one.id, one)
      exchangesBySession.add(one.sessionId, one.id)
      if (belongsToLedger(one))
        ledgers[walletProtocolOf(one)].add({ id: one.id, at: one.at, share: shareOf(one), characters: 0 })
    }
    for (const event of commit.events) {
      events.set(event.id, event)
      eventsBySession.add(event.sessionId, event)
    }
    for (const effect of commit.effects) apply(effect)
    return { status: 'committed', bytes }
  }

  /** In commit order, even if one was bound to its session later. */
  const exchangesOf = (session: SessionId | null): StoredExchange[] =>
    exchangesBySession
      .of(session)
      .sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
      .flatMap((id) => exchanges.get(id) ?? [])

  const hasEvidence = (row: KeptRow | undefined): boolean =>
    row !== undefined &&
    sessions.has(row.sessionId) &&
    eventsBySession.of(row.sessionId).length === row.events &&
    exchangesBySession.of(row.sessionId).length === row.exchanges

  const laboratories = (at: EpochMillis): OneTimeValue[] =>
    [...values.values()].filter((one) => one.kind === 'laboratory' && one.expiresAt > at && one.consumedAt === null)

  const unbound = (query: UnboundQuery): StoredExchange[] =>
    byTime(
      exchangesOf(null).filter(
        (exchange) =>
          isAtIssuer(exchange, query) &&
          query.clients.includes(exchange.client) &&
          exchange.at >= query.from &&
          exchange.at <= query.to,
      ),
    )

  const store: MemoryStore = {
    setDown: (value) => {
      down = value
    },
    fork: () => {
      const back = [
        ...[
          forkOf(campaigns),
          forkOf(workbenches),
          forkOf(entered),
          forkOf(declarations),
          forkOf(sessions),
          forkOf(exchanges),
        ],
        ...[forkOf(events), forkOf(places), forkOf(values), forkOf(standing), forkOf(kept)],
        ...[exchangesBySession.fork(), eventsBySession.fork()],
      ]
      return () => {
        for (const restore of back) restore()
      }
    },
    commit: (commit) => {
      // Copied as JSON, like in a database: later changes by the caller have no effect.
      const text = JSON.stringify(commit)
      return answer(() => write(text))
    },
    session: (id) => answer(() => sessions.get(id) ?? null),
    sessionByOffer: (offer) => answer(() => issuances().find((session) => session.credentialOfferId === offer) ?? null),
    liveLaboratories: (at) => answer(() => laboratories(at).length),
    laboratories: (at) => answer(() => laboratories(at)),
    lastTouched: (id) =>
      answer(() => {
        const touches = [...exchangesOf(id), ...eventsBySession.of(id)]
        return touches.reduce<EpochMillis | null>((last, { at }) => (last !== null && last > at ? last : at), null)
      }),
    campaign: (id) => answer(() => campaigns.get(id) ?? null),
    runs: (query) =>
      answer(() => findRuns({ sessions: [...sessions.values()], campaigns, events: [...events.values()] }, query)),
    campaigns: (query) =>
      answer(() =>
        [...campaigns.values()]
          .filter((one) => isAskedFor(one, query))
          .sort((a, b) => b.createdAt - a.createdAt || (a.campaignId < b.campaignId ? -1 : 1))
          .slice(0, query.max),
      ),
    walletRuns: ({ mark: known, ...query }) =>
      answer(() => {
        const own = new Set(
          [...campaigns.values()].filter((one) => isAskedFor(one, query)).map((one) => one.campaignId),
        )
        const found = [...sessions.values()].filter(({ campaignId }) => campaignId !== undefined && own.has(campaignId))
        const [said, declared] = [entered, declarations].map(
          (all) => [...all.values()].filter((one) => isAskedFor(one, query)).length,
        )
        const mark = [own.size, found.length, said, declared].join(' ')
        if (mark === known) return { mark, added: true, sessions: null }
        found.sort((a, b) => b.createdAt - a.createdAt || (a.sessionId < b.sessionId ? -1 : 1))
        const runs = found.map(({ sessionId, kind, preset = null, createdAt }) => ({
          sessionId,
          kind,
          preset,
          createdAt,
        }))
        return { mark, added: false, sessions: runs }
      }),
    keptResults: ({ key, sessions: ids }) =>
      answer(() => {
        const same = ids.filter((id) => kept.get(id)?.key === key && hasEvidence(kept.get(id)))
        return { state: storeState, texts: new Map(same.map((id) => [id, kept.get(id)?.text ?? ''])) }
      }),
    keepResults: ({ key, state, rows }) =>
      answer(() => {
        for (const row of rows) if (state === storeState && hasEvidence(row)) kept.set(row.sessionId, { ...row, key })
        return storeState
      }),
    enteredResults: (query) =>
      answer(() => [...entered.values()].filter((one) => isAskedFor(one, query)).slice(-query.max)),
    removedPresets: () => answer(() => []),
    declarations: (query) =>
      answer(() => [...declarations.values()].filter((one) => isAskedFor(one, query)).slice(-query.max)),
    campaignSessions: (id) =>
      answer(() =>
        [...sessions.values()]
          .filter((session) => session.campaignId === id)
          .sort((a, b) => a.createdAt - b.createdAt || (a.sessionId < b.sessionId ? -1 : 1)),
      ),
    workbench: (key, digest) => answer(() => [...workbenches.values()].find((one) => one[key] === digest) ?? null),
    livingWorkbenches: (at) => answer(() => [...workbenches.values()].filter((one) => one.expiresAt > at).length),
    workbenchSessions: ({ workbench, kind, after, order, max }) =>
      answer(() =>
        [...sessions.values()]
          .filter((one) => one.workbench === workbench && (one.number ?? 0) > after)
          .filter((one) => kind === undefined || one.kind === kind)
          .sort((a, b) => ((a.number ?? 0) - (b.number ?? 0)) * (order === 'newest' ? -1 : 1))
          .slice(0, max),
      ),
    sessionByState: (state) =>
      answer(() => {
        const found = state === '' ? [] : presentations().filter((session) => isSameText(session.state, state))
        return found.sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
      }),
    sessionByEncryptionKid: (kid) =>
      answer(() =>
        kid === '' ? null : (presentations().find(({ encryptionKid }) => isSameText(encryptionKid ?? '', kid)) ?? null),
      ),
    openSessions: ({ credentialConfigurationId, ...of }) =>
      openIssuances(
        of,
        (session) =>
          session.flow === 'authorization_code' && session.credentialConfigurationId === credentialConfigurationId,
      ),
    offersByValue: (of) =>
      openIssuances(
        of,
        (session) =>
          session.credentialOfferMode === 'credential_offer' && session.createdAt > addSeconds(of.at, -86_400),
      ),
    liveValues: ({ kinds, at, max, session, parent }) =>
      answer(() =>
        [...values.values()]
          .filter(
            (value) =>
              kinds.includes(value.kind) &&
              value.expiresAt > at &&
              (session === undefined || value.sessionId === session) &&
              (parent === undefined || value.parent === parent),
          )
          .sort((a, b) => b.expiresAt - a.expiresAt)
          .slice(0, max),
      ),
    oneTimeValue: (kind, digest) => answer(() => values.get(keyOf(kind, digest)) ?? null),
    valuesOfAnyKind: (kinds, digests) =>
      answer(() => kinds.flatMap((kind) => digests.flatMap((digest) => values.get(keyOf(kind, digest)) ?? []))),
    standingValue: (kind, digest) => answer(() => standing.get(keyOf(kind, digest)) ?? null),
    events: (session) => answer(() => byTime(eventsBySession.of(session))),
    exchanges: (session) => answer(() => byTime(exchangesOf(session))),
    exchangeCount: (session) => answer(() => exchangesBySession.of(session).length),
    hasWalletExchange: (session, client, operations) =>
      answer(() =>
        exchangesOf(session).some(
          (exchange) =>
            exchange.client === client &&
            exchange.origin === 'wallet' &&
            (operations === undefined || operations.includes(exchange.operation ?? '')),
        ),
      ),
    hasContact: (session) =>
      answer(() => exchangesOf(session).some(({ origin }) => origin === 'wallet' || origin === 'user_agent')),
    soleSession: ({ client, from, to }) =>
      answer(() => {
        const found = new Set(
          [...exchanges.values()]
            .filter((one) => one.client === client && one.origin === 'wallet' && one.correlation === 'exact')
            .filter(({ at }) => at >= from && at <= to)
            .flatMap(({ sessionId }) => sessionId ?? []),
        )
        const [only = null] = found
        return found.size === 1 ? only : null
      }),
    hasEvent: (session, types) => answer(() => eventsBySession.of(session).some((event) => types.includes(event.type))),
    unboundExchanges: (query, bound) =>
      answer(() => {
        const found = unbound(query)
        return 'firstMax' in bound ? found.slice(0, bound.firstMax) : found.slice(-bound.newestMax)
      }),
    unboundCount: (query) => answer(() => unbound(query).length),
    otherSession: (query, session) =>
      answer(
        () =>
          byTime([...exchanges.values()]).find(
            (exchange) =>
              exchange.sessionId !== null &&
              exchange.sessionId !== session &&
              isAtIssuer(exchange, query) &&
              query.clients.includes(exchange.client) &&
              exchange.at >= query.from &&
              exchange.at <= query.to,
          )?.sessionId ?? null,
      ),
    evidenceMark: (session, query) =>
      answer(() => {
        if (!sessions.has(session)) return null
        const all = [...exchanges.values()]
        const nearby = all.filter(
          (exchange) =>
            exchange.sessionId !== session &&
            isAtIssuer(exchange, query) &&
            query.clients.includes(exchange.client) &&
            exchange.at >= query.from &&
            exchange.at <= query.to,
        )
        const unbound = nearby.filter(({ sessionId }) => sessionId === null).length
        const own = eventsBySession.of(session).length
        const exact = exchangesBySession.of(session).length
        return [own, exact, unbound, nearby.length - unbound].join(' ')
      }),
    recorded: () => byTime([...exchanges.values()].filter(belongsToLedger)),
    ledger: (limit, protocol) =>
      answer(() => {
        const wanted = protocol === undefined ? walletProtocols : [protocol]
        const held = byTime(wanted.flatMap((one) => ledgers[one].entries()))
        return held.slice(Math.max(0, held.length - limit)).flatMap(({ id }) => {
          const exchange = exchanges.get(exchangeId(id))
          return exchange ? inLedger(exchange) : []
        })
      }),
    assuming: () => ({ ...store, assumptions: () => null }),
  }
  return store
}
