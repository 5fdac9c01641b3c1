import type { SessionId } from '../../../ground/ports/ids'
import type { FetchError } from '../../../ground/ports/ports'
import type { StatusListProblem } from '../../../ground/status/read-status-list-token'

/**
 * Why a list was not read. `no_reference`: the credential names none that could be. `credential_not_valid`: that is looked at
 * first. TSL14-8.3 `not_fetched`: the installation asks no other host.
 */
export type StatusUnread =
  | FetchError
  | 'no_reference'
  | 'credential_not_valid'
  | 'not_fetched'
  | 'too_many_lists'
  | 'not_https'
  | 'redirected'
  | 'status_not_200'

/** What a status list says of one credential. */
export type StatusLookup =
  | { readonly read: false; readonly because: StatusUnread }
  | {
      readonly read: true
      /** The session whose issuer has the list; `null` for a list of somebody else. */
      readonly ownSession: SessionId | null
      readonly problems: readonly StatusListProblem[]
      /** `null` where the list does not reach so far, or could not be read. */
      readonly value: number | null
    }

/** A list that was asked for. */
export interface StatusListFetch {
  readonly uri: string
  readonly own: boolean
  /** `null` when nothing was answered. */
  readonly status: number | null
  /** What came of it; `null` for a list that is as it should be. */
  readonly error: StatusUnread | StatusListProblem | null
}
