import type { KindTypes } from '../../engine/evidence/session-kind'
import type { IssuanceSessionView, ObservedView } from '../../engine/evidence/session-view'
import type { IssuanceSession } from '../../ground/ports/store-types'
import type { SessionStatus } from './session-status'

/** The types that an issuance does not share with other kinds of session. */
export interface IssuanceTypes extends KindTypes {
  readonly session: IssuanceSession
  readonly status: SessionStatus
  readonly observed: ObservedView
  readonly booleans: Readonly<Record<string, boolean | null>>
  readonly view: IssuanceSessionView
}
