import type { Check } from '../../../engine/checks/check'
import type { NotificationReading } from '../../read/notification/notification-reading'
import { notificationToken } from './token'
import { notificationUnknownMembers } from './unknown-members'
import { notificationWellformed } from './wellformed'

/** Judged with the scheme, before the DPoP proof. */
export const notificationTokenChecks: readonly Check<NotificationReading>[] = [notificationToken]

/** Judged last: the content of the notification. */
export const notificationBodyChecks: readonly Check<NotificationReading>[] = [
  notificationWellformed,
  notificationUnknownMembers,
]
