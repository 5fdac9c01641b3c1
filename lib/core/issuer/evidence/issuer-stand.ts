import type { Stand } from '../../engine/evidence/outcomes'
import type { SessionStatus } from './session-status'

const atWork: Stand = { standing: 'running', words: 'Wallet at work' }
const issued: Stand = { standing: 'done', words: 'Credential issued' }
const credentialRefused: Stand = { standing: 'refused', words: 'Credential refused' }

/** The wallet stopped where no text says whether it must. */
export const stoppedFreely: Stand = { standing: 'done', words: 'Response refused' }

/** What each status of an issuance means, and what it is called. */
export const issuerStands: Readonly<Record<SessionStatus, Stand>> = {
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
