import type { PresentationSession } from '../../store-types'
import type { KindTypes } from '../session-kind'
import type { ViewOf } from '../view-of'
import type { PresentationBooleans } from './presentation-booleans'
import type { PresentationObserved } from './presentation-observed'
import type { PresentationStatus } from './presentation-status'
import type { zPresentationSession } from './z-presentation-session'

/** The types that a presentation does not share with other kinds of session. */
export interface PresentationTypes extends KindTypes {
  readonly session: PresentationSession
  readonly status: PresentationStatus
  readonly observed: PresentationObserved
  readonly booleans: PresentationBooleans
  readonly view: PresentationSessionView
}

/** The read-back of a presentation session, `GET /openid4vp/sessions/{sessionId}`. Everything in it is redacted. */
export type PresentationSessionView = ViewOf<typeof zPresentationSession>
