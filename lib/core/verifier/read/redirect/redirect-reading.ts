import type { PresentationSession } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { RedirectHistory } from './redirect-history'

/** A visit to the `redirect_uri`, with everything that was found in it. OID4VP-1FINAL-8.2 */
export interface RedirectReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  readonly history: RedirectHistory
  /** `repeated`: correct, but used before. */
  readonly code: 'absent' | 'wrong' | 'right' | 'repeated'
  /** Names of query parameters beyond those of the address, repeated ones included. */
  readonly surplus: readonly string[]
  /** The `Accept` header, its fields joined; `null` when absent. */
  readonly accept: string | null
  /** `Sec-Fetch-Mode`; `null` when absent. */
  readonly fetchMode: string | null
  /** Whether it is the browser in which the session was created; `null` if unknown. */
  readonly sameBrowser: boolean | null
}
