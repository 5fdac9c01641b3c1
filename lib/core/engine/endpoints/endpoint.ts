import type { Exchange, Reply } from '../../ground/http/exchange'
import type { StoredEventType } from '../../ground/ports/event-type'
import type { ExchangeId, SessionId } from '../../ground/ports/ids'
import type { JudgedFinding } from '../../ground/ports/judged-finding'
import type { Campaign, Effect, EnteredResult, Session, StoredExchange } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import type { Json } from '../../ground/values/json'
import type { ToldObject } from '../../ground/values/wording'
import type { BoundCheck } from '../checks/evaluate'
import type { ReadToken, Revealed } from '../redaction/tokens/read-token'
import type { RequestContext } from './request-context'

/** An event to be stored with the exchange; `at` defaults to the arrival of the request. */
export interface EventDraft {
  readonly type: StoredEventType
  /** What is ours in it is a Wording where the detail may tell of a person. */
  readonly detail: ToldObject
  readonly at?: EpochMillis
  readonly exchangeId?: ExchangeId
  /** The session that the event belongs to, if it is not the session of the request. */
  readonly sessionId?: SessionId
}

/** A value that an answer gives to its client; it is a secret until it expires. */
export interface HandedOut {
  readonly secret: string
  readonly expiresAt: EpochMillis
}

type Grant = Extract<Effect, { type: 'grant' }>

/**
 * An effect as an endpoint decides it. What it grants comes along as it is where this service made it, so that it can be
 * hidden wherever it turns up; no store is given that. `null`: made by the wallet, or no secret.
 */
export type DecidedEffect = Exclude<Effect, Grant> | (Grant & { readonly secret: string | null })

/** The answer together with everything that must be on disk before it is sent. */
export interface Decision {
  readonly reply: Reply
  readonly sessionId: SessionId | null
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
  /** The decrypted content of an encrypted request; it is redacted and stored like a plain body. */
  readonly decryptedBody?: string
  /** The body as a value, decrypted if it was encrypted, where `read` found JSON in it: redaction does not parse it again. */
  readonly bodyJson?: Json
  /**
   * Values of texts that `read` took for JSON, e.g. of a form member, by their text, `undefined` for one that is none:
   * redaction does not parse them again.
   */
  readonly jsonTexts?: ReadonlyMap<string, Json | undefined>
  /** Tokens that `read` has parsed or the answer was made with, by their text: redaction does not parse them again. */
  readonly tokens?: ReadonlyMap<string, ReadToken>
  /** Presented credentials whose values are shown, by their issuer-signed text; none by default. */
  readonly revealed?: ReadonlyMap<string, Revealed>
  /** What we sent and the client repeats, e.g. our nonce: no value of a person, whatever is in it. */
  readonly sent?: readonly string[]
  /** Certificates that the session trusts beside the configured anchors, base64 DER: the decoded views say so too. */
  readonly trustAnchors?: readonly string[]
  /** The same answer in its altered form, which is sent: see alterAnswer. */
  readonly alternative?: Alternative
  /** Seconds that the answer is held back once it is on record. */
  readonly holdSeconds?: number
  /** A session that this request creates. */
  readonly session?: Session
  /** A campaign that it creates. */
  readonly campaign?: Campaign
  /** What a person says of an official case. */
  readonly entered?: EnteredResult
  /** `inferred`: nothing in the request names the session; it was found by its client. */
  readonly correlation?: StoredExchange['correlation']
  /** Calls that the service made to itself while it handled the request; recorded after it. */
  readonly internal?: readonly InternalCall[]
}

/** An answer that deviates on purpose. If it grants less than the right one, it lists its own events and effects. */
export interface Alternative {
  /** Names the deviation in evidence; permanent, like the id of a check. */
  readonly alteration: string
  readonly reply: Reply
  readonly holdSeconds?: number
  readonly events?: readonly EventDraft[]
  readonly effects?: readonly DecidedEffect[]
}

/** A call of the service to itself, recorded as evidence. */
export interface InternalCall {
  readonly exchange: Exchange
  /** Operation of the contract. */
  readonly operation: string
  readonly reply: Reply
}

/** An endpoint whose requests are evidence: read as far as it goes, judged by every check, then answered. */
export interface JudgedEndpoint<Reading> {
  readonly kind: 'judged'
  /** Never throws because of what the wallet sent. */
  read(context: RequestContext): Promise<Reading>
  /** Every check of the endpoint, in the documented order of answers. */
  checks(reading: Reading, context: RequestContext): readonly BoundCheck<Reading>[]
  decide(reading: Reading, findings: readonly JudgedFinding[], context: RequestContext): Promise<Decision> | Decision
}

/** An endpoint for testers: there is no wallet behaviour to judge. Throws ProtocolError to refuse. */
export interface PlainEndpoint {
  readonly kind: 'plain'
  answer(context: RequestContext): Promise<PlainAnswer>
}

export interface PlainAnswer {
  readonly reply: Reply
  readonly campaign?: Campaign
  readonly entered?: EnteredResult
  readonly session?: Session
  /** The session that the request is about. */
  readonly sessionId?: SessionId
  readonly events?: readonly EventDraft[]
  readonly effects?: readonly DecidedEffect[]
}

export type Endpoint = JudgedEndpoint<never> | PlainEndpoint

/** Declares a judged endpoint; the reading's type stays inside it. */
export const judged = <Reading>(endpoint: Omit<JudgedEndpoint<Reading>, 'kind'>): Endpoint =>
  ({ kind: 'judged', ...endpoint }) as unknown as Endpoint

/** Declares a plain endpoint. */
export const plain = (answer: PlainEndpoint['answer']): Endpoint => ({ kind: 'plain', answer })
