import { bind } from '../../checks/evaluate'
import { checkRegistry } from '../../checks/registry'
import { issuanceChecks } from '../../checks/vci'
import { sessionChecks } from '../../checks/vci/flow'
import { issuerConfiguration } from '../../issuers'
import type { IssuanceEvidence } from '../../sessions/session-evidence'
import type { SessionKind } from '../session-kind'
import { issuanceSteps } from './issuance-steps'
import type { IssuanceTypes } from './issuance-types'
import { issuanceView } from './issuance-view'
import { projectBooleans } from './project-booleans'
import { whyImpossible } from './project-impossible'
import { projectObserved } from './project-observed'
import { projectRaw } from './project-raw'
import { projectStatus } from './project-status'

const ofIssuance = new Set(issuanceChecks)

/** Sessions in which a wallet is given a credential. */
export const issuanceKind: SessionKind<IssuanceTypes> = {
  checks: checkRegistry.filter((check) => ofIssuance.has(check)),
  sessionChecks: bind(sessionChecks, (evidence: IssuanceEvidence) => evidence),
  whyImpossible,
  claimsHaip: ({ issuerConfigurationId }) => issuerConfiguration(issuerConfigurationId)?.claimsHaip ?? true,
  isFinished: ({ events }) => events.some(({ type }) => type === 'credential_issued'),
  status: ({ session, events, now }) => projectStatus(session, events, now),
  steps: issuanceSteps,
  observed: projectObserved,
  booleans: projectBooleans,
  rawRequests: 'oid4vci_requests',
  raw: projectRaw,
  view: issuanceView,
}
