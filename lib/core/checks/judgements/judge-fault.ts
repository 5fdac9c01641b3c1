import type { IssuanceFault } from '../../oid4vci/faults/fault'
import { faultResult, isAsItShould } from '../../oid4vci/faults/fault-outcome'
import type { IssuanceEvidence } from '../../sessions/session-evidence'
import { decidedBy, notObserved, type Outcome, pass, violated } from '../check'

/** What the checks of a session with a fault come to, by what the wallet did after the changed answer. */
export function judgeFault(fault: IssuanceFault, evidence: IssuanceEvidence): Outcome {
  const result = faultResult(evidence)
  switch (result?.outcome) {
    case 'refused':
    case 'continued': {
      const { seen, exchange } = result
      const expected = fault.expects === 'refusal' ? 'a stop' : 'the wallet goes on'
      const outcome = isAsItShould(fault, result)
        ? pass(seen)
        : violated({ expected, actual: seen, hint: `${fault.title} ${fault.must}` })
      return exchange === null ? outcome : decidedBy(exchange, outcome)
    }
    case 'waiting':
      return notObserved('The time for the next request is not over.')
    case 'undecided':
      return notObserved(
        'Nothing that came shows what the wallet did with the answer. Say what it showed: a person can tell.',
      )
    default:
      return notObserved('The wallet was not sent the answer that is wrong on purpose.')
  }
}
