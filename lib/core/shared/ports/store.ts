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
  LedgerExchange,
  OneTimeKind,
  OneTimeValue,
  PresentationSession,
  Session,
  StandingKind,
  StandingValue,
  StoredEvent,
  StoredExchange,
} from './store-types'
import type { Workbench, WorkbenchKey, WorkbenchSessions } from './workbench'

/** Selects unbound exchanges by clients, issuer and inclusive time span. */
export interface UnboundQuery {
  readonly issuerId: string
  /** Also requests whose address names no issuer. */
  readonly orNone?: true
  readonly clients: readonly string[]
  readonly from: EpochMillis
  readonly to: EpochMillis
}

export type UnboundBound = { readonly firstMax: number } | { readonly newestMax: number }

/** Selects records of a wallet and version. Lone surrogates in its texts are U+FFFD, as stored. */
export interface WalletQuery {
  readonly wallet: Campaign['wallet']
  /** Only records made with the operator token; applied before `max`. */
  readonly operatorOnly: boolean
  readonly max: number
}

/** A session of a wallet's campaigns, with the facts that decide whether it counts. */
export interface CampaignRun {
  readonly sessionId: SessionId
  readonly kind: Session['kind']
  /** `null` for a custom session. */
  readonly preset: string | null
  readonly createdAt: EpochMillis
}

/** Sessions of all campaigns of a wallet and version. */
export interface WalletRuns {
  /** Changes when a campaign, a session, an entered result or a declaration is added, or anything is deleted. */
  readonly mark: string
  /** True if `sessions` are only those added since the given mark. */
  readonly added: boolean
  /** Newest first; `null` if the given mark is still current. */
  readonly sessions: readonly CampaignRun[] | null
}

/** Position of a run in the list of all: newest first, then by id. */
export interface RunPlace {
  readonly at: EpochMillis
  readonly id: string
}

/** A session or campaign in that list. */
export interface RunReference extends RunPlace {
  readonly kind: 'issuance' | 'presentation' | 'campaign'
}

/** Selects sessions and campaigns. */
export interface RunQuery {
  /**
   * Part of the name, wallet, version, preset, built-in campaign, deviation or id, ignoring ASCII case; empty matches
   * every run.
   */
  readonly text: string
  /** Sessions with one of these deviations match too. */
  readonly deviations: readonly string[]
  /** Only runs after this position; `null` starts with the newest. */
  readonly before: RunPlace | null
  readonly max: number
}

/** A session result as text, with the evidence that it was derived from. */
export interface KeptRow {
  readonly sessionId: SessionId
  readonly text: string
  /** Number of events and exchanges of the session, which only grows. */
  readonly events: number
  readonly exchanges: number
}

/** Selects live values. */
interface LiveValuesQuery {
  readonly kinds: readonly OneTimeKind[]
  readonly at: EpochMillis
  readonly max: number
  readonly session?: SessionId
  /** Digest of the value that they derive from. */
  readonly parent?: string
}

