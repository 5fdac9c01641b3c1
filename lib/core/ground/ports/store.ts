import type { WalletProtocol } from '../http/exchange'
import type { EpochMillis } from '../time/time'
import type { StoredEventType } from './event-type'
import type { CampaignId, SessionId } from './ids'
import type {
  Assumptions,
  Campaign,
  Commit,
  CommitOutcome,
  Declaration,
  EnteredResult,
  IssuanceSession,
  OneTimeKind,
  OneTimeValue,
  PresentationSession,
  Session,
  StandingKind,
  StandingValue,
  StoredEvent,
  StoredExchange,
} from './store-types'

/** Clients, issuer and span of time, both ends included, of exchanges without a session. */
export interface UnboundQuery {
  readonly issuerId: string
  readonly clients: readonly string[]
  readonly from: EpochMillis
  readonly to: EpochMillis
}

export type UnboundBound = { readonly firstMax: number } | { readonly newestMax: number }

/** What is asked for of a wallet and version. Lone surrogates of their texts are U+FFFD, as they are stored. */
export interface WalletQuery {
  readonly wallet: Campaign['wallet']
  /** Only what the operator token came with. It is left out before `max` is counted. */
  readonly operatorOnly: boolean
  readonly max: number
}

/** A session of a wallet's campaigns, with what tells whether it counts. */
export interface CampaignRun {
  readonly sessionId: SessionId
  readonly kind: Session['kind']
  /** `null` for one that was put together freely. */
  readonly preset: string | null
  readonly createdAt: EpochMillis
}

/** The sessions of all campaigns of a wallet and version. */
export interface WalletRuns {
  /** Another one once a campaign, a session of one, an entered result or a declaration was added, or anything deleted. */
  readonly mark: string
  /** True where `sessions` are only those that were added since the mark that was asked with. */
  readonly added: boolean
  /** Newest first; `null` where the mark is the one that was asked with. */
  readonly sessions: readonly CampaignRun[] | null
}

/** Where a run stands in the list of all: newest first, by its id among those of one instant. */
export interface RunPlace {
  readonly at: EpochMillis
  readonly id: string
}

/** A session or a campaign in that list. */
export interface RunReference extends RunPlace {
  readonly kind: 'issuance' | 'presentation' | 'campaign'
}

/** What is asked for of all sessions and campaigns. */
export interface RunQuery {
  /**
   * A part of the name, wallet, version, preset, built-in campaign, deviation or id, whatever the case of its ASCII letters; empty
   * for every run.
   */
  readonly text: string
  /** Sessions with one of these deviations count as found too. */
  readonly deviations: readonly string[]
  /** Only what comes behind this place; `null` from the newest. */
  readonly before: RunPlace | null
  readonly max: number
}

/** A result of a session as a text, and the evidence that it was made of. */
export interface KeptRow {
  readonly sessionId: SessionId
  readonly text: string
  /** How many events and exchanges name the session: rows are only added. */
  readonly events: number
  readonly exchanges: number
}

/** Which values are asked for. */
interface LiveValuesQuery {
  readonly kinds: readonly OneTimeKind[]
  readonly at: EpochMillis
  readonly max: number
  readonly session?: SessionId
}

