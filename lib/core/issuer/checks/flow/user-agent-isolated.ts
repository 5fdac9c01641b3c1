import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { SessionEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const flowUserAgentIsolated = defineCheck<SessionEvidence>('vci.flow.user_agent_isolated', {
  title: 'Browser is not the HTTP client of the wallet',
  problem: 'The wallet followed the browser redirects with its own HTTP client',
  clauses: ['RFC8252-8.12'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'A wallet that loads the pages itself can see what the user types.',
  hint: 'Open the authorization page in the system browser.',
  run: ({ exchanges }) => {
    const exact = exchanges.filter(({ correlation }) => correlation === 'exact')
    const wallet = new Set(exact.filter(({ origin }) => origin === 'wallet').map(({ client }) => client))
    const browser = exact.find(({ origin }) => origin === 'user_agent')
    if (browser === undefined || wallet.size === 0) return notObserved(say`They have not both been seen yet.`)
    const shared = exact.find(({ origin, client }) => origin === 'user_agent' && wallet.has(client))
    return shared
      ? decidedBy(shared, violated({ expected: say`a separate browser`, actual: say`the HTTP client of the wallet` }))
      : decidedBy(browser, pass())
  },
})
