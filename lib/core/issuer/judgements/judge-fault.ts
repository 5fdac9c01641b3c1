import { decidedBy, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { IssuanceFault } from '../deviations/fault'
import { faultResult, isAsItShould } from '../deviations/fault-outcome'

/** The result of the checks of a session with a fault, derived from what the wallet did after the changed response. */
export function judgeFault(fault: IssuanceFault, evidence: IssuanceEvidence): Outcome {
  const result = faultResult(evidence)
  switch (result?.outcome) {
    case 'refused':
    case 'continued': {
      const { seen, exchange } = result
      const expected = fault.expects === 'refusal' ? 'a stop' : 'the wallet continues'
      const outcome = isAsItShould(fault, result)
        ? pass(seen)
        : violated({ expected, actual: seen, hint: `${fault.title} ${fault.must}` })
      return exchange === null ? outcome : decidedBy(exchange, outcome)
    }
    case 'waiting':
      return notObserved('There is still time for the next request.')
    case 'undecided':
      return notObserved('No request shows what the wallet did with the response. Report what the wallet displayed.')
    default:
      return notObserved('The deliberately wrong response was not sent to the wallet.')
  }
}
