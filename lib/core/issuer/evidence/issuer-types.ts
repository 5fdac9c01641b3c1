import type { KindTypes } from '../../engine/evidence/session-kind'
import type { ViewOf } from '../../engine/evidence/z-session-view'
import type { IssuanceSession } from '../../shared/ports/store-types'
import type { ObservedView } from './observed-view'
import type { SessionStatus } from './project-status'
import type { zIssuerSession } from './z-issuer-session'

/** Types specific to an issuance. */
export interface IssuerTypes extends KindTypes {
  readonly session: IssuanceSession
  readonly status: SessionStatus
  readonly observed: ObservedView
  readonly booleans: Readonly<Record<string, boolean | null>>
  readonly view: IssuanceSessionView
}

/** Response of `GET /sessions/{sessionId}`; fully redacted. */
export type IssuanceSessionView = ViewOf<typeof zIssuerSession>
