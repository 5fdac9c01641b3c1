import type { Check, Outcome } from '../../engine/checks/check'
import { declared, say } from '../../ground/values/wording'
import { eachProof, type ProofsReading } from '../read/proof/proofs-reading'

/** From the outcome that says least to the one that decides. */
const ranks: readonly Outcome['result'][] = ['not_applicable', 'not_observed', 'pass', 'tolerated', 'violated']

/**
 * Lets a check of one proof judge each proof of a batch. The worst outcome counts, of equal ones that of the earliest proof;
 * its hint says which proof that is.
 */
export const onEachProof = (check: Check<ProofsReading>): Check<ProofsReading> => ({
  ...check,
  run: (reading) => {
    if (reading.others.length === 0) return check.run(reading)
    const outcomes = eachProof(reading).map((proof) => check.run(proof))
    const rank = Math.max(...outcomes.map(({ result }) => ranks.indexOf(result)))
    const place = outcomes.findIndex(({ result }) => ranks.indexOf(result) === rank)
    const worst = outcomes[place] ?? check.run(reading)
    if (worst.result !== 'violated' && worst.result !== 'tolerated') return worst
    return { ...worst, hint: say`Proof ${place + 1} of ${outcomes.length}: ${worst.hint ?? declared(check.hint)}` }
  },
})
