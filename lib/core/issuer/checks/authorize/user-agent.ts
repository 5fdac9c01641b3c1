import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

export const authorizeUserAgent = defineCheck<AuthorizeReading>('vci.authorize.user_agent', {
  title: 'Authorization endpoint is opened by a browser',
  problem: 'The authorization endpoint was not opened by a browser',
  clauses: ['RFC8252-8.12', 'RFC9700-2.1'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'A wallet that embeds a browser can read what the user types.',
  hint: "Open the address in the system browser, not in the wallet's HTTP client.",
  run: ({ userAgent, sameClient }) => {
    if (sameClient === true)
      return violated({ expected: say`a browser`, actual: say`the HTTP client that pushed the request` })
    return userAgent !== null && /mozilla\/|opera\//i.test(userAgent)
      ? pass()
      : violated({ expected: say`a browser`, actual: shown(userAgent) })
  },
})
