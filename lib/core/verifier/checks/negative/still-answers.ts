import {
  decidedBy,
  defineCheck,
  notApplicable,
  notObserved,
  pass,
  tolerated,
  violated,
} from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../../ground/ports/store-types'
import { declared, listed, quote, say } from '../../../ground/values/wording'
import { channelOf, deviationOf, expectsRefusal } from '../../deviations'
import { followedRedirect } from '../../deviations/followed-redirect'
import { verifierHistory } from '../../history/verifier-history'

export const negativeStillAnswers = defineCheck<PresentationEvidence>('vp.negative.still_answers', {
  title: 'Wallet responds to a request that is merely unusual',
  problem: 'The wallet did not respond to a request that is merely unusual',
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
      const actual = say`a response that followed the redirect`
      return decidedBy(
        { id: followed.exchangeId },
        violated({
          expected: say`a response, and no more`,
          actual,
          hint: say`Treat any status other than 200 as a failure, and do not open the address in Location.`,
        }),
      )
    }
    const answers = events.filter(({ type }) => type === 'vp_presentation_response_received')
    if (answers.some(({ detail }) => detail.presentation_valid === true)) return pass(declared(deviation.id))
    const { errors, fetches, expired } = verifierHistory(session, events, now)
    const [error] = errors
    if (error !== undefined) {
      const { advisory, note } = deviation
      const actual = say`error ${String(error.error)}`
      return advisory === undefined
        ? violated({ expected, actual })
        : tolerated({ expected, actual, ...(note === undefined ? {} : { hint: say`${declared(note)}` }) })
    }
    const refused = answers.at(-1)
    // The wallet did answer: what is wrong with its answer is blamed once, by the check that refused it.
    if (refused !== undefined)
      return notObserved(say`The wallet responded, and the response was refused${by(refused)}.`)
    // A browser that shares nothing does not say whether a wallet was asked, and its page fetches the request without one.
    if (channelOf(session) === 'dc_api') return notObserved(say`Nothing came back through the browser.`)
    if (fetches > 0 && expired) return violated({ expected, actual: say`nothing after the fetch` })
    return notObserved(say`The wallet has not responded yet.`)
  },
})

/** The checks that refused an answer; nothing where a limit of this service did. */
function by({ detail: { errors } }: StoredEvent) {
  const ids = Array.isArray(errors) ? errors.filter((id) => typeof id === 'string') : []
  return ids.length === 0 ? say`` : say`; see ${listed(ids.map(quote), ' and ')}`
}
