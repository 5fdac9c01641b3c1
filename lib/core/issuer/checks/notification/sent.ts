import { decidedBy, defineCheck, notApplicable, notObserved, pass } from '../../../engine/checks/check'
import { exchangesOf, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const notificationSent = defineCheck<SessionEvidence>('vci.notification.sent', {
  title: 'Wallet reports what happened to the credential',
  problem: 'The wallet did not report what happened to the credential',
  clauses: ['OID4VCI-1FINAL-11'],
  level: 'info',
  why: 'A notification is optional, but it is the only evidence that the wallet accepted the credential.',
  hint: 'Send a notification where the metadata names a notification_endpoint and the response has a notification_id.',
  run: (evidence) => {
    const issued = evidence.events.find(({ type }) => type === 'credential_issued')
    if (issued === undefined) return notObserved(say`No credential was issued.`)
    if (issued.detail.notification !== true) return notApplicable(say`This installation does not accept notifications.`)
    const [first] = exchangesOf(evidence, 'sendNotification')
    return first === undefined
      ? notObserved(say`No notification was sent, which is allowed.`)
      : decidedBy(first, pass())
  },
})
