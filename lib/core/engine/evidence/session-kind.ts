import type { EventType } from '../../ground/ports/event-type'
import type { Ports } from '../../ground/ports/ports'
import type { ProtocolSettings } from '../../ground/ports/settings'
import type { Session, StoredEvent, StoredExchange } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'
import type { Check } from '../checks/check'
import type { BoundCheck } from '../checks/evaluate'
import type { SessionEvidence } from '../sessions/session-evidence'
import type { ShownExchanges } from './page-exchanges'
import type { ConformanceEntry, EventView, ExchangeView, RecordedView, SummaryView } from './session-view'

/** The types by which one kind of session differs from another. */
export interface KindTypes {
  readonly session: Session
  readonly status: string
  /** What the wallet showed of itself. */
  readonly observed: object
  /** Members of `checks` that are folded from the findings for compatible tools. */
  readonly booleans: object
  /** The whole read-back. */
  readonly view: object
}

/**
 * What one kind of session brings to the fold of its evidence. Everything else, the order of what happened, conformance
 * and summary, is the same for all: projectSession.
 */
export interface SessionKind<Types extends KindTypes> {
  /** Every check that such a session can give reason to run, in catalogue order. It lists these and no others. */
  readonly checks: readonly Check<never>[]
  /** Those of them that look at a whole session; they run at reading. */
  readonly sessionChecks: readonly BoundCheck<SessionEvidence<Types['session']>>[]
  /** Why this session can never give reason to run a check; `null` when it can. */
  readonly whyImpossible: (check: Check<never>, session: Types['session']) => string | null
  /** Why a check that this session can give reason to run has not run so far, in one sentence. */
  readonly whyUnseen: (evidence: SessionEvidence<Types['session']>) => (check: Check<never>) => string
  /** False: what breaks profile `haip` is not a failure in this session. */
  readonly claimsHaip: (session: Types['session']) => boolean
  /** True once the session came to what it was made for; before that no verdict is `pass`. */
  readonly isFinished: (evidence: SessionEvidence<Types['session']>) => boolean
  /** Why a session without a broken rule has no pass; `null` where nothing but time is missing. */
  readonly whyIncomplete?: (
    conformance: readonly ConformanceEntry[],
    evidence: SessionEvidence<Types['session']>,
  ) => string | null
  readonly status: (evidence: SessionEvidence<Types['session']>) => StatusHistory<Types['status']>
  /** Exchanges after the end of the session: their findings are listed, but do not count. */
  readonly afterEnd: (evidence: SessionEvidence<Types['session']>) => ReadonlySet<string>
  readonly steps: Steps<Types>
  readonly observed: (evidence: SessionEvidence<Types['session']>) => Types['observed']
  readonly booleans: (
    conformance: readonly ConformanceEntry[],
    evidence: SessionEvidence<Types['session']>,
  ) => Types['booleans']
  /** Member of `raw` that lists every request. */
  readonly rawRequests: string
  /** The latest request of each sort as it came, redacted. */
  readonly raw: (evidence: SessionEvidence<Types['session']>) => JsonObject
  /** Builds the read-back from what was folded and the session itself. */
  readonly view: (folded: Folded<Types>, input: FoldInput<Types['session']>) => Types['view']
}

/** How the steps of a session are told: the stored ones, and those that follow from others and are stored nowhere. */
interface Steps<Types extends KindTypes> {
  /** Tells each of the stored events, in order: completed by what the others tell, with what follows from it. */
  readonly ofEvents: (events: readonly StoredEvent[]) => readonly (readonly Step[])[]
  /** What no event tells. */
  readonly ofExchange: (exchange: StoredExchange) => readonly Step[]
  /** What follows from the whole session; omitted if empty. */
  readonly ofWhole?: (evidence: SessionEvidence<Types['session']>) => readonly Step[]
  readonly ofChange: (
    change: StatusChange<Types['status']>,
    evidence: SessionEvidence<Types['session']>,
  ) => readonly Step[]
}

/** Something that happened in a session, as its events are read back. */
export interface Step extends Pick<StoredEvent, 'at' | 'detail' | 'exchangeId'> {
  readonly type: EventType
}

/** A change of status, as it follows from the events. */
export interface StatusChange<Status extends string> {
  readonly at: EpochMillis
  readonly previousState: Status
  readonly state: Status
  /** The event that led there; `null` for the end of the session's time. */
  readonly cause: StoredEvent | null
}

export interface StatusHistory<Status extends string> {
  readonly status: Status
  /** Oldest first. */
  readonly changes: readonly StatusChange<Status>[]
}

/** What a session is read back from. */
export interface FoldInput<Of extends Session> extends SessionEvidence<Of> {
  readonly settings: Pick<ProtocolSettings, 'baseUrl'>
  readonly ports: Pick<Ports, 'keyedHash' | 'verifierKeys' | 'rootCertificate'>
  /** Which official cases a finding helps to decide; findings name none by default. */
  readonly officialCases?: (finding: ConformanceEntry) => readonly string[]
  /** Which exchanges are shown, as far as a read-back holds them; from the first by default. */
  readonly show?: ShownExchanges
}

/** What every session is folded into. */
export interface Folded<Types extends KindTypes> {
  readonly status: Types['status']
  readonly observed: Types['observed']
  readonly booleans: Types['booleans']
  readonly summary: SummaryView
  readonly conformance: readonly ConformanceEntry[]
  readonly events: readonly EventView[]
  readonly exchanges: readonly ExchangeView[]
  readonly recorded: RecordedView
  readonly raw: JsonObject
}
