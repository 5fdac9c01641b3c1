import { decidedBy, notObserved, type Outcome, pass, type Reason, tolerated, violated } from '../../engine/checks/check'
import { inSentence } from '../../engine/deviations/deviation'
import { isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { declared, quote, say } from '../../shared/values/wording'
import { issuerDeviations } from '../deviations'
import { changedId } from '../deviations/changed'
import { type IssuerDeviation, mayGiveUp } from '../deviations/issuer-deviation'
import { deviationOutcome } from '../deviations/issuer-deviation-outcome'

/** Key of the reason that a deviation has, which is its id: both are public and permanent. */
type DeviationReasons = Readonly<Record<string, Reason>>

/** Key of the reason for a wallet that went on as it should not: the only reason where it may give up. */
const otherwiseKey = (deviation: IssuerDeviation): string =>
  mayGiveUp(deviation) ? deviation.id : `${deviation.id}_otherwise`

/**
 * Reasons for each deviation that calls for this reaction: what the wallet did not do is another fact each time. Where it
 * should go on, it may stop, or go on as it should not.
 */
export const deviationReasons = (expects: 'refusal' | 'going_on'): DeviationReasons => ({
  ...Object.fromEntries(
    issuerDeviations
      .filter((deviation) => deviation.expects === expects)
      .flatMap((deviation): (readonly [string, Reason])[] => {
        const { id, title, must, fix = must, otherwise } = deviation
        const did = expects === 'refusal' ? 'The wallet went on' : 'The wallet stopped'
        const usual = [id, { says: `${did}, although ${inSentence(title)}`, fix }] as const
        return otherwise === undefined ? [usual] : [usual, [otherwiseKey(deviation), otherwise]]
      }),
  ),
  [changedId]: expectedByTester[expects],
})

/** Of a document that its tester changed in another way than each fault: no clause says what a wallet does. */
const expectedByTester: Readonly<Record<'refusal' | 'going_on', Reason>> = {
  refusal: {
    says: 'The wallet went on after a document that was changed on purpose, although the tester expects that it stops',
    fix: 'Stop at the document that the session shows as changed, as the tester of this session expects.',
  },
  going_on: {
    says: 'The wallet stopped at a document that was changed on purpose, although the tester expects that it goes on',
    fix: 'Go on after the document that the session shows as changed, as the tester of this session expects.',
  },
}

/** Outcome of a deviation check, from what the wallet did after the deviating reply. */
export function judgeDeviation(deviation: IssuerDeviation, evidence: IssuanceEvidence, reason?: string): Outcome {
  const outcome = deviationOutcome(evidence)
  switch (outcome?.did) {
    case 'refused':
    case 'continued': {
      const { seen, exchangeId } = outcome
      const { expects, title } = deviation
      const wentOn = outcome.by === 'wallet' && expects === 'going_on' && deviation.otherwise !== undefined
      const why = reason ?? (wentOn ? otherwiseKey(deviation) : deviation.id)
      const advisory = deviation.advisory ?? outcome.advisory ?? false
      const expected = expects === 'refusal' ? say`a stop` : say`the wallet continues`
      const result = isRightReaction(expects, outcome)
        ? pass(quote(seen))
        : (advisory ? tolerated : violated)(why, {
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
