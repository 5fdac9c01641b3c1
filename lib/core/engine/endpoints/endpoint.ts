import type { Exchange, Reply } from '../../shared/http/exchange'
import type { JudgedFinding } from '../../shared/ports/finding'
import type { SessionId } from '../../shared/ports/ids'
import type { Campaign, Declaration, EnteredResult, Session, StoredExchange } from '../../shared/ports/store-types'
import type { Workbench } from '../../shared/ports/workbench'
import type { KnownValues } from '../../shared/recognise/what-is'
import type { EpochMillis } from '../../shared/time/time'
import type { Json } from '../../shared/values/json'
import type { BoundCheck } from '../checks/evaluate'
import type { Envelope } from '../redaction/message/redact-exchange'
import type { ReadToken, Revealed } from '../redaction/tokens/read-token'
import type { DecidedEffect, EventDraft } from './decided'
import type { RequestContext } from './request-context'

/** A value that a response gives its client; secret until it expires. */
export interface HandedOut {
  readonly secret: string
  readonly expiresAt: EpochMillis
  /**
   * What identifies it: start and end, or only the end for a `document` (an mdoc), where its signature is. `disclosure`
   * values are numerous and never displace a `value`.
   */
  readonly kind?: 'value' | 'disclosure' | 'document'
  /** The session whose evidence shows it, e.g. the one whose request contains the nonce. */
  readonly shownIn?: SessionId | null
}

/** The answer together with everything that must be on disk before it is sent. */
export interface Decision {
  readonly reply: Reply
  readonly sessionId: SessionId | null
  /** The issuer that the request concerns, where its path names none. */
  readonly issuerId?: string
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
  /** The decrypted content of an encrypted request; it is redacted and stored like a plain body. */
  readonly decryptedBody?: string
  /** The parsed body, decrypted if it was encrypted, if `read` found JSON: saves redaction from parsing it again. */
  readonly bodyJson?: Json
  /** For a body that contains the wallet's message in one member; absent if the body is the message. */
  readonly envelope?: Envelope
  /**
   * Parsed values of strings that `read` took for JSON, such as a form member, by their text; `undefined` for invalid
   * JSON. Saves redaction from parsing them again.
   */
  readonly jsonTexts?: ReadonlyMap<string, Json | undefined>
  /** Tokens that `read` parsed or the answer was built with, by their text: saves redaction from parsing them again. */
  readonly tokens?: ReadonlyMap<string, ReadToken>
  /** Presented credentials whose values may be shown, by their issuer-signed text; none by default. */
  readonly revealed?: ReadonlyMap<string, Revealed>
  /** Values that we sent and the client repeats, such as our nonce; never personal data, whatever they look like. */
  readonly sent?: readonly string[]
  /** Certificates that the session trusts besides the configured anchors, base64 DER, for the decoded views. */
  readonly trustAnchors?: readonly string[]
  /** Reply that deviates on purpose, sent instead; see applyDeviation. */
  readonly deviating?: DeviatingReply
  /** What the answer hands out besides what its effects grant. */
  readonly handedOut?: readonly HandedOut[]
  /** How long the recorded answer is held back, in seconds. */
  readonly holdSeconds?: number
  /** Judges nobody; only the first requests of its kind are recorded, and later ones get the same response. */
  readonly firstRequests?: FirstRequests
  /** A session that this request creates. */
  readonly session?: Session
  /** A campaign that it creates. */
  readonly campaign?: Campaign
  /** A workbench that it creates. */
  readonly workbench?: Workbench
  /** A result entered for an official case. */
  readonly entered?: EnteredResult
  /** A maker's declaration for a wallet. */
  readonly declaration?: Declaration
  /** `inferred`: nothing in the request names the session; it was found by its client. */
  readonly correlation?: StoredExchange['correlation']
  /** Calls that the service made to itself during the request; recorded after it. */
  readonly internal?: readonly InternalCall[]
}

/** Limits the records of requests that strangers may repeat endlessly. */
export interface FirstRequests {
  readonly kind: string
  /** How many are stored. */
  readonly onRecord: number
  readonly max: number
  /** Event with the number of further ones since this process started; stored at each power of two. */
  readonly beyond?: (count: number) => EventDraft
  /** Response to further ones if the normal one claims that they are stored; defaults to the normal one. */
  readonly refusal?: Reply
}

/** A deliberately wrong response. If it grants less than the correct one, it lists its own events and effects. */
export interface DeviatingReply {
  /** Name of the deviation in evidence; permanent, like the id of a check. */
  readonly deviation: string
  readonly reply: Reply
  readonly holdSeconds?: number
  readonly events?: readonly EventDraft[]
  readonly effects?: readonly DecidedEffect[]
  /** Values that it hands out in addition to the correct response. */
  readonly handedOut?: readonly HandedOut[]
}

/** A call of the service to itself, recorded as evidence. */
export interface InternalCall {
  readonly exchange: Exchange
  /** Operation of the contract. */
  readonly operation: string
  readonly reply: Reply
}

/** An endpoint whose requests are evidence: each is read as far as possible, judged by every check, then answered. */
export interface JudgedEndpoint<Reading> {
  readonly kind: 'judged'
  /** Never throws because of what the wallet sent. */
  read(context: RequestContext): Promise<Reading>
  /** Every check of the endpoint, in the documented order of refusals. */
  checks(reading: Reading, context: RequestContext): readonly BoundCheck<Reading>[]
  /** What a value that a check cannot place is compared with; asked after a violation only. Absent: with storage alone. */
  known?(reading: Reading, context: RequestContext): Promise<KnownValues> | KnownValues
  decide(reading: Reading, findings: readonly JudgedFinding[], context: RequestContext): Promise<Decision> | Decision
}

/** An endpoint for testers: no wallet behaviour is judged. Throws ProtocolError to refuse. */
export interface PlainEndpoint {
  readonly kind: 'plain'
  answer(context: RequestContext): Promise<PlainAnswer>
}

export interface PlainAnswer {
  readonly reply: Reply
  readonly campaign?: Campaign
  readonly workbench?: Workbench
  readonly entered?: EnteredResult
  /** A maker's declaration for a wallet. */
  readonly declaration?: Declaration
  readonly session?: Session
  /** The session that the request is about. */
  readonly sessionId?: SessionId
  readonly events?: readonly EventDraft[]
  readonly effects?: readonly DecidedEffect[]
}

export type Endpoint = JudgedEndpoint<never> | PlainEndpoint

/** Declares a judged endpoint and hides the type of its reading. */
export const judged = <Reading>(endpoint: Omit<JudgedEndpoint<Reading>, 'kind'>): Endpoint =>
  ({ kind: 'judged', ...endpoint }) as unknown as Endpoint

/** Declares a plain endpoint. */
export const plain = (answer: PlainEndpoint['answer']): Endpoint => ({ kind: 'plain', answer })
