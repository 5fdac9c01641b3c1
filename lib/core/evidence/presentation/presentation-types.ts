import type { JsonObject } from '../../json'
import type { PresentationSession } from '../../store-types'
import type { KindTypes } from '../session-kind'
import type { ConformanceEntry, ContactView, EventView, ExchangeView, RecordedView, SummaryView } from '../session-view'
import type { PresentationBooleans } from './presentation-booleans'
import type { PresentationObserved } from './presentation-observed'
import type { PresentationStatus } from './presentation-status'

/** What a presentation differs by from other kinds of session. */
export interface PresentationTypes extends KindTypes {
  readonly session: PresentationSession
  readonly status: PresentationStatus
  readonly observed: PresentationObserved
  readonly booleans: PresentationBooleans
  readonly view: PresentationSessionView
}

/** The read-back of a presentation session, `GET /openid4vp/sessions/{sessionId}`. Everything in it is redacted. */
export interface PresentationSessionView {
  readonly session_id: string
  readonly status: PresentationStatus
  /** The claims as they were last handed out. */
  readonly authorization_request: JsonObject
  readonly observed: PresentationObserved
  readonly checks: PresentationBooleans & {
    readonly summary: SummaryView
    readonly conformance: readonly ConformanceEntry[]
  }
  readonly events: readonly EventView[]
  /** Members below are extensions; the requirement allows them. */
  readonly request_delivery: PresentationSession['requestDelivery']
  readonly request_uri_method: PresentationSession['requestUriMethod']
  readonly response_type: PresentationSession['responseType']
  readonly response_mode: PresentationSession['responseMode']
  readonly scheme: string
  readonly request_uri: string
  readonly response_uri: string
  readonly deeplink: string
  readonly options: JsonObject
  /** False: the request breaks the specification, as the tester wanted it. */
  readonly request_conformant: boolean
  readonly request_problems: readonly JsonObject[]
  /** One sentence each: what may keep a wallet from answering. */
  readonly warnings: readonly string[]
  readonly attempts: number
  readonly created_at: string
  readonly expires_at: string
  readonly exchanges: readonly ExchangeView[]
  readonly recorded: RecordedView
  readonly raw: JsonObject
  readonly contact: ContactView
}
