import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import { shown, shownNames } from '../../engine/judgements/shown'
import { exchangesOf, type SessionEvidence } from '../../engine/sessions/session-evidence'
import { bare, listed, quote, quoteStart, say, type Wording, word } from '../../shared/values/wording'
import { beyondBound, boundReasons, isForm, othersIn } from '../judgements/requests'
import { accessTokenReasons, judgeAccessToken } from '../judgements/tokens'
import { type NotificationReading, notificationEvents } from '../read/notification'

/** `%x20-21 / %x23-5B / %x5D-7E`. OID4VCI-1FINAL-11.1 */
const isPlain = (value: unknown): boolean => typeof value === 'string' && /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(value)

const known = ['notification_id', 'event', 'event_description', 'access_token']

/** True for a defined event but for capitals. */
const hasCapitals = (event: unknown): boolean =>
  typeof event === 'string' && notificationEvents.some((defined) => defined === event.toLowerCase())

/** What is wrong with a notification that has neither a notification_id nor a defined event, all of it at once. */
function wrongMembers(request: Readonly<Record<string, unknown>>): readonly Wording[] {
  const { notification_id: id, event } = request
  const isText = typeof event === 'string'
  const unknown = Object.keys(request).filter((name) => !known.includes(name))
  return [
    id === undefined ? say`no notification_id` : say`notification_id is no string`,
    event === undefined ? say`no event` : isText ? say`event ${shown(event)}` : say`event is no string`,
    ...(hasCapitals(event) ? [say`which has other capitals than the defined one`] : []),
    ...(unknown.length === 0 ? [] : [say`undefined: ${listed(shownNames(unknown), ', ')}`]),
  ]
}

export const notificationSession = area(
  'vci.notification',
  { subject: of<SessionEvidence>() },
  {
    sent: {
      title: 'Wallet reports what happened to the credential',
      problem: 'The wallet did not report what happened to the credential',
      clauses: ['OID4VCI-1FINAL-11'],
      level: 'info',
      why: 'A notification is optional, but it is the only evidence that the wallet accepted the credential.',
      hint: 'Send a notification where the metadata names a notification_endpoint and the response has a notification_id.',
      run: (evidence) => {
        const issued = evidence.events.find(({ type }) => type === 'credential_issued')
        if (issued === undefined) return notObserved(say`No credential was issued.`)
        if (issued.detail.notification !== true)
          return notApplicable(say`This installation does not accept notifications.`)
        const [first] = exchangesOf(evidence, 'sendNotification')
        return first === undefined
          ? notObserved(say`No notification was sent, which is allowed.`)
          : decidedBy(first, pass())
      },
    },
  },
)

/** Judged with the scheme, before the DPoP proof. */
export const notificationTokenChecks = Object.values(
  area(
    'vci.notification',
    { subject: of<NotificationReading>() },
    {
      token: {
        title: 'Notification carries a current access token of this issuer, in the Authorization header only',
        reasons: accessTokenReasons('notification'),
        clauses: ['OID4VCI-1FINAL-11', 'RFC6750-2.1'],
        level: 'must',
        rejects: 'invalid_token',
        refusal:
          'Send the access token of the credential request, once, in the Authorization header with the DPoP scheme.',
        why: 'Only the wallet that got the credential may report on it.',
        run: ({ accessToken }) => judgeAccessToken(accessToken),
      },
    },
  ),
)

