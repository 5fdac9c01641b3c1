import type { PresentationSession } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { RedirectHistory } from './redirect-history'

/** A visit of the address at which the user continues, with everything that was found in it. OID4VP-1FINAL-8.2 */
export interface RedirectReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  readonly history: RedirectHistory
  /** `repeated`: the right one, which was used before. */
  readonly code: 'absent' | 'wrong' | 'right' | 'repeated'
  /** Names of query parameters that the address was not told with, repeated ones too. */
  readonly surplus: readonly string[]
  /** The `Accept` header, its fields joined; `null` when absent. */
  readonly accept: string | null
  /** `Sec-Fetch-Mode`; `null` when absent. */
  readonly fetchMode: string | null
  /** Whether the browser is the one that the session was made in; `null` where nothing tells. */
  readonly sameBrowser: boolean | null
}
