import { decidedBy, defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'
import { alterationName } from '../../deviations'
import { elsewhere } from '../../deviations/delivery'

export const requestNoRedirectFollow = defineCheck<PresentationEvidence>('vp.request.no_redirect_follow', {
  title: 'Wallet follows no redirect of the request',
  problem: 'The wallet followed a redirect of the request',
  clauses: ['OID4VP-1FINAL-5.10.1'],
  level: 'should',
  why: 'A redirect would take the wallet to an address that the link did not name.',
  hint: 'Treat any status other than 200 as a failure, and do not open the address in Location.',
  run: ({ session, events, exchanges }) => {
    const altered = events.some(
      ({ type, detail }) =>
        type === 'answer_altered' && detail.alteration === alterationName({ id: 'redirect_on_request' }),
    )
    if (!altered) return notApplicable(say`Nothing was redirected.`)
    const target = `/openid4vp/sessions/${session.sessionId}/request/${elsewhere}`
    const visit = exchanges.find(({ path }) => path === target)
    return visit === undefined
      ? pass()
      : decidedBy(visit, violated({ expected: say`no visit`, actual: quote(visit.method) }))
  },
})
