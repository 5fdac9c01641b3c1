import { decidedBy, notObserved, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { inSentence } from '../../engine/deviations/deviation'
import { isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { declared, quote, say } from '../../shared/values/wording'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { deviationOutcome } from '../deviations/issuer-deviation-outcome'

/** Outcome of a deviation check, from what the wallet did after the deviating reply. */
export function judgeDeviation(deviation: IssuerDeviation, evidence: IssuanceEvidence): Outcome {
  const outcome = deviationOutcome(evidence)
  switch (outcome?.did) {
    case 'refused':
    case 'continued': {
      const { seen, exchangeId } = outcome
      const { expects, title, must } = deviation
      const advisory = deviation.advisory ?? outcome.advisory ?? false
      const expected = expects === 'refusal' ? say`a stop` : say`the wallet continues`
      const result = isRightReaction(expects, outcome)
        ? pass(quote(seen))
        : (advisory ? tolerated : violated)({
            expected,
            actual: say`${quote(seen)}, although ${declared(inSentence(title))}`,
            hint: declared(must),
          })
      return exchangeId === null ? result : decidedBy({ id: exchangeId }, result)
    }
    case 'waiting':
      return notObserved(say`There is still time for the next request.`)
    case 'undecided':
      return notObserved(say`No request shows what the wallet did with the response. Report what the wallet displayed.`)
    default:
      return notObserved(say`The deliberately wrong response was not sent to the wallet.`)
  }
}
