import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { RedirectReading } from '../../read/redirect/redirect-reading'

export const redirectBrowser = defineCheck<RedirectReading>('vp.redirect.browser', {
  title: 'The redirect_uri is opened in a browser',
  problem: 'The redirect_uri was not opened in a browser',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'should',
  why: 'The user should continue where they started. A wallet that fetches the URL itself leaves them in the wallet.',
  hint: "Open redirect_uri in the user's browser. Do not fetch it with an HTTP library.",
  run: ({ history, fetchMode, accept }) => {
    if (history.returnedAt === null) return notApplicable(say`No redirect_uri was sent.`)
    if (fetchMode === 'navigate' || (fetchMode === null && /\btext\/html\b/i.test(accept ?? ''))) return pass()
    return violated({
      expected: say`a page load in a browser`,
      actual: quote(fetchMode ?? accept) ?? say`neither mode nor Accept`,
    })
  },
})
