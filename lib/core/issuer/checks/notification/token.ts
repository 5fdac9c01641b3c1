import { defineCheck } from '../../../engine/checks/check'
import { judgeAccessToken } from '../../judgements/judge-access-token'
import type { NotificationReading } from '../../read/notification/notification-reading'

export const notificationToken = defineCheck<NotificationReading>('vci.notification.token', {
  title: 'Notification carries a current access token of this issuer, in the Authorization header only',
  problem: 'The notification does not carry a current access token in the Authorization header alone',
  clauses: ['OID4VCI-1FINAL-11', 'RFC6750-2.1'],
  level: 'must',
  rejects: 'invalid_token',
  refusal: 'Send the access token of the credential request, once, in the Authorization header with the DPoP scheme.',
  why: 'Only the wallet that got the credential may report on it.',
  hint: 'Use the access_token that the credential was fetched with, and a DPoP proof for this endpoint.',
  run: ({ accessToken }) => judgeAccessToken(accessToken),
})
