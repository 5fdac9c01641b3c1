import type { CheckId } from '../../shared/ports/check-id'
import type { EventType } from '../../shared/ports/event-type'
import type { Ports } from '../../shared/ports/ports'
import type { ProtocolSettings } from '../../shared/ports/settings'
import type { Session, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import type { Check, Profile } from '../checks/check'
import type { BoundCheck } from '../checks/evaluate'
import type { Ending, SessionEvidence } from '../sessions/session-evidence'
import type { ShownExchanges } from './bounded-read-back'
import type { HowToRun } from './next-for-you'
import type { SessionProgress } from './outcomes'
import type { ConformanceEntry, EventView, ExchangeView, FindingFacts, RecordedView, SummaryView } from './session-view'
import type { NextForYou, NextStep, SessionCause, SessionOutcome } from './z-session-view'

/** Violations that what came later took back. */
export interface Withdrawn {
  readonly exchangeIds: ReadonlySet<string>
  /** Those that are taken back in these exchanges. */
  readonly checkIds: ReadonlySet<CheckId>
  /** One sentence. */
  readonly because: string
}

/** The types that differ between kinds of session. */
export interface KindTypes {
  readonly session: Session
  readonly status: string
  /** What was observed of the wallet. */
  readonly observed: object
  /** Members of `checks` that are derived from the findings for compatible tools. */
  readonly booleans: object
  /** The whole read-back. */
  readonly view: object
}

/**
 * What a kind of session contributes to the fold of its evidence. Everything else (the order of events, conformance,
 * summary) is the same for all kinds: projectSession.
 */
export interface SessionKind<Types extends KindTypes> {
  /** Every check that can run in such a session, in catalogue order. The read-back lists exactly these. */
  readonly checks: readonly Check<never>[]
  /** Those of them that judge a whole session; they run when the session is read. */
  readonly sessionChecks: readonly BoundCheck<SessionEvidence<Types['session']>>[]
  /** Whether a session lists a check at all; every one if absent. */
  readonly lists?: (check: Check<never>, session: Types['session']) => boolean
  /** Whether it is the tester of the session, and no clause, who says what a wallet does; never if absent. */
  readonly isTesterRule?: (check: Pick<Check<never>, 'id'>, session: Types['session']) => boolean
  /** Why a check can never run in this session; `null` if it can. */
  readonly whyImpossible: (check: Check<never>, session: Types['session']) => string | null
  /** Why a check that can run has not run yet, in one sentence. */
  readonly whyUnseen: (evidence: SessionEvidence<Types['session']>) => (check: Check<never>) => string
  /** The profiles that count in this session: violations of any other are not failures in it. */
  readonly claims: (session: Types['session']) => ReadonlySet<Profile>
  /** True once the session reached its purpose; before that no verdict is `pass`. */
  readonly isFinished: (evidence: SessionEvidence<Types['session']>) => boolean
  /** Whether what somebody told is the result of a session of which no rule says what a wallet does; never if absent. */
  readonly isTold?: (evidence: SessionEvidence<Types['session']>) => boolean
  /** Why a session without a violation has no pass; `null` if it only needs more time. */
  readonly whyIncomplete?: (
    conformance: readonly ConformanceEntry[],
    evidence: SessionEvidence<Types['session']>,
  ) => string | null
  readonly status: (evidence: SessionEvidence<Types['session']>) => StatusHistory<Types['status']>
  /** Meaning of a status in a session; expiry is handled elsewhere. */
  readonly stand: (status: Types['status'], evidence: SessionEvidence<Types['session']>) => SessionProgress
  /** Name of a session without contact, if not the general phrase. */
  readonly waiting?: (session: Types['session']) => string | undefined
  /**
   * What to do after the last request was refused, from what lives at an instant; `null` if nothing was refused.
   * `evidence` ends with the session, and `cause` is what is told of its failure.
   */
  readonly nextStep: (
    evidence: SessionEvidence<Types['session']> & { readonly settings: Pick<ProtocolSettings, 'baseUrl'> },
    cause: Pick<SessionCause, 'exchange_id' | 'fix' | 'acts'> | null,
    now: EpochMillis,
  ) => NextStep | null
  /** How a session is run, as it stands. `nextStep`: that of the session. */
  readonly howToRun: (evidence: SessionEvidence<Types['session']>, nextStep: NextStep | null) => HowToRun
  /** When the outcome is final, from the records; never moves once passed. */
  readonly ending: (evidence: SessionEvidence<Types['session']>) => Ending
  /** Exchanges of an open session whose findings do not count, because its flow had already ended. */
  readonly uncounted: (evidence: SessionEvidence<Types['session']>) => ReadonlySet<string>
  /** Violations that are none, by what the wallet did later. `evidence` ends with the session. */
  readonly withdrawn?: (evidence: SessionEvidence<Types['session']>) => Withdrawn
  readonly steps: Steps<Types>
  readonly observed: (evidence: SessionEvidence<Types['session']>) => Types['observed']
  readonly booleans: (
    conformance: readonly ConformanceEntry[],
    evidence: SessionEvidence<Types['session']>,
  ) => Types['booleans']
  /** Member of `raw` that lists every request. */
  readonly rawRequests: string
  /** The latest request of each sort as received, redacted. */
  readonly raw: (evidence: SessionEvidence<Types['session']>) => JsonObject
  /** Builds the read-back from the folded parts and the session itself. */
  readonly view: (folded: Folded<Types>, input: FoldInput<Types['session']>) => Types['view']
}

/** How the steps of a session are derived, from stored events and from what is not stored. */
interface Steps<Types extends KindTypes> {
  /** The steps of each stored event, in order: the event with details from the others, and what follows from it. */
  readonly ofEvents: (events: readonly StoredEvent[]) => readonly (readonly Step[])[]
  /** Steps that no event records. */
  readonly ofExchange: (exchange: StoredExchange) => readonly Step[]
  /** Steps derived from the whole session; omitted if empty. */
  readonly ofWhole?: (evidence: SessionEvidence<Types['session']>) => readonly Step[]
  readonly ofChange: (
    change: StatusChange<Types['status']>,
    evidence: SessionEvidence<Types['session']>,
  ) => readonly Step[]
}

/** Something that happened in a session, as listed in its events. */
export interface Step extends Pick<StoredEvent, 'at' | 'detail' | 'exchangeId'> {
  readonly type: EventType
}

/** A status change, derived from the events. */
export interface StatusChange<Status extends string> {
  readonly at: EpochMillis
  readonly previousState: Status
  readonly state: Status
  /** `null` for expiry. */
  readonly cause: StoredEvent | null
}

export interface StatusHistory<Status extends string> {
  readonly status: Status
  /** Oldest first. */
  readonly changes: readonly StatusChange<Status>[]
}

/** The input of a session's read-back. */
export interface FoldInput<Of extends Session> extends SessionEvidence<Of> {
  readonly settings: Pick<ProtocolSettings, 'baseUrl'>
  readonly ports: Pick<Ports, 'keyedHash' | 'sha256' | 'verifierKeys' | 'rootCertificate'>
  /** Which official cases a finding helps to decide; findings name none by default. */
  readonly officialCases?: (finding: FindingFacts) => readonly string[]
  /** The edition that these cases are of; absent where none are named, or each is named with its own. */
  readonly casesEdition?: string
  /** Which exchanges to show, as far as a read-back has room; from the first by default. */
  readonly show?: ShownExchanges
}

/** The parts that every session is folded into. */
export interface Folded<Types extends KindTypes> {
  readonly status: Types['status']
  readonly observed: Types['observed']
  readonly booleans: Types['booleans']
  readonly summary: SummaryView
  readonly outcome: SessionOutcome
  /** Until when the outcome may change, RFC 3339; `null` once it is over. */
  readonly openUntil: string | null
  readonly cause: SessionCause | null
  readonly nextStep: NextStep | null
  readonly nextForYou: NextForYou
  readonly conformance: readonly ConformanceEntry[]
  readonly events: readonly EventView[]
  readonly exchanges: readonly ExchangeView[]
  readonly recorded: RecordedView
  readonly raw: JsonObject
}
