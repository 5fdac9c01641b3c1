import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { quoteStart, say, word } from '../../../ground/values/wording'
import { beyondBound } from '../../judgements/beyond-bound'
import { type NotificationReading, notificationEvents } from '../../read/notification/notification-reading'

export const notificationWellformed = defineCheck<NotificationReading>('vci.notification.wellformed', {
  title: 'Notification names a known id and a defined event, and describes it in plain ASCII',
  problem: 'The notification has an unknown id, an undefined event or a malformed description',
  clauses: ['OID4VCI-1FINAL-11.1', 'OID4VCI-1FINAL-11.3'],
  level: 'must',
  rejects: 'invalid_notification_request',
  refusal: 'Send notification_id as received, a defined event, and an event_description of allowed characters or none.',
  why: 'A notification that cannot be understood is useless.',
  hint: 'Send JSON with the notification_id of the credential response and one of the three defined events.',
  run: ({ mediaType, json, request, id, event, description }) => {
    if (id === 'unknown')
      return violated({
        expected: say`the notification_id of the credential response`,
        actual: bare.anotherValue,
        error: 'invalid_notification_id',
      })
    if (mediaType !== 'application/json')
      return violated({
        expected: say`application/json`,
        actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
      })
    if (request === null) {
      return violated({
        expected: say`a JSON object`,
        actual: json.ok ? say`other JSON` : word(json.reason),
        ...beyondBound('The notification', json),
      })
    }
    if (json.ok && json.duplicates.length > 0)
      return violated({
        expected: say`each member once`,
        actual: json.duplicates.slice(0, 5).map((path) => quoteStart(path, 80)),
      })
    if (id === 'absent') return violated({ expected: say`a notification_id`, actual: bare.none })
    if (!notificationEvents.some((defined) => defined === event))
      return violated({
        expected: notificationEvents.map(word),
        actual: typeof event === 'string' ? shown(event) : say`no text`,
      })
    if (description !== undefined && !isPlain(description))
      return violated({
        expected: say`ASCII without quotation mark and backslash`,
        actual: say`other characters, or no text`,
      })
    return pass(shown(String(event)))
  },
})

/** `%x20-21 / %x23-5B / %x5D-7E`. OID4VCI-1FINAL-11.1 */
const isPlain = (value: unknown): boolean => typeof value === 'string' && /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(value)
