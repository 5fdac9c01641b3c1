import type { ProgressState, SessionProgress } from '@/lib/core/engine/evidence/outcomes'
import type {
  ConformanceEntry,
  ContactView,
  EventView,
  ExchangeView,
  RecordedView,
  SummaryView,
} from '@/lib/core/engine/evidence/session-view'
import type { NextForYou, NextStep, SessionCause, SessionOutcome } from '@/lib/core/engine/evidence/z-session-view'

/** Members common to the read-backs of all kinds of session. */
export interface SessionHead {
  readonly session_id: string
  /** Name given by the tester; `null` without one. */
  readonly name: string | null
  readonly status: string
  /** What started it; `null` where that is not known. */
  readonly started_by: string | null
  readonly outcome: SessionOutcome
  /** What is told first; `null` if nothing was refused and nothing failed. */
  readonly cause: SessionCause | null
  /** What to do after the last refusal; `null` if nothing was refused. */
  readonly next_step: NextStep | null
  /** What the one who tests does next. */
  readonly next_for_you: NextForYou
  readonly checks: {
    readonly conformance: readonly ConformanceEntry[]
    readonly summary: Pick<SummaryView, 'mixed_traffic' | 'counts' | 'drafts'>
  }
  readonly events: readonly EventView[]
  /** `null` once it no longer works. */
  readonly deeplink: string | null
  readonly created_at: string
  readonly expires_at: string
  /** How long requests still count towards the outcome; `null` once that is over. */
  readonly open_until: string | null
  readonly exchanges: readonly ExchangeView[]
  readonly recorded: Pick<RecordedView, 'exchanges' | 'exchanges_without_content'>
  readonly contact: ContactView
}

export type SessionPhase = ProgressState

/** An exchange interpreted by its flow. */
export interface InspectedExchange extends ExchangeView {
  /** Position in the session, from 1; `null` if it may belong to another session. */
  readonly number: number | null
  /** Purpose; `other` for a request unknown to the flow. */
  readonly kind: string
  /** One phrase for the effect of a success. */
  readonly does: string
}

/** A request of a clean flow. */
export interface ExpectedExchange<Kind extends string = string> {
  readonly kind: Kind
  readonly method: 'GET' | 'POST'
  /** Shortened as in the timeline. */
  readonly path: string
  readonly does: string
  /** Instruction in one sentence: what the wallet should do next. */
  readonly say: string
  /** How to trigger it before a wallet has connected; absent if scanning the code does. */
  readonly more?: string
  /** Common reasons why a connected wallet does not send it, most frequent first. */
  readonly causes?: readonly string[]
}

/** A step in the progress rail. One exchange may complete several. */
export interface Milestone<Kind extends string = string> {
  readonly key: string
  readonly done: string
  readonly refused: string
  readonly open: string
  /** What completes the step: creation of the session, arrival of a request, or its success. */
  readonly takenBy: { readonly what: 'creation' } | { readonly what: 'arrival' | 'success'; readonly of: Kind }
}

/** A status in the reader's words. */
export interface StateWords extends SessionProgress {
  /** Shown if the session ended in this status and its phase does not say so. */
  readonly over?: NowWords
}

/** What the wallet should do, in one sentence, with supporting text. */
export interface NowWords {
  readonly say: string
  readonly more: string
}

/** Timeline texts for events. An event type in neither map is shown by its name. */
export interface EventWords {
  /** Types that only repeat their exchange's row. */
  readonly told: ReadonlySet<string>
  /** Types that report the outcome of other events at the same instant. */
  readonly results?: ReadonlySet<string>
  readonly words: Readonly<Record<string, (event: EventView) => string>>
}

/** One tab of an exchange in the detail pane. */
export interface DetailTab {
  readonly id: string
  readonly label: string
}

/**
 * Everything the inspector knows about one kind of session: its exchanges, states and texts. Panels know none of that;
 * they render what the model derives from a session.
 */
export interface FlowModel<Session extends SessionHead, Kind extends string = string> {
  /** Heading for this kind of session. */
  readonly heading: string
  /** Role of the wallet's peer. */
  readonly server: 'Issuer' | 'Verifier'
  /** Title of a session: its subject. */
  title(session: Session): string
  /** Options of a session, in half a line. */
  terms(session: Session): string
  /**
   * What a session deliberately tests, as a sentence; `null` for an ordinary session. Omitted if no session of this
   * kind tests anything.
   */
  purpose?(session: Session): string | null
  /** True for a deliberately wrong or unusual answer. If omitted, only events decide. */
  altered?(session: Session, exchange: Pick<InspectedExchange, 'kind' | 'response'>): boolean
  /** What a tester changed in an altered answer, as a sentence; `null` in a session without changes of theirs. */
  changed?(session: Session, event: EventView): string | null
  /** The wallet's User-Agent or client name; `null` until known. */
  program(session: Session): string | null
  /** Label of the QR code: where it leads. */
  readonly codeLabel: string
  /** Shown once the code is no longer needed, e.g. `offer opened`. */
  readonly codeUsed: string
  /** Kind of request by contract operation. */
  readonly operations: Readonly<Record<string, Kind>>
  /** Kind of one request whose operation has several; `undefined` if the operation determines it. */
  kindOf?(exchange: Pick<ExchangeView, 'operation' | 'body'>): Kind | undefined
  /** One phrase per kind for the effect of a success. */
  readonly does: Readonly<Record<Kind, string>>
  /** Kind that merely opens the flow; the detail pane does not start with it. */
  readonly opening: Kind
  /** Requests of a clean flow, in order. */
  expected(session: Session): readonly ExpectedExchange<Kind>[]
  /** Steps of a clean flow, in order. */
  milestones(session: Session): readonly Milestone<Kind>[]
  /** Timeline text by error code of a planned refusal. Such a refusal leaves its step open. */
  readonly plannedErrors: Readonly<Record<string, string>>
  readonly states: Readonly<Record<Session['status'], StateWords>>
  /** Status at expiry, taken from an event; `null` if there is none. */
  lastStatus(session: Session): string | null
  /** Shown once nothing more can happen. */
  readonly over: Readonly<Record<'done' | 'failed' | 'expired' | 'unreached', NowWords>> & {
    /** For flows that a wallet can decline. */
    readonly declined?: NowWords
  }
  /** Shown in the detail pane if the session ended without any record. */
  readonly nothingRecorded: string
  /** What the wallet's answer used up; omitted if more requests may follow it. */
  readonly usedUp?: string
  /** Seconds after the last exchange during which an expired session's flow may still continue. */
  readonly lingerSeconds: number
  readonly events: EventWords
  readonly tabs: readonly DetailTab[]
}

/** A session interpreted by its flow: the input of the panels. */
export interface Inspected<Session extends SessionHead = SessionHead> {
  readonly session: Session
  readonly exchanges: readonly InspectedExchange[]
  readonly phase: SessionPhase
  /** Current status; for an expired session, the last one before expiry. */
  readonly status: Session['status']
  /** Whether the built-in wallet was just started and has sent nothing yet. */
  readonly walletStarted: boolean
  /** Why the built-in wallet's last run stopped before it could answer; `null` if it did not. */
  readonly walletStopped: string | null
}
