import { purposeOf } from '@/lib/core/verifier/deviations/purpose'
import { presentationTerms, presentationTitle } from '@/lib/core/verifier/evidence/verifier-title'
import { exchangeTabs } from '../detail-selection'
import type { FlowModel } from '../flow-model'
import { isAlteredDelivery } from './verifier-altered'
import { presentationEvents } from './verifier-events'
import {
  type PresentationKind,
  presentationDoes,
  presentationExpected,
  presentationKindOf,
  presentationMilestones,
  presentationOperations,
} from './verifier-exchanges'
import type { InspectedPresentation } from './verifier-session'
import { presentationOver, presentationStates } from './verifier-states'

/** What the inspector knows about presentations. OID4VP-1FINAL-3 */
export const verifierFlow: FlowModel<InspectedPresentation, PresentationKind> = {
  heading: 'Presentation session',
  server: 'Verifier',
  title: presentationTitle,
  terms: presentationTerms,
  purpose: purposeOf,
  altered: isAlteredDelivery,
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
  lingerSeconds: 0,
  events: presentationEvents,
  tabs: exchangeTabs,
}
