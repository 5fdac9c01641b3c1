import type {
  ConformanceEntry,
  ContactView,
  EventView,
  ExchangeView,
  RecordedView,
  SummaryView,
} from '@/lib/core/evidence/session-view'
import type { SessionVerdict, Standing } from '@/lib/core/evidence/verdict'

/** What is read back of a session of any kind. */
export interface SessionHead {
  readonly session_id: string
  readonly status: string
  readonly checks: {
    readonly conformance: readonly ConformanceEntry[]
    readonly summary: Pick<SummaryView, 'mixed_traffic' | 'counts'>
  }
  readonly events: readonly EventView[]
  /** `null` once it leads nowhere any more. */
  readonly deeplink: string | null
  readonly created_at: string
  readonly expires_at: string
  readonly exchanges: readonly ExchangeView[]
  readonly recorded: Pick<RecordedView, 'exchanges' | 'exchanges_without_content'>
  readonly contact: ContactView
}

/**
 * In which of its lives a session is. `created`: nothing has arrived. `running`: the flow is under way.
 * `refused`: the last step was refused, the wallet may still try again. `done`, `declined`, `failed`, `expired`: it is
 * over; `unreached`: it is over, and no wallet ever came.
 */
export type SessionPhase = Standing

/** An exchange, and what the flow sees in it. */
export interface InspectedExchange extends ExchangeView {
  /** Its place among all of the session, from 1; `null` for one that may as well belong to another session. */
  readonly number: number | null
  /** What it is for; `other` for a request that the flow does not know. */
  readonly kind: string
  /** One phrase for what it does when it succeeds. */
  readonly does: string
}

/** A request that a clean flow brings. */
export interface ExpectedExchange<Kind extends string = string> {
  readonly kind: Kind
  readonly method: 'GET' | 'POST'
  /** As in the timeline, shortened to what tells requests apart. */
  readonly path: string
  readonly does: string
  /** The same as a demand, one sentence: what the wallet should do when this comes next. */
  readonly say: string
  /** Usual reasons for which a wallet that has come does not send it, the most frequent first. */
  readonly causes?: readonly string[]
}

/** A step that the rail names. Several may be taken by one exchange. */
export interface Milestone<Kind extends string = string> {
  readonly key: string
  readonly done: string
  readonly refused: string
  readonly open: string
  /** What takes the step: the creation of the session, the arrival of a request, or its success. */
  readonly takenBy: { readonly what: 'creation' } | { readonly what: 'arrival' | 'success'; readonly of: Kind }
}

/** A status in the words of the person who looks. */
export interface StateWords {
  readonly phase: SessionPhase
  readonly pill: string
  /** The same, where it is done and a must was broken; without it, the words of the flow. */
  readonly pillWithFailures?: string
  /** What a refused wallet has to correct, e.g. `the token request`; without it, the request. */
  readonly correct?: string
  /** What is said when the session ended here, where its phase says something else. */
  readonly over?: NowWords
}

/** What the wallet should do, as one sentence, and what goes with it. */
export interface NowWords {
  readonly say: string
  readonly more: string
}

/** How the timeline tells events. An event of a type that stands in neither is told by the type's name. */
export interface EventWords {
  /** Types that only repeat what the row of their exchange says. */
  readonly told: ReadonlySet<string>
  readonly words: Readonly<Record<string, (event: EventView) => string>>
}

/** One face of an exchange in the detail pane. */
export interface DetailTab {
  readonly id: string
  readonly label: string
}

/**
 * All that the inspector knows of one kind of session: which exchanges it is made of, where it can stand, and the words
 * for it. Panels know none of that; they draw what follows from the model and a session.
 */
export interface FlowModel<Session extends SessionHead, Kind extends string = string> {
  /** What such a session is called, as a heading. */
  readonly heading: string
  /** Name of one session: what it is about. */
  title(session: Session): string
  /** How one session was made, in half a line. */
  terms(session: Session): string
  /** What one session tries on purpose, a sentence for its head; `null` for an ordinary one. Left out: none ever does. */
  purpose?(session: Session): string | null
  /** What the wallet calls itself; `null` until it does. */
  program(session: Session): string | null
  /** Label of the QR code: what it leads to. */
  readonly codeLabel: string
  /** What an operation of the contract is for. Decides everything that depends on what a request was. */
  readonly operations: Readonly<Record<string, Kind>>
  /** One phrase for what a request of a kind does when it succeeds. */
  readonly does: Readonly<Record<Kind, string>>
  /** Kind of the fetch that only opens the flow: the detail pane does not begin with it. */
  readonly opening: Kind
  /** Every exchange of a clean flow, in order. */
  expected(session: Session): readonly ExpectedExchange<Kind>[]
  /** The steps of a clean flow, in order. */
  milestones(session: Session): readonly Milestone<Kind>[]
  /** Error codes of refusals that the flow plans for, with what the timeline says of them: they leave a step open. */
  readonly plannedErrors: Readonly<Record<string, string>>
  readonly states: Readonly<Record<Session['status'], StateWords>>
  /** Status that a session had when its time ended, as an event tells it; `null` when none does. */
  lastStatus(session: Session): string | null
  /** What is said once nothing more can happen. */
  readonly over: Readonly<Record<'done' | 'failed' | 'expired' | 'unreached', NowWords>> & {
    /** For a flow in which a wallet can say that it will not go on. */
    readonly declined?: NowWords
  }
  /** The pill of a session that is done although checks of level must failed. */
  readonly doneWithFailures: string
  /** What the detail pane says when a session ended and nothing was recorded. */
  readonly nothingRecorded: string
  /** Seconds after the last exchange for which the flow may go on although the session's own time is over. */
  readonly lingerSeconds: number
  readonly events: EventWords
  readonly tabs: readonly DetailTab[]
}

/** A session as its flow sees it: what panels are drawn from. */
export interface Inspected<Session extends SessionHead = SessionHead> {
  readonly session: Session
  readonly exchanges: readonly InspectedExchange[]
  readonly phase: SessionPhase
  /** The status that it stands at: of an expired session the last one before. */
  readonly status: Session['status']
  readonly verdict: SessionVerdict
}
