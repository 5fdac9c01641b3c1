import type { ProofsReading } from '../../oid4vci/proof/proofs-reading'
import { type Check, tolerated } from '../check'

/**
 * Where the configuration demands no key attestation, one that is sent is judged all the same, but nothing is refused
 * for its sake and no result is worse than a warning.
 */
export const advisoryUnlessDemanded = (check: Check<ProofsReading>): Check<ProofsReading> => ({
  ...check,
  run: (reading) => {
    const outcome = check.run(reading)
    if (outcome.result !== 'violated' || reading.keyAttestation?.conditions.demanded !== false) return outcome
    const { expected, actual, hint } = outcome
    return tolerated({
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      ...(hint !== undefined && { hint }),
    })
  },
})
