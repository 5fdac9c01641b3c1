import type { JsonBody } from '../../../ground/http/read-json'
import type { EpochMillis } from '../../../ground/time/time'
import type { IssuerConfiguration } from '../../configurations/issuer-configuration'
import type { DpopReading } from '../oauth/dpop/dpop-reading'
import type { AccessTokenReading } from '../oauth/read-access-token'

/** Events that a wallet may tell of. OID4VCI-1FINAL-11.1 */
export const notificationEvents = ['credential_accepted', 'credential_failure', 'credential_deleted'] as const

/** A notification, read as far as it goes. */
export interface NotificationReading {
  readonly now: EpochMillis
  readonly issuer: IssuerConfiguration
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly mediaType: string | null
  readonly json: JsonBody
  /** The request object; `null` when the body is none. */
  readonly request: Readonly<Record<string, unknown>> | null
  /**
   * `unknown`: text that no credential answer of the session carried. `unjudged`: no token of ours tells the session.
   * `absent` also for anything that is not text.
   */
  readonly id: 'known' | 'unknown' | 'unjudged' | 'absent'
  readonly event: unknown
  readonly description: unknown
  /** Notifications that the session has taken before. */
  readonly earlier: number
}