/** Judged last: the content of the notification. */
export const notificationBodyChecks = Object.values(
  area(
    'vci.notification',
    { subject: of<NotificationReading>() },
    {
      wellformed: {
        title: 'Notification names a known id and a defined event, and describes it in plain ASCII',
        reasons: {
          unknown_id: {
            says: 'This issuer gave no such notification_id with this access token',
            fix: 'Copy notification_id from the credential response, and send it with the access_token of that request.',
            error: 'invalid_notification_id',
          },
          other_value: {
            says: 'The notification_id is {seen}',
            fix: 'Send the notification_id that the credential response has beside credentials.',
            error: 'invalid_notification_id',
          },
          media_type: {
            says: 'The Content-Type of the notification is {seen}',
            fix: 'Send one JSON object with Content-Type application/json.',
          },
          not_json: {
            says: 'The body of the notification is no JSON object',
            fix: 'Send one JSON object with notification_id and event.',
          },
          ...boundReasons('The notification'),
          repeated: {
            says: 'The notification names a member twice: {seen}',
            fix: 'Write notification_id, event and event_description once each.',
          },
          no_id: {
            says: 'The notification has no notification_id',
            fix: 'Add the notification_id of the credential response, unchanged.',
          },
          several_members: {
            says: 'Members of the notification are wrong: {seen}',
            fix: 'Send notification_id as received, and as event credential_accepted, credential_failure or credential_deleted.',
          },
          event_capitals: {
            says: 'The event of the notification is {seen}, with other capitals than a defined event',
            fix: 'Write event in small letters: credential_accepted, credential_failure or credential_deleted.',
          },
          other_name: {
            says: 'The member {seen} stands in place of notification_id',
            fix: 'Send the notification_id of the credential response as notification_id, in this spelling.',
          },
          id_not_text: {
            says: 'The notification_id of the notification is no string',
            fix: 'Send notification_id as the JSON string that the credential response has.',
          },
          undefined_event: {
            says: 'The event of the notification is {seen}',
            fix: 'Set event to credential_accepted, credential_failure or credential_deleted.',
          },
          description: {
            says: 'The event_description of the notification has other characters than it may have, or is no text',
            fix: 'Write event_description in ASCII without quotation marks and backslashes, or leave it out.',
          },
        },
        clauses: ['OID4VCI-1FINAL-11.1', 'OID4VCI-1FINAL-11.3'],
        level: 'must',
        rejects: 'invalid_notification_request',
        refusal:
          'Send notification_id as received, a defined event, and an event_description of allowed characters or none.',
        why: 'A notification that cannot be understood is useless.',
        run: ({ mediaType, json, request, id, event, description }) => {
          if (id === 'unknown')
            return violated('unknown_id', {
              expected: say`the notification_id of the credential response`,
              actual: bare.anotherValue,
              asks: [{ value: String(request?.notification_id), due: 'notification_id', reason: 'other_value' }],
            })
          if (mediaType !== 'application/json')
            return violated(isForm(json) ? 'form_for_json' : 'media_type', {
              expected: say`application/json`,
              actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
            })
          if (request === null) {
            return violated(beyondBound(json) ?? 'not_json', {
              expected: say`a JSON object`,
              actual: json.ok ? say`other JSON` : word(json.reason),
            })
          }
          if (json.ok && json.duplicates.length > 0)
            return violated('repeated', {
              expected: say`each member once`,
              actual: json.duplicates.slice(0, 5).map((path) => quoteStart(path, 80)),
            })
          const isEvent = notificationEvents.some((defined) => defined === event)
          if (id === 'absent' && !isEvent)
            return violated('several_members', {
              expected: say`notification_id and a defined event`,
              actual: listed(wrongMembers(request), '; '),
            })
          if (id === 'absent') {
            const expected = say`a notification_id`
            if (request.notification_id !== undefined)
              return violated('id_not_text', { expected, actual: say`another JSON value` })
            const among = othersIn(Object.entries(request), new Set(known))
            const asks = [{ missing: 'notification_id', due: 'notification_id', among, reason: 'other_name' }] as const
            return violated('no_id', { expected, actual: bare.none, asks })
          }
          if (!isEvent)
            return violated(hasCapitals(event) ? 'event_capitals' : 'undefined_event', {
              expected: notificationEvents.map(word),
              actual: typeof event === 'string' ? shown(event) : say`no text`,
            })
          if (description !== undefined && !isPlain(description))
            return violated('description', {
              expected: say`ASCII without quotation mark and backslash`,
              actual: say`other characters, or no text`,
            })
          return pass(shown(String(event)))
        },
      },
      unknown_members: {
        title: 'Notification has no undefined members',
        problem: 'The notification has undefined members',
        clauses: ['OID4VCI-1FINAL-11.1'],
        level: 'info',
        why: 'Unknown members are ignored, so a typing error goes unnoticed.',
        hint: 'Check the spelling of the listed members, or remove them.',
        run: ({ request }) => {
          if (request === null) return notApplicable(say`The body is not a JSON object.`)
          const unknown = Object.keys(request).filter((name) => !known.includes(name))
          if (unknown.length === 0) return pass()
          return violated({ expected: known.slice(0, 3).map(quote), actual: shownNames(unknown) })
        },
      },
    },
  ),
)
