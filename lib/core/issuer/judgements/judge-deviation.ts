import { decidedBy, notObserved, type Outcome, pass, type Reason, tolerated, violated } from '../../engine/checks/check'
import { inSentence } from '../../engine/deviations/deviation'
import { isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { declared, quote, say } from '../../shared/values/wording'
import { issuerDeviations } from '../deviations'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { deviationOutcome } from '../deviations/issuer-deviation-outcome'

/** Key of the reason that a deviation has, which is its id: both are public and permanent. */
type DeviationReasons = Readonly<Record<string, Reason>>

/** A reason for each deviation that calls for this reaction: what the wallet did not do is another fact each time. */
export const deviationReasons = (expects: 'refusal' | 'going_on'): DeviationReasons =>
  Object.fromEntries(
    issuerDeviations
      .filter((deviation) => deviation.expects === expects)
      .map(({ id, title, must }) => {
        const did = expects === 'refusal' ? 'The wallet went on' : 'The wallet stopped'
        return [id, { says: `${did}, although ${inSentence(title)}`, fix: must }]
      }),
  )

/** Outcome of a deviation check, from what the wallet did after the deviating reply. */
export function judgeDeviation(
  deviation: IssuerDeviation,
  evidence: IssuanceEvidence,
  reason: string = deviation.id,
): Outcome {
  const outcome = deviationOutcome(evidence)
  switch (outcome?.did) {
    case 'refused':
    case 'continued': {
      const { seen, exchangeId } = outcome
      const { expects, title } = deviation
      const advisory = deviation.advisory ?? outcome.advisory ?? false
      const expected = expects === 'refusal' ? say`a stop` : say`the wallet continues`
      const result = isRightReaction(expects, outcome)
        ? pass(quote(seen))
        : (advisory ? tolerated : violated)(reason, {
            expected,
            actual: say`${quote(seen)}, although ${declared(inSentence(title))}`,
          })
      return exchangeId === null ? result : decidedBy({ id: exchangeId }, result)
    }
    case 'waiting':
      return notObserved(say`There is still time for the next request.`)
    case 'undecided':
      if (outcome.by === 'other_refusal')
        return notObserved(say`The wallet went on, and a request of it was refused for another reason.`)
      return notObserved(
        deviation.changes.link === undefined
          ? say`No request shows what the wallet did with the response. Report what the wallet displayed.`
          : say`No request shows what the wallet did with the link. Report what the wallet displayed.`,
      )
    default:
      return notObserved(say`The deliberately wrong response was not sent to the wallet.`)
  }
}
