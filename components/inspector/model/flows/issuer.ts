import { accessTokenTtlSeconds } from '@/lib/core/ground/time/lifetimes'
import { flowWords, offerModeWords } from '@/lib/core/issuer/configurations/issuer-words'
import { purposeOf } from '@/lib/core/issuer/deviations/purpose'
import { issuerStands } from '@/lib/core/issuer/evidence/issuer-stand'
import { issuanceTitle } from '@/lib/core/issuer/evidence/issuer-title'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { SessionStatus } from '@/lib/core/issuer/evidence/session-status'
import { exchangeTabs } from '../detail-selection'
import type { FlowModel, SessionHead, StateWords } from '../flow-model'
import { issuanceEvents } from './issuer-events'
import {
  type IssuanceKind,
  issuanceDoes,
  issuanceExpected,
  issuanceMilestones,
  issuanceOperations,
} from './issuer-exchanges'

/** The states of an issuance, with what only its page says. */
const issuanceStates: Readonly<Record<SessionStatus, StateWords>> = {
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
const issuanceOver: FlowModel<SessionHead>['over'] = {
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

/** What the inspector knows about issuance. OID4VCI-1FINAL-3 */
export const issuerFlow: FlowModel<IssuanceSessionView, IssuanceKind> = {
  heading: 'Issuance session',
  server: 'Issuer',
  title: issuanceTitle,
  terms: ({ flow, credential_offer_mode }) => `${flowWords[flow]}, offer ${offerModeWords[credential_offer_mode]}`,
  purpose: purposeOf,
  program: ({ observed }) => observed.user_agents[0] ?? null,
  codeLabel: 'QR code of the credential offer',
  codeUsed: 'offer opened',
  operations: issuanceOperations,
  does: issuanceDoes,
  opening: 'offer',
  expected: issuanceExpected,
  milestones: issuanceMilestones,
  plannedErrors: { use_dpop_nonce: 'DPoP nonce sent, as planned' },
  states: issuanceStates,
  lastStatus: ({ events }) => {
    const last = events.findLast(({ type }) => type === 'session_expired')?.detail.last_state
    return typeof last === 'string' ? last : null
  },
  over: issuanceOver,
  nothingRecorded: 'No wallet used the offer before it expired. Run again and scan the new code.',
  // A session with an access token continues after its offer has expired, for as long as the token is valid.
  lingerSeconds: accessTokenTtlSeconds,
  events: issuanceEvents,
  tabs: exchangeTabs,
}
