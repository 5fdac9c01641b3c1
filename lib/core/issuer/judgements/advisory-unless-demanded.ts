import { type Check, tolerated } from '../../engine/checks/check'
import type { ProofsReading } from '../read/proof/proofs-reading'

/**
 * If the configuration does not require a key attestation, one that is sent is still judged, but it never causes a
 * refusal or anything worse than a warning.
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
