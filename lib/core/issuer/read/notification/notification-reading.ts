import type { JsonBody } from '../../../ground/http/read-json'
import type { EpochMillis } from '../../../ground/time/time'
import type { DpopReading } from '../oauth/dpop/dpop-reading'
import type { AccessTokenReading } from '../oauth/read-access-token'

/** Values of `event` in a notification. OID4VCI-1FINAL-11.1 */
export const notificationEvents = ['credential_accepted', 'credential_failure', 'credential_deleted'] as const

/** A notification, as far as it can be read. */
export interface NotificationReading {
  readonly now: EpochMillis
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly mediaType: string | null
  readonly json: JsonBody
  /** The request object; `null` if the body is not an object. */
  readonly request: Readonly<Record<string, unknown>> | null
  /**
   * `unknown`: a string that no credential response of the session carried. `unjudged`: no valid token identifies the
   * session. `absent`: missing or not a string.
   */
  readonly id: 'known' | 'unknown' | 'unjudged' | 'absent'
  readonly event: unknown
  readonly description: unknown
  /** Number of notifications that the session accepted before. */
  readonly earlier: number
}
