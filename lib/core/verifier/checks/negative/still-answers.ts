import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { declared, say } from '../../../ground/values/wording'
import { deviationOf, expectsRefusal } from '../../deviations'
import { followedRedirect } from '../../deviations/followed-redirect'
import { verifierHistory } from '../../history/verifier-history'

export const negativeStillAnswers = defineCheck<PresentationEvidence>('vp.negative.still_answers', {
  title: 'Wallet answers a request that is merely unusual',
  problem: 'The wallet did not answer a request that is merely unusual',
  clauses: ['OID4VP-1FINAL-5'],
  level: 'must',
  why: 'Verifiers may add parameters and leave optional ones out. A wallet that stops at them works with few verifiers.',
  hint: "Ignore unknown members, and use the specification's defaults for absent ones.",
  run: ({ session, events, now }) => {
    const deviation = deviationOf(session)
    if (deviation === null || expectsRefusal(session)) return notApplicable(say`The request is not unusual on purpose.`)
    const expected = say`a valid presentation`
    const followed = followedRedirect('response', session, events)
    if (followed?.exchangeId) {
      const actual = say`an answer that followed the redirect`
      return decidedBy(
        { id: followed.exchangeId },
        violated({ expected: say`an answer, and no more`, actual, hint: declared(deviation.title) }),
      )
    }
    const answers = events.filter(({ type }) => type === 'vp_presentation_response_received')
    if (answers.some(({ detail }) => detail.presentation_valid === true)) return pass(declared(deviation.id))
    const { errors, fetches, expired } = verifierHistory(session, events, now)
    const [error] = errors
    if (error !== undefined)
      return violated({ expected, actual: say`error ${String(error.error)}`, hint: declared(deviation.title) })
    if (answers.length > 0)
      return violated({ expected, actual: say`an answer that was refused`, hint: declared(deviation.title) })
    if (fetches > 0 && expired)
      return violated({ expected, actual: say`nothing after the fetch`, hint: declared(deviation.title) })
    return notObserved(say`The wallet has not answered yet.`)
  },
})
