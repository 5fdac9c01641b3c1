import type { SessionStatus } from '@/lib/core/issuer/evidence/session-status'
import type { FlowModel, SessionHead, StateWords } from '../flow-model'

const atWork: StateWords = { phase: 'running', pill: 'Wallet at work' }
const issued: StateWords = { phase: 'done', pill: 'Credential issued' }
const stopped: StateWords = { phase: 'failed', pill: 'Stopped by an error' }
const credentialRefused: StateWords = {
  phase: 'refused',
  pill: 'Credential refused',
  correct: 'the credential request',
}

/** The states of an issuance. */
export const issuanceStates: Readonly<Record<SessionStatus, StateWords>> = {
  created: atWork,
  offer_retrieved: atWork,
  authorization_requested: atWork,
  authorization_in_progress: atWork,
  authorization_denied: credentialRefused,
  authorization_granted: atWork,
  token_requested: { phase: 'refused', pill: 'Token refused', correct: 'the token request' },
  token_issued: { phase: 'running', pill: 'Waiting for the credential request' },
  credential_requested: credentialRefused,
  credential_issued: issued,
  credential_accepted: issued,
  credential_rejected: stopped,
  answer_refused: {
    phase: 'done',
    pill: 'Response refused, as expected',
    pillWithFailures: 'Response refused, with failures',
    over: {
      say: 'Nothing: the wallet refused a faulty response, as it should.',
      more: 'The evidence of this run is kept.',
    },
  },
  error: stopped,
  expired: { phase: 'expired', pill: 'Expired' },
}

/** Shown once nothing more can happen in an issuance. */
export const issuanceOver: FlowModel<SessionHead>['over'] = {
  done: { say: 'Nothing: the credential is issued.', more: 'The evidence of this run is kept.' },
  failed: {
    say: 'Nothing: the session is over.',
    more: 'A one-time value was reused, or a limit was reached. Start a new session to try again.',
  },
  expired: {
    say: 'Nothing: the session has expired.',
    more: 'The offer is no longer valid. The record is kept; run again for a new offer.',
  },
  unreached: {
    say: 'Nothing: no wallet ever reached this session.',
    more: 'This says nothing about the wallet itself. Check the points below, then run again for a new offer.',
  },
}
