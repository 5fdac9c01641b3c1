import { decidedBy, defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'
import { alterationName } from '../../deviations'
import { elsewhere } from '../../deviations/delivery'

export const responseNoRedirectFollow = defineCheck<PresentationEvidence>('vp.response.no_redirect_follow', {
  title: 'Wallet follows no redirect of its response',
  problem: 'The wallet followed a redirect of its response',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'should',
  why: "A redirect would send the user's data to an unverified address.",
  hint: 'Treat any status other than 200 as a failure, and do not open the address in Location.',
  run: ({ session, events, exchanges }) => {
    const altered = events.some(
      ({ type, detail }) =>
        type === 'answer_altered' && detail.alteration === alterationName({ id: 'redirect_on_response' }),
    )
    if (!altered) return notApplicable(say`Nothing was redirected.`)
    const target = `/openid4vp/sessions/${session.sessionId}/response/${elsewhere}`
    const visit = exchanges.find(({ path }) => path === target)
    return visit === undefined
      ? pass()
      : decidedBy(visit, violated({ expected: say`no visit`, actual: quote(visit.method) }))
  },
})
