import { defineCheck, notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../../ground/ports/store-types'
import { redirectSeconds } from '../../../ground/time/lifetimes'
import { say } from '../../../ground/values/wording'
import { redirectsInError } from '../../deviations/our-responses'
import { mustFollow, redirectHistory } from '../../read/redirect/redirect-history'

/** Seconds that even a slow phone needs to open a page. */
const promptSeconds = 30
const expected = say`a visit within ${promptSeconds} s`

export const redirectFollowed = defineCheck<PresentationEvidence>('vp.redirect.followed', {
  title: 'Wallet redirects the user to the redirect_uri',
  problem: 'The wallet did not redirect the user to the redirect_uri',
  clauses: ['OID4VP-1FINAL-8.2', 'HAIP-5.1'],
  level: 'must',
  rejectsUnderHaip: 'invalid_presentation',
  why: 'On the same device the user continues in the browser. HAIP verifiers reject a presentation if the redirect is not followed.',
  hint: "If the response contains redirect_uri, open it in the user's browser immediately.",
  run: ({ session, events, now }) => {
    const { returnedAt, followedAt, overdue } = redirectHistory(session, events, now)
    // Under HAIP this alone refuses a presentation that was valid.
    const refuses = mustFollow(session) && events.some(isValidPresentation)
    if (returnedAt === null) return notApplicable(say`No redirect_uri was sent.`)
    if (redirectsInError(session))
      return notApplicable(say`The redirect_uri came in an error response; see vp.redirect.followed_after_error.`)
    if (followedAt === null) {
      return overdue
        ? violated({
            expected,
            actual: say`none within ${redirectSeconds} s`,
            ...(refuses ? { error: 'invalid_presentation' } : {}),
          })
        : notObserved(say`The redirect_uri has not been opened yet.`)
    }
    const seconds = Math.round((followedAt - returnedAt) / 1000)
    if (overdue) return violated({ expected, actual: say`after ${seconds} s` })
    return seconds <= promptSeconds
      ? pass(say`after ${seconds} s`)
      : tolerated({ expected, actual: say`after ${seconds} s` })
  },
})

const isValidPresentation = ({ type, detail }: StoredEvent): boolean =>
  type === 'vp_presentation_response_received' && detail.presentation_valid === true
