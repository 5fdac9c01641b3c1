import { loadSession } from '../../engine/sessions/load-session'
import { mediaTypeOf } from '../../shared/http/exchange'
import { type JsonBody, readJsonBody } from '../../shared/http/read-json'
import type { ExchangeId } from '../../shared/ports/ids'
import type { KeyedHash } from '../../shared/ports/ports'
import type { IssuanceSession, StoredEvent } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { toBase64url } from '../../shared/values/base64url'
import { isObject } from '../../shared/values/json'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { addressCalled } from '../deviations/second-addresses'
import type { DpopReading } from './oauth/dpop/dpop-reading'
import { readDpop, readDpopHistory } from './oauth/dpop/read-dpop'
import { type AccessTokenReading, readAccessToken } from './oauth/read-access-token'

/** `notification_id` of a credential response, derived from its exchange and never stored. OID4VCI-1FINAL-8.3 */
export const notificationId = (exchange: ExchangeId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('notification_id', exchange))

/** True if a credential response of this session had this id. */
const isNotificationIdOf = (id: string, events: readonly StoredEvent[], keyedHash: KeyedHash): boolean =>
  events.some(
    ({ type, exchangeId }) =>
      type === 'credential_issued' && exchangeId !== null && notificationId(exchangeId, keyedHash) === id,
  )

export const notificationEvents = ['credential_accepted', 'credential_failure', 'credential_deleted'] as const

/** Facts of a notification. */
export interface NotificationReading {
  readonly now: EpochMillis
  /** Of the access token. */
  readonly session: IssuanceSession | null
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly mediaType: string | null
  readonly json: JsonBody
  /** `null` if the body is not an object. */
  readonly request: Readonly<Record<string, unknown>> | null
  /**
   * `unknown`: not from a credential response of the session. `unjudged`: no valid token identifies the session.
   * `absent`: missing or not a string.
   */
  readonly id: 'known' | 'unknown' | 'unjudged' | 'absent'
  readonly event: unknown
  readonly description: unknown
  /** Notifications accepted earlier in the session. */
  readonly earlier: number
}

/** Reads a notification; never throws on bad input. `null` if the endpoint is switched off. OID4VCI-1FINAL-11.1 */
export async function readNotification(context: IssuerContext): Promise<NotificationReading | null> {
  const { exchange, issuer, ports, settings } = context
  if (!settings.notificationEndpoint) return null
  const json = readJsonBody(exchange)
  const request = json.ok && isObject(json.value) ? json.value : null
  const accessToken = await readAccessToken(context, request)
  const sessionId = accessToken.value?.sessionId ?? null
  const [session, events] =
    sessionId === null
      ? [null, []]
      : await Promise.all([loadSession('issuance', sessionId, ports), ports.store.events(sessionId)])
  const dpop = await readDpop({
    exchange,
    endpointUrl: addressCalled(issuer.urls.notification, context),
    role: 'rs',
    accessToken: accessToken.token,
    boundThumbprint: typeof accessToken.value?.data.jkt === 'string' ? accessToken.value.data.jkt : null,
    issuerId: issuer.id,
    policy: session?.options.dpop_nonce ?? settings.dpopNonce,
    algorithms: settings.dpopSigningAlgs,
    ports,
    sessionId,
    history: readDpopHistory(events, 'notification', ports),
  })
  const id = request?.notification_id
  const knownId = (value: string) => (isNotificationIdOf(value, events, ports.keyedHash) ? 'known' : 'unknown')
  return {
    now: exchange.at,
    session,
    accessToken,
    dpop,
    mediaType: mediaTypeOf(exchange),
    json,
    request,
    id: typeof id !== 'string' ? 'absent' : sessionId === null ? 'unjudged' : knownId(id),
    event: request?.event,
    description: request?.event_description,
    earlier: events.filter(({ type }) => type === 'notification_received').length,
  }
}