/** Storage, the only truth. Every method throws StoreUnavailable when storage cannot answer. */
export interface Store {
  /** Writes all of it or nothing, durably; tells which one-time effects another request had taken already. */
  commit(commit: Commit): Promise<CommitOutcome>
  session(id: SessionId): Promise<Session | null>
  sessionByOffer(credentialOfferId: string): Promise<IssuanceSession | null>
  /** Sessions of the authorization code flow for one configuration that are open at an instant, newest first, at most 20. */
  openSessions(query: {
    readonly issuerId: string
    readonly credentialConfigurationId: string
    readonly at: EpochMillis
  }): Promise<IssuanceSession[]>
  /** How many laboratories are served at an instant: those that made room for others are not. */
  liveLaboratories(at: EpochMillis): Promise<number>
  /** The values that lead to them. */
  laboratories(at: EpochMillis): Promise<OneTimeValue[]>
  /** When the newest request or event of a session was; `null` for none. */
  lastTouched(session: SessionId): Promise<EpochMillis | null>
  campaign(id: CampaignId): Promise<Campaign | null>
  /** Sessions of either kind and campaigns, newest first. */
  runs(query: RunQuery): Promise<RunReference[]>
  /** The newest campaigns of a wallet and version, newest first. */
  campaigns(query: WalletQuery): Promise<Campaign[]>
  /** Without `max`: all of them, unless nothing changed since `mark`. */
  walletRuns(query: Omit<WalletQuery, 'max'> & { readonly mark: string | null }): Promise<WalletRuns>
  /**
   * The texts that were kept of these sessions under a key, where nothing was added to the evidence since, or changed in it.
   * `state` is another one after each change of what is on record.
   */
  keptResults(query: {
    readonly key: string
    readonly sessions: readonly SessionId[]
  }): Promise<{ readonly state: string; readonly texts: ReadonlyMap<SessionId, string> }>
  /**
   * Keeps texts under a key, each with its session and in place of an earlier one, where the evidence is what it was made of:
   * as much of it, and in the same state. Tells that state.
   */
  keepResults(query: {
    readonly key: string
    readonly state: string
    readonly rows: readonly KeptRow[]
  }): Promise<string>
  /** What persons said of official cases for a wallet and version: the newest entries, oldest first. */
  enteredResults(query: WalletQuery): Promise<EnteredResult[]>
  /** What makers declared of a wallet and version: the newest ones, oldest first. */
  declarations(query: WalletQuery): Promise<Declaration[]>
  /** The sessions of a campaign, oldest first. */
  campaignSessions(id: CampaignId): Promise<Session[]>
  /** The newest session whose request has this `state`, for one may come again once its session is over. */
  sessionByState(state: string): Promise<PresentationSession | null>
  /** The session whose response is encrypted to the key with this `kid`; also when the key is deleted. */
  sessionByEncryptionKid(kid: string): Promise<PresentationSession | null>
  oneTimeValue(kind: OneTimeKind, digest: string): Promise<OneTimeValue | null>
  /** The values of these kinds that expire after an instant, of one session or of all, those that live longest first. */
  liveValues(query: LiveValuesQuery): Promise<OneTimeValue[]>
  standingValue(kind: StandingKind, digest: string): Promise<StandingValue | null>
  /** Oldest first. */
  events(session: SessionId): Promise<StoredEvent[]>
  /** Exchanges of a session with their findings, oldest first. */
  exchanges(session: SessionId): Promise<StoredExchange[]>
  /** How many exchanges a session has. */
  exchangeCount(session: SessionId): Promise<number>
  /** True when this client sent a request of the session as wallets do; with `operations` one of these. */
  hasWalletExchange(session: SessionId, client: string, operations?: readonly string[]): Promise<boolean>
  /**
   * The session to which this client sent requests as wallets do in a span of time, both ends included, if it is only one.
   * Those that were inferred to belong to it do not count.
   */
  soleSession(query: Pick<UnboundQuery, 'from' | 'to'> & { readonly client: string }): Promise<SessionId | null>
  /** True when the session has an event of one of these types. */
  hasEvent(session: SessionId, types: readonly StoredEventType[]): Promise<boolean>
  /**
   * Exchanges without a session that came from one of these clients to one issuer in a span of time, oldest first: the
   * first so many of them, or the newest.
   */
  unboundExchanges(query: UnboundQuery, bound: UnboundBound): Promise<StoredExchange[]>
  /** How many there are. */
  unboundCount(query: UnboundQuery): Promise<number>
  /** The other session to which one of these clients sent the first request to that issuer in the span of time. */
  otherSession(query: UnboundQuery, session: SessionId): Promise<SessionId | null>
  /**
   * A text that changes whenever the evidence of a session does, or what others did nearby: exchanges of these clients
   * that belong to no session, or to another one. `null` when there is no such session.
   */
  evidenceMark(session: SessionId, nearby: UnboundQuery): Promise<string | null>
  /**
   * The newest recorded exchanges, of one protocol or of all, at most `limit`, oldest first. Each protocol has the bound of
   * the ledger for itself, so that many requests of one leave those of the other in it.
   */
  ledger(limit: number, protocol?: WalletProtocol): Promise<StoredExchange[]>
  /** Reads for one decision that is going to be committed. */
  assuming(): AssumingReads
}

/**
 * Reads that may take for granted what storage can tell at the commit as well: that what this process wrote is as it
 * left it, and that a value which is new nearly always is new. They are right only once a commit that carries
 * `assumptions` is written, so nothing else may follow from them.
 */
export interface AssumingReads extends Pick<Store, 'session' | 'events' | 'oneTimeValue'> {
  /** What was taken for granted until now; `null` for nothing. */
  assumptions(): Assumptions | null
}
