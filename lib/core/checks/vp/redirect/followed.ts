import { redirectHistory, redirectSeconds } from '../../../oid4vp/redirect/redirect-history'
import type { PresentationEvidence } from '../../../sessions/session-evidence'
import { defineCheck, notApplicable, notObserved, pass, tolerated, violated } from '../../check'

/** Seconds that a page needs to open, however slow the phone. */
const promptSeconds = 30
const expected = `a visit within ${promptSeconds} s`

export const vpRedirectFollowed = defineCheck<PresentationEvidence>('vp.redirect.followed', {
  title: 'Wallet sends the user on to the redirect_uri',
  clauses: ['OID4VP-1FINAL-8.2', 'HAIP-5.1'],
  level: 'must',
  why: 'On one device the user goes on in the browser. HAIP verifiers reject a presentation whose redirect is not followed.',
  hint: 'When the answer holds redirect_uri, open it in the browser of the user right away.',
  run: ({ session, events, now }) => {
    const { returnedAt, followedAt, overdue } = redirectHistory(session, events, now)
    if (returnedAt === null) return notApplicable('No redirect_uri was sent.')
    if (followedAt === null) {
      return overdue
        ? violated({ expected, actual: `none within ${redirectSeconds} s` })
        : notObserved('The address was not opened yet.')
    }
    const seconds = Math.round((followedAt - returnedAt) / 1000)
    if (overdue) return violated({ expected, actual: `after ${seconds} s` })
    return seconds <= promptSeconds ? pass(`after ${seconds} s`) : tolerated({ expected, actual: `after ${seconds} s` })
  },
})
