import { withDeviation } from '../../engine/deviations/deviation'
import { endingAfterWait } from '../../engine/deviations/deviation-outcome'
import type { SessionProgress } from '../../engine/evidence/outcomes'
import { type Ending, endingByTime, type IssuanceEvidence, untilEnding } from '../../engine/sessions/session-evidence'
import { offeredWords } from '../configurations/issuer-words'
import { deviationTitleOf } from '../deviations/deviation-facts'
import { deviationOutcome } from '../deviations/issuer-deviation-outcome'
import type { IssuanceSessionView } from './issuer-types'
import type { SessionStatus } from './project-status'

/**
 * An issuance ends when its time is up, whatever was issued: until then a wallet may request another credential, send a
 * notification or start again. OID4VCI-1FINAL-8.2, OID4VCI-1FINAL-11
 */
export function issuerEnding(evidence: IssuanceEvidence): Ending {
  const ending = endingByTime(evidence)
  return endingAfterWait(ending, evidence, deviationOutcome(untilEnding(evidence, ending)))
}

const atWork: SessionProgress = { standing: 'running', words: 'Wallet at work' }

const issued: SessionProgress = { standing: 'done', words: 'Credential issued' }

const credentialRefused: SessionProgress = { standing: 'refused', words: 'Credential refused' }

/** The wallet stopped where no specification says whether it must. */
export const stoppedFreely: SessionProgress = { standing: 'done', words: 'Response refused' }

/** Meaning and label of each issuance status. */
export const issuerStands: Readonly<Record<SessionStatus, SessionProgress>> = {
  created: atWork,
  offer_retrieved: atWork,
  authorization_requested: atWork,
  authorization_in_progress: atWork,
  authorization_denied: { standing: 'refused', words: 'Authorization refused' },
  authorization_granted: atWork,
  token_requested: { standing: 'refused', words: 'Token refused' },
  token_issued: { standing: 'running', words: 'Waiting for the credential request' },
  credential_requested: credentialRefused,
  credential_deferred: { standing: 'running', words: 'Waiting for the deferred credential request' },
  credential_denied: { standing: 'refused', words: 'Deferred credential denied' },
  credential_issued: issued,
  credential_accepted: issued,
  credential_rejected: { standing: 'failed', words: 'Credential issued, but not kept' },
  answer_refused: { standing: 'done', words: 'Response refused, as expected' },
  error: { standing: 'failed', words: 'Stopped by an error' },
  expired: { standing: 'expired', words: 'Expired without a verdict' },
}

/** Title of an issuance on pages, in reports and in link previews: credential, issuer and fault. */
export const issuanceTitle = (
  session: Pick<
    IssuanceSessionView,
    'credential_configuration_id' | 'issuer_configuration_id' | 'laboratory' | 'options'
  >,
): string => withDeviation(offeredWords(session), deviationTitleOf(session))
