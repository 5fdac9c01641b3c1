import type { IssuanceSession } from '../../store-types'
import type { KindTypes } from '../session-kind'
import type { IssuanceSessionView, ObservedView } from '../session-view'
import type { SessionStatus } from './session-status'

/** The types that an issuance does not share with other kinds of session. */
export interface IssuanceTypes extends KindTypes {
  readonly session: IssuanceSession
  readonly status: SessionStatus
  readonly observed: ObservedView
  readonly booleans: Readonly<Record<string, boolean | null>>
  readonly view: IssuanceSessionView
}
