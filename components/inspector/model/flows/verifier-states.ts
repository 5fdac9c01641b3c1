import { type PresentationStanding, verifierStands } from '@/lib/core/verifier/evidence/verifier-stand'
import type { FlowModel, SessionHead, StateWords } from '../flow-model'

/** The states of a presentation, with what only its page says. */
export const presentationStates: Readonly<Record<PresentationStanding, StateWords>> = {
  ...verifierStands,
  request_refused: {
    ...verifierStands.request_refused,
    over: { say: 'The wallet refused, as it should.', more: 'The evidence of this run is kept.' },
  },
}

/** Shown once nothing more can happen in a presentation. */
export const presentationOver: FlowModel<SessionHead>['over'] = {
  done: { say: 'The response was accepted.', more: 'The evidence of this run is kept.' },
  declined: {
    say: 'The wallet responded with an error, which ends the session.',
    more: 'An error is a valid response; see the result for details. Start a new session to ask again.',
  },
  failed: {
    say: 'The response was refused, and each request accepts only one response.',
    more: 'Start a new session to try again.',
  },
  expired: {
    say: 'The session has expired.',
    more: 'The request is no longer valid. The record is kept; run again for a new request.',
  },
  unreached: {
    say: 'No wallet ever reached this session.',
    more: 'This says nothing about the wallet itself. Check the points below, then run again for a new request.',
  },
}
