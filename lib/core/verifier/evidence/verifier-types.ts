import type { KindTypes } from '../../engine/evidence/session-kind'
import type { ViewOf } from '../../engine/evidence/z-session-view'
import type { PresentationSession } from '../../shared/ports/store-types'
import type { PresentationBooleans } from './verifier-booleans'
import type { PresentationObserved } from './verifier-observed'
import type { PresentationStatus } from './verifier-status'
import type { zVerifierSession } from './z-verifier-session'

/** Types specific to a presentation. */
export interface VerifierTypes extends KindTypes {
  readonly session: PresentationSession
  readonly status: PresentationStatus
  readonly observed: PresentationObserved
  readonly booleans: PresentationBooleans
  readonly view: PresentationSessionView
}

/** Response of `GET /openid4vp/sessions/{sessionId}`; fully redacted. */
export type PresentationSessionView = ViewOf<typeof zVerifierSession>
