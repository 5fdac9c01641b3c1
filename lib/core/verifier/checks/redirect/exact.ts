import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { RedirectReading } from '../../read/redirect/redirect-reading'

const expected = say`the redirect_uri as it was sent`

export const redirectExact = defineCheck<RedirectReading>('vp.redirect.exact', {
  title: 'The redirect_uri is opened exactly as sent',
  problem: 'The response_code is missing, or it is not the one of this session',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_request',
  why: "The code in the URL ties the browser to the response. Without it, anyone could finish someone else's session.",
  hint: 'Open redirect_uri with GET, and change nothing in its path and query.',
  run: ({ history, code, surplus }) => {
    // Anyone who knows the URL may open it: without a redirect_uri, no wallet was asked to.
    if (history.returnedAt === null) return notApplicable(say`No redirect_uri was sent.`)
    if (code === 'absent') return violated({ expected, actual: say`no response_code` })
    if (code === 'wrong') return violated({ expected, actual: say`another response_code` })
    return surplus.length === 0 ? pass() : violated({ expected, actual: surplus.map(quote), error: null })
  },
})
