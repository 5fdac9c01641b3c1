import type { Stand, Standing } from '@/lib/core/engine/evidence/outcomes'
import type {
  ConformanceEntry,
  ContactView,
  EventView,
  ExchangeView,
  RecordedView,
  SummaryView,
} from '@/lib/core/engine/evidence/session-view'
import type { NextStep } from '@/lib/core/engine/evidence/z-cause'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-outcome'

/** The read-back of a session of any kind. */
export interface SessionHead {
  readonly session_id: string
  /** How the tester calls it; `null` without a name. */
  readonly name: string | null
  readonly status: string
  readonly outcome: SessionOutcome
  /** What to do after the last request was refused; `null` while nothing is. */
  readonly next_step: NextStep | null
  readonly checks: {
    readonly conformance: readonly ConformanceEntry[]
    readonly summary: Pick<SummaryView, 'mixed_traffic' | 'counts' | 'drafts'>
  }
  readonly events: readonly EventView[]
  /** `null` once it no longer works. */
  readonly deeplink: string | null
  readonly created_at: string
  readonly expires_at: string
  /** Until when requests still count in the outcome; `null` once it is over. */
  readonly open_until: string | null
  readonly exchanges: readonly ExchangeView[]
  readonly recorded: Pick<RecordedView, 'exchanges' | 'exchanges_without_content'>
  readonly contact: ContactView
}

/** The phase of a session: how it stands. */
export type SessionPhase = Standing

/** An exchange as its flow interprets it. */
export interface InspectedExchange extends ExchangeView {
  /** Its number in the session, from 1; `null` if it may belong to another session. */
  readonly number: number | null
  /** Its purpose; `other` for a request that the flow does not know. */
  readonly kind: string
  /** One phrase for what it does if it succeeds. */
  readonly does: string
}

/** A request of a clean flow. */
export interface ExpectedExchange<Kind extends string = string> {
  readonly kind: Kind
  readonly method: 'GET' | 'POST'
  /** As in the timeline, shortened to the part that distinguishes requests. */
  readonly path: string
  readonly does: string
  /** The same as an instruction in one sentence: what the wallet should do next. */
  readonly say: string
  /** What helps to bring it about, before a wallet has connected; absent where that is to scan the code. */
  readonly more?: string
  /** Common reasons why a connected wallet does not send it, most frequent first. */
  readonly causes?: readonly string[]
}

/** A step in the rail. One exchange may complete several. */
export interface Milestone<Kind extends string = string> {
  readonly key: string
  readonly done: string
  readonly refused: string
  readonly open: string
  /** What completes the step: the creation of the session, the arrival of a request, or its success. */
  readonly takenBy: { readonly what: 'creation' } | { readonly what: 'arrival' | 'success'; readonly of: Kind }
}

/** A status in the reader's words. */
export interface StateWords extends Stand {
  /** Shown if the session ended here and its phase does not say it. */
  readonly over?: NowWords
}

/** What the wallet should do, in one sentence, with supporting text. */
export interface NowWords {
  readonly say: string
  readonly more: string
}

/** How the timeline describes events. An event type in neither map is shown by its name. */
export interface EventWords {
  /** Types that only repeat the row of their exchange. */
  readonly told: ReadonlySet<string>
  /** Types that report the outcome of others at the same instant. */
  readonly results?: ReadonlySet<string>
  readonly words: Readonly<Record<string, (event: EventView) => string>>
}

/** One tab of an exchange in the detail pane. */
export interface DetailTab {
  readonly id: string
  readonly label: string
}

/**
 * Everything the inspector knows about one kind of session: its exchanges, its states, and the words for them. Panels
 * know none of that; they render what the model derives from a session.
 */
export interface FlowModel<Session extends SessionHead, Kind extends string = string> {
  /** The name of this kind of session, as a heading. */
  readonly heading: string
  /** What the other side of the wallet is called. */
  readonly server: 'Issuer' | 'Verifier'
  /** The title of one session: what it is about. */
  title(session: Session): string
  /** The options of one session, in half a line. */
  terms(session: Session): string
  /**
   * What one session deliberately tests, as a sentence for its header; `null` for an ordinary one. Omitted if no
   * session of the kind does.
   */
  purpose?(session: Session): string | null
  /** True for an exchange whose answer was deliberately wrong or unusual. If omitted, only events decide. */
  altered?(session: Session, exchange: Pick<InspectedExchange, 'kind' | 'response'>): boolean
  /** The wallet's User-Agent or client name; `null` until known. */
  program(session: Session): string | null
  /** Label of the QR code: where it leads. */
  readonly codeLabel: string
  /** What the rail says once the code is no longer needed, e.g. `offer opened`. */
  readonly codeUsed: string
  /** The purpose of a contract operation. Decides everything that depends on the kind of a request. */
  readonly operations: Readonly<Record<string, Kind>>
  /** The purpose of one request, where its operation has several; `undefined` where the operation tells it. */
  kindOf?(exchange: Pick<ExchangeView, 'operation' | 'body'>): Kind | undefined
  /** One phrase for what a request of a kind does if it succeeds. */
  readonly does: Readonly<Record<Kind, string>>
  /** Kind of the request that only opens the flow; the detail pane does not start with it. */
  readonly opening: Kind
  /** Every exchange of a clean flow, in order. */
  expected(session: Session): readonly ExpectedExchange<Kind>[]
  /** The steps of a clean flow, in order. */
  milestones(session: Session): readonly Milestone<Kind>[]
  /** Error codes of planned refusals, with the timeline's text for them. They leave a step open. */
  readonly plannedErrors: Readonly<Record<string, string>>
  readonly states: Readonly<Record<Session['status'], StateWords>>
  /** The status of a session when it expired, taken from an event; `null` if there is none. */
  lastStatus(session: Session): string | null
  /** Shown once nothing more can happen. */
  readonly over: Readonly<Record<'done' | 'failed' | 'expired' | 'unreached', NowWords>> & {
    /** For flows in which a wallet can decline. */
    readonly declined?: NowWords
  }
  /** Shown in the detail pane when a session ended and nothing was recorded. */
  readonly nothingRecorded: string
  /** Seconds after the last exchange during which the flow may continue although the session has expired. */
  readonly lingerSeconds: number
  readonly events: EventWords
  readonly tabs: readonly DetailTab[]
}

/** A session as seen by its flow: the input of the panels. */
export interface Inspected<Session extends SessionHead = SessionHead> {
  readonly session: Session
  readonly exchanges: readonly InspectedExchange[]
  readonly phase: SessionPhase
  /** Its current status; for an expired session, the last one before expiry. */
  readonly status: Session['status']
  /** The built-in wallet was started a moment ago, and nothing of it has arrived. */
  readonly walletStarted: boolean
  /** Why the built-in wallet stopped in its last run before it could answer; `null` if it did not. */
  readonly walletStopped: string | null
}