/** Storage, the only source of truth. Every method throws StoreUnavailable if storage does not respond. */
export interface Store {
  /** Writes everything or nothing, durably, and reports which one-time effects another request preceded. */
  commit(commit: Commit): Promise<CommitOutcome>
  session(id: SessionId): Promise<Session | null>
  sessionByOffer(credentialOfferId: string): Promise<IssuanceSession | null>
  /** Authorization code sessions of one configuration open at an instant, newest first, at most 20. */
  openSessions(query: {
    readonly issuerId: string
    readonly credentialConfigurationId: string
    readonly at: EpochMillis
  }): Promise<IssuanceSession[]>
  /** Sessions of a shared issuer with their offer in the link, made in the day before an instant and open then, newest first, at most 20. */
  offersByValue(query: { readonly issuerId: string; readonly at: EpochMillis }): Promise<IssuanceSession[]>
  /** Laboratories served at an instant, without those that made room for others. */
  liveLaboratories(at: EpochMillis): Promise<number>
  /** The values that refer to them. */
  laboratories(at: EpochMillis): Promise<OneTimeValue[]>
  /** Time of a session's newest request or event; `null` if none. */
  lastTouched(session: SessionId): Promise<EpochMillis | null>
  campaign(id: CampaignId): Promise<Campaign | null>
  /** Sessions and campaigns, newest first. */
  runs(query: RunQuery): Promise<RunReference[]>
  /** The newest campaigns of a wallet and version, newest first. */
  campaigns(query: WalletQuery): Promise<Campaign[]>
  /** All runs without `max`, unless nothing changed since `mark`. */
  walletRuns(query: Omit<WalletQuery, 'max'> & { readonly mark: string | null }): Promise<WalletRuns>
  /**
   * Texts stored for these sessions under a key, if their evidence is unchanged since. `state` changes with every
   * change of the records.
   */
  keptResults(query: {
    readonly key: string
    readonly sessions: readonly SessionId[]
  }): Promise<{ readonly state: string; readonly texts: ReadonlyMap<SessionId, string> }>
  /**
   * Stores texts under a key, replacing earlier ones, if the evidence is still what they were derived from. Returns the
   * state.
   */
  keepResults(query: {
    readonly key: string
    readonly state: string
    readonly rows: readonly KeptRow[]
  }): Promise<string>
  /** Entered results for a wallet and version: the newest ones, oldest first. */
  enteredResults(query: WalletQuery): Promise<EnteredResult[]>
  /** The presets of which a campaign session of a wallet and version, with evidence, was deleted by retention. */
  removedPresets(query: Omit<WalletQuery, 'max'>): Promise<string[]>
  /** Declarations for a wallet and version: the newest ones, oldest first. */
  declarations(query: WalletQuery): Promise<Declaration[]>
  /** The sessions of a campaign, oldest first. */
  campaignSessions(id: CampaignId): Promise<Session[]>
  /** The workbench with this digest, even if it has ended; a text that is no digest finds nothing. */
  workbench(key: WorkbenchKey, digest: string): Promise<Workbench | null>
  /** Number of workbenches that have not ended. */
  livingWorkbenches(at: EpochMillis): Promise<number>
  /** Sessions of a workbench, by their numbers. */
  workbenchSessions(query: WorkbenchSessions): Promise<Session[]>
  /** The newest session whose request has this `state`, which may repeat once a session is over. */
  sessionByState(state: string): Promise<PresentationSession | null>
  /** The session whose response encryption key has this `kid`, even after the key was deleted. */
  sessionByEncryptionKid(kid: string): Promise<PresentationSession | null>
  oneTimeValue(kind: OneTimeKind, digest: string): Promise<OneTimeValue | null>
  /** Values of any of these kinds with one of these digests, in one call; a text that is no digest finds nothing. */
  valuesOfAnyKind(kinds: readonly OneTimeKind[], digests: readonly string[]): Promise<OneTimeValue[]>
  /** Values of these kinds that expire after an instant, of one session, of one parent, or all, longest-lived first. */
  liveValues(query: LiveValuesQuery): Promise<OneTimeValue[]>
  standingValue(kind: StandingKind, digest: string): Promise<StandingValue | null>
  /** Oldest first. */
  events(session: SessionId): Promise<StoredEvent[]>
  /** Exchanges of a session with their findings, oldest first. */
  exchanges(session: SessionId): Promise<StoredExchange[]>
  /** Number of exchanges of a session. */
  exchangeCount(session: SessionId): Promise<number>
  /** True if this client sent a wallet request of the session; `operations` restricts them. */
  hasWalletExchange(session: SessionId, client: string, operations?: readonly string[]): Promise<boolean>
  /** True if a wallet or the browser of its user sent a request of the session. */
  hasContact(session: SessionId): Promise<boolean>
  /**
   * The only session to which this client sent wallet requests in an inclusive time span; `null` if there are several.
   * Inferred ones do not count.
   */
  soleSession(query: Pick<UnboundQuery, 'from' | 'to'> & { readonly client: string }): Promise<SessionId | null>
  /** True when the session has an event of one of these types. */
  hasEvent(session: SessionId, types: readonly StoredEventType[]): Promise<boolean>
  /**
   * Unbound exchanges of these clients with one issuer in a time span, oldest first, limited to the first or newest
   * ones.
   */
  unboundExchanges(query: UnboundQuery, bound: UnboundBound): Promise<StoredExchange[]>
  /** Number of matching unbound exchanges. */
  unboundCount(query: UnboundQuery): Promise<number>
  /** The other session to which one of these clients sent the first request to that issuer in the time span. */
  otherSession(query: UnboundQuery, session: SessionId): Promise<SessionId | null>
  /**
   * A text that changes with the evidence of a session, and with exchanges of these clients that belong to no session
   * or another. `null` if there is no such session.
   */
  evidenceMark(session: SessionId, nearby: UnboundQuery): Promise<string | null>
  /**
   * The newest exchanges, of one protocol or all, at most `limit`, oldest first. Each protocol has its own limit, so
   * that one does not displace the other.
   */
  ledger(limit: number, protocol?: WalletProtocol): Promise<LedgerExchange[]>
  /** Reads for one decision that is about to be committed. */
  assuming(): AssumingReads
}

/**
 * Reads that may assume what storage verifies on commit: that values written by this process are unchanged, and that a
 * new value is not stored yet. Only valid once a commit with `assumptions` succeeds, so nothing else may depend on
 * them.
 */
export interface AssumingReads extends Pick<Store, 'session' | 'events' | 'oneTimeValue'> {
  /** Assumptions so far; `null` for none. */
  assumptions(): Assumptions | null
}
