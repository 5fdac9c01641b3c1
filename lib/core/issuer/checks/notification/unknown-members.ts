import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import type { NotificationReading } from '../../read/notification/notification-reading'

const known = ['notification_id', 'event', 'event_description', 'access_token']

export const notificationUnknownMembers = defineCheck<NotificationReading>('vci.notification.unknown_members', {
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
})
