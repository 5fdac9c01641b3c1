import { issuerStands } from '@/lib/core/issuer/evidence/issuer-stand'
import type { SessionStatus } from '@/lib/core/issuer/evidence/session-status'
import type { FlowModel, SessionHead, StateWords } from '../flow-model'

/** The states of an issuance, with what only its page says. */
export const issuanceStates: Readonly<Record<SessionStatus, StateWords>> = {
  ...issuerStands,
  answer_refused: {
    ...issuerStands.answer_refused,
    over: {
      say: 'The wallet refused a response that was altered on purpose.',
      more: 'The evidence of this run is kept.',
    },
  },
}

/** Shown once nothing more can happen in an issuance. */
export const issuanceOver: FlowModel<SessionHead>['over'] = {
  done: { say: 'The credential has been issued.', more: 'The evidence of this run is kept.' },
  failed: {
    say: 'The session is over.',
    more: 'A one-time value was reused, or a limit was reached. Start a new session to try again.',
  },
  expired: {
    say: 'The session has expired.',
    more: 'The offer is no longer valid. The record is kept; run again for a new offer.',
  },
  unreached: {
    say: 'No wallet ever reached this session.',
    more: 'This says nothing about the wallet itself. Check the points below, then run again for a new offer.',
  },
}
