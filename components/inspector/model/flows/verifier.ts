import { verifierDeviation } from '@/lib/core/verifier/deviations'
import { purposeOf } from '@/lib/core/verifier/deviations/deviation-facts'
import { type PresentationStanding, verifierStands } from '@/lib/core/verifier/evidence/verifier-standing'
import { presentationTerms, presentationTitle } from '@/lib/core/verifier/evidence/verifier-title'
import { changedAnswer } from '../changed-answer'
import { exchangeTabs } from '../detail-selection'
import type { FlowModel, InspectedExchange, SessionHead, StateWords } from '../flow-model'
import { presentationEvents } from './verifier-events'
import {
  type InspectedPresentation,
  type PresentationKind,
  presentationDoes,
  presentationExpected,
  presentationKindOf,
  presentationMilestones,
  presentationOperations,
} from './verifier-exchanges'

/** Presentation states, with the texts that only its page shows. */
const presentationStates: Readonly<Record<PresentationStanding, StateWords>> = {
  ...verifierStands,
  request_refused: {
    ...verifierStands.request_refused,
    over: { say: 'The wallet refused, as it should.', more: 'The evidence of this run is kept.' },
  },
}

/** Shown once nothing more can happen in a presentation. */
const presentationOver: FlowModel<SessionHead>['over'] = {
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

/** Flow model of presentations. OID4VP-1FINAL-3 */
export const verifierFlow: FlowModel<InspectedPresentation, PresentationKind> = {
  heading: 'Presentation session',
  server: 'Verifier',
  title: presentationTitle,
  terms: presentationTerms,
  purpose: purposeOf,
  altered: isAlteredDelivery,
  changed: changedAnswer,
  program: ({ observed }) => observed.user_agents[0] ?? null,
  codeLabel: 'QR code of the presentation request',
  codeUsed: 'request opened',
  operations: presentationOperations,
  kindOf: presentationKindOf,
  does: presentationDoes,
  opening: 'request',
  expected: presentationExpected,
  milestones: presentationMilestones,
  plannedErrors: {},
  states: presentationStates,
  lastStatus: ({ events }) => {
    const last = events.findLast(({ type }) => type === 'vp_session_expired')?.detail.last_state
    return typeof last === 'string' ? last : null
  },
  over: presentationOver,
  nothingRecorded: 'No wallet used the request before it expired. Run again and scan the new code.',
  usedUp: 'the request is used up',
  lingerSeconds: 0,
  events: presentationEvents,
  tabs: exchangeTabs,
}

/** True for a request delivered with its session's deviation. */
export function isAlteredDelivery(
  { options }: Pick<InspectedPresentation, 'options'>,
  { kind, response }: Pick<InspectedExchange, 'kind' | 'response'>,
): boolean {
  if (kind !== 'request' || (response.status ?? 500) >= 400) return false
  const changes = verifierDeviation(options.negative_test)?.changes ?? {}
  const { parameters, claims, header, compact, signer, unencrypted, keyBoundInfo } = changes
  return Boolean(parameters ?? claims ?? header ?? compact ?? signer ?? unencrypted ?? keyBoundInfo)
}
