import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { answeredError, type IssuanceEvidence, isOver } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { expectsRefusal, isReported } from '../../deviations'
import { firstIssued } from '../../judgements/first-issued'

export const flowCompletes = defineCheck<IssuanceEvidence>('vci.flow.completes', {
  title: 'Wallet completes the flow',
  problem: 'The wallet did not complete the flow',
  clauses: ['OID4VCI-1FINAL-3.5'],
  level: 'info',
  why: 'A flow that stops leaves the user without a credential.',
  hint: 'Find out why the wallet stopped after the response to its last request.',
  run: (evidence) => {
    const issued = firstIssued(evidence)
    if (issued) return decidedBy(issued, pass())
    if (expectsRefusal(evidence.session))
      return notApplicable(say`A response is wrong on purpose, so a correct wallet stops.`)
    if (isReported(evidence.session))
      return notApplicable(say`A response is unusual on purpose, and no text says whether a wallet continues.`)
    if (!isOver(evidence)) return notObserved(say`The session is still open.`)
    const last = evidence.exchanges.findLast(({ origin }) => origin === 'wallet')
    if (last === undefined) return notObserved(say`No wallet ever reached this session.`)
    // The checks of that request tell what was wrong with it: one cause is blamed once.
    if (answeredError(last) !== null) return notObserved(say`The wallet's last request was refused.`)
    return decidedBy(
      last,
      violated({ expected: say`a credential`, actual: say`stopped after ${last.operation ?? last.path}` }),
    )
  },
})
