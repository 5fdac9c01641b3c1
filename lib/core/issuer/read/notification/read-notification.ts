import { loadSession } from '../../../engine/sessions/load-session'
import { mediaTypeOf } from '../../../ground/http/exchange'
import { readJsonBody } from '../../../ground/http/read-json'
import { isObject } from '../../../ground/values/json'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { addressCalled } from '../../deviations/second-addresses'
import { readDpop } from '../oauth/dpop/read-dpop'
import { readDpopHistory } from '../oauth/dpop/read-dpop-history'
import { readAccessToken } from '../oauth/read-access-token'
import { isNotificationIdOf } from './notification-id'
import type { NotificationReading } from './notification-reading'

/**
 * Reads a notification; never throws because of what was sent. `null` if the endpoint is switched off.
 * OID4VCI-1FINAL-11.1
 */
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
