import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { RedirectReading } from '../../read/redirect/redirect-reading'

export const redirectSameSession = defineCheck<RedirectReading>('vp.redirect.same_session', {
  title: 'User continues in the browser in which they started',
  problem: 'This is not the browser in which the session was started',
  clauses: ['HAIP-5.1', 'OID4VP-1FINAL-14.2'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_request',
  why: 'Otherwise an attacker could start a request and have someone else respond to it.',
  hint: 'Open redirect_uri in the browser that opened the wallet link.',
  run: ({ history, code, sameBrowser }) => {
    if (history.returnedAt === null || code === 'absent' || code === 'wrong')
      return notApplicable(say`The redirect_uri was not opened as sent; see vp.redirect.exact.`)
    if (sameBrowser === null)
      return notApplicable(
        say`The browser has no session cookie. It never showed a page of this session, for example because a program created the session.`,
      )
    return sameBrowser
      ? pass()
      : violated({ expected: say`the cookie of this session`, actual: say`the cookie of another session` })
  },
})
