import type { FlowModel, SessionHead, StateWords } from '../flow-model'
import type { PresentationStanding } from './presentation-session'

/** Where a presentation can stand. */
export const presentationStates: Readonly<Record<PresentationStanding, StateWords>> = {
  created: { phase: 'running', pill: 'Wallet at work' },
  request_retrieved: { phase: 'running', pill: 'Waiting for the answer' },
  answer_refused: { phase: 'refused', pill: 'Answer refused', correct: 'the answer' },
  awaiting_redirect: { phase: 'running', pill: 'Waiting for the browser' },
  presentation_validated: { phase: 'done', pill: 'Presentation verified' },
  presentation_invalid: { phase: 'failed', pill: 'Presentation refused' },
  wallet_error: { phase: 'declined', pill: 'Wallet declined' },
  request_refused: {
    phase: 'done',
    pill: 'Request refused, as it should be',
    pillWithFailures: 'Request refused, with failures',
    over: { say: 'Nothing: the wallet refused, as it should.', more: 'The evidence of this run stays.' },
  },
  code_received: { phase: 'done', pill: 'Code received', pillWithFailures: 'Code received, with failures' },
  expired: { phase: 'expired', pill: 'Expired' },
}

/** What is said once nothing more can happen in a presentation. */
export const presentationOver: FlowModel<SessionHead>['over'] = {
  done: { say: 'Nothing: its answer was taken.', more: 'The evidence of this run stays.' },
  declined: {
    say: 'Nothing: the wallet answered with an error, and that ends the session.',
    more: 'An error is an answer, not a fault: what it says stands in the result. Start a new session to ask again.',
  },
  failed: {
    say: 'Nothing: the answer was refused, and one request is answered once.',
    more: 'Start a new session to try again.',
  },
  expired: {
    say: 'Nothing: the session has expired.',
    more: 'The request is no longer valid. What was recorded stays; run again for a new request.',
  },
  unreached: {
    say: 'Nothing: no wallet ever reached this session.',
    more: 'It says nothing about the wallet. Look at what is listed below, then run again for a new request.',
  },
}
