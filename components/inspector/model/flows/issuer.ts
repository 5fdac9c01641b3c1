import { accessTokenTtlSeconds } from '@/lib/core/ground/time/lifetimes'
import { flowWords, offerModeWords } from '@/lib/core/issuer/configurations/issuer-words'
import { purposeOf } from '@/lib/core/issuer/deviations/purpose'
import { issuanceTitle } from '@/lib/core/issuer/evidence/issuer-title'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { exchangeTabs } from '../detail-selection'
import type { FlowModel } from '../flow-model'
import { issuanceEvents } from './issuer-events'
import {
  type IssuanceKind,
  issuanceDoes,
  issuanceExpected,
  issuanceMilestones,
  issuanceOperations,
} from './issuer-exchanges'
import { issuanceOver, issuanceStates } from './issuer-states'

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
