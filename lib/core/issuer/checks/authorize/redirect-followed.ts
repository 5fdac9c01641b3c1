import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { exchangesOf, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import { authorizationCodeTtlSeconds } from '../../../ground/time/lifetimes'
import { say } from '../../../ground/values/wording'

export const authorizeRedirectFollowed = defineCheck<SessionEvidence>('vci.authorize.redirect_followed', {
  title: 'Wallet redeems the code soon after the browser returns',
  problem: 'The wallet took a long time to redeem the code after the browser returned',
  clauses: ['RFC6749-4.1.2'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'The code expires after a minute; a later request gets an error.',
  hint: 'Send the token request as soon as the wallet is opened with the code.',
  run: (evidence) => {
    const issued = evidence.events.findLast(({ type }) => type === 'authorization_code_issued')
    if (issued === undefined) return notObserved(say`No code was issued yet.`)
    const request = exchangesOf(evidence, 'requestToken').find(({ at }) => at >= issued.at)
    if (request === undefined) return notObserved(say`No token request followed yet.`)
    const seconds = Math.round((request.at - issued.at) / 1000)
    return decidedBy(
      request,
      seconds <= authorizationCodeTtlSeconds
        ? pass(seconds)
        : violated({ expected: { seconds_at_most: authorizationCodeTtlSeconds }, actual: { seconds } }),
    )
  },
})
