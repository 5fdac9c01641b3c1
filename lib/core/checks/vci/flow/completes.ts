import type { SessionEvidence } from '../../../evidence/session-evidence'
import { defineCheck, notObserved, pass, violated } from '../../check'

export const flowCompletes = defineCheck<SessionEvidence>('vci.flow.completes', {
  group: 'flow',
  title: 'Wallet brings the flow to its end',
  clauses: ['OID4VCI-1FINAL-3.5'],
  level: 'info',
  why: 'A flow that stops leaves its user without the credential.',
  hint: 'Look at the last exchange and its failed checks: the wallet stopped there.',
  run: ({ events, exchanges, session, now }) => {
    if (events.some(({ type }) => type === 'credential_issued')) return pass()
    if (session.expiresAt > now) return notObserved('The session is still open.')
    const last = exchanges.at(-1)
    if (last === undefined) return notObserved('No wallet ever reached this session.')
    return violated({ expected: 'a credential', actual: `stopped after ${last.operation ?? last.path}` })
  },
})
