import type { FlowModel, SessionHead, StateWords } from '../flow-model'
import type { PresentationStanding } from './verifier-session'

/** The states of a presentation. */
export const presentationStates: Readonly<Record<PresentationStanding, StateWords>> = {
  created: { phase: 'running', pill: 'Wallet at work' },
  request_retrieved: { phase: 'running', pill: 'Waiting for the response' },
  answer_refused: { phase: 'refused', pill: 'Answer refused', correct: 'the answer' },
  awaiting_redirect: { phase: 'running', pill: 'Waiting for the browser' },
  presentation_validated: { phase: 'done', pill: 'Presentation verified' },
  presentation_invalid: { phase: 'failed', pill: 'Presentation refused' },
  presentation_captured: {
    phase: 'done',
    pill: 'Answer captured, not read',
    pillWithFailures: 'Answer captured, with failures',
  },
  wallet_error: { phase: 'declined', pill: 'Wallet declined' },
  request_refused: {
    phase: 'done',
    pill: 'Request refused, as expected',
    pillWithFailures: 'Request refused, with failures',
    over: { say: 'Nothing: the wallet refused, as it should.', more: 'The evidence of this run is kept.' },
  },
  code_received: { phase: 'done', pill: 'Code received', pillWithFailures: 'Code received, with failures' },
  expired: { phase: 'expired', pill: 'Expired' },
}

/** Shown once nothing more can happen in a presentation. */
export const presentationOver: FlowModel<SessionHead>['over'] = {
  done: { say: 'Nothing: the response was accepted.', more: 'The evidence of this run is kept.' },
  declined: {
    say: 'Nothing: the wallet responded with an error, which ends the session.',
    more: 'An error is a valid response; see the result for details. Start a new session to ask again.',
  },
  failed: {
    say: 'Nothing: the response was refused, and each request takes only one response.',
    more: 'Start a new session to try again.',
  },
  expired: {
    say: 'Nothing: the session has expired.',
    more: 'The request is no longer valid. The record is kept; run again for a new request.',
  },
  unreached: {
    say: 'Nothing: no wallet ever reached this session.',
    more: 'This says nothing about the wallet itself. Check the points below, then run again for a new request.',
  },
}
