import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { redirectSeconds } from '../../../ground/time/lifetimes'
import { say } from '../../../ground/values/wording'
import { redirectsInError } from '../../deviations/our-responses'
import { redirectHistory } from '../../read/redirect/redirect-history'

export const redirectFollowedAfterError = defineCheck<PresentationEvidence>('vp.redirect.followed_after_error', {
  title: 'Wallet redirects the user to the redirect_uri of an error response',
  problem: 'The wallet did not redirect the user to the redirect_uri of an error response',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'info',
  why: 'OpenID4VP speaks of responses with status 200; the European framework expects the user to go on after an error too.',
  hint: "Read the JSON of an error response too, and open its redirect_uri in the user's browser.",
  run: ({ session, events, now }) => {
    const { returnedAt, followedAt, overdue } = redirectHistory(session, events, now)
    if (!redirectsInError(session) || returnedAt === null)
      return notApplicable(say`No error response of this service had a redirect_uri.`)
    if (followedAt !== null && !overdue) return pass(say`after ${Math.round((followedAt - returnedAt) / 1000)} s`)
    return overdue
      ? violated({ expected: say`a visit`, actual: say`none within ${redirectSeconds} s` })
      : notObserved(say`The redirect_uri has not been opened yet.`)
  },
})
