import { endingAfterWait } from '../../engine/deviations/outcome'
import { type Ending, endingByTime, type IssuanceEvidence, untilEnding } from '../../engine/sessions/session-evidence'
import { deviationOutcome } from '../deviations/outcome'

/**
 * An issuance ends with its time, whatever was issued: until then a wallet may request another credential, say what it did
 * with the one it got, or start again. OID4VCI-1FINAL-8.2, OID4VCI-1FINAL-11
 */
export function issuerEnding(evidence: IssuanceEvidence): Ending {
  const ending = endingByTime(evidence)
  return endingAfterWait(ending, evidence, deviationOutcome(untilEnding(evidence, ending)))
}
