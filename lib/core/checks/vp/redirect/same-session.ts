import type { RedirectReading } from '../../../oid4vp/redirect/redirect-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'

export const vpRedirectSameSession = defineCheck<RedirectReading>('vp.redirect.same_session', {
  title: 'User goes on in the browser that they began in',
  clauses: ['HAIP-5.1', 'OID4VP-1FINAL-14.2'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_request',
  refusal: 'This browser is not the one that the session was started in.',
  why: 'Otherwise an attacker could let somebody else answer a request that the attacker began.',
  hint: 'Open redirect_uri in the browser that opened the link to the wallet.',
  run: ({ history, code, sameBrowser }) => {
    if (history.returnedAt === null || code === 'absent' || code === 'wrong')
      return notApplicable('The address was not opened as it was sent; see vp.redirect.exact.')
    if (sameBrowser === null)
      return notApplicable(
        'The browser carries no mark: no page of this session was shown in it, as when a program made the session.',
      )
    return sameBrowser ? pass() : violated({ expected: 'the mark of this session', actual: 'that of another session' })
  },
})
