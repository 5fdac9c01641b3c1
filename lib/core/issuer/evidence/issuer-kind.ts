import { inCatalogueOrder } from '../../engine/checks/check-groups'
import { claimedProfiles } from '../../engine/checks/claimed-profiles'
import { bind } from '../../engine/checks/evaluate'
import { isAsItShould, isSilent } from '../../engine/deviations/outcome'
import { silentStand } from '../../engine/evidence/outcomes'
import type { SessionKind } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { issuanceChecks } from '../checks'
import { sessionChecks } from '../checks/flow'
import { issuerConfiguration } from '../configurations'
import { deviationOf, isReported } from '../deviations'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { deviationOutcome } from '../deviations/outcome'
import { issuerEnding } from './issuer-ending'
import { issuerNextStep } from './issuer-next-step'
import { issuerStands, stoppedFreely } from './issuer-stand'
import { issuerSteps } from './issuer-steps'
import type { IssuerTypes } from './issuer-types'
import { issuerView } from './issuer-view'
import { projectBooleans } from './project-booleans'
import { whyImpossible } from './project-impossible'
import { projectObserved } from './project-observed'
import { projectRaw } from './project-raw'
import { projectStatus } from './project-status'
import { withRefusedAnswer } from './refused-answer'
import { whyUnseen } from './why-unseen'

/** Finished if a credential was issued, if the wallet stopped where it had to, or did what no text forbids or demands. */
function isFinished(evidence: IssuanceEvidence): boolean {
  const deviation = deviationOf(evidence.session)
  const outcome = deviationOutcome(evidence)
  if (deviation !== null && (outcome === null || !isAsItShould(expectsOf(deviation), outcome))) return false
  return (
    deviation?.expects === 'refusal' ||
    deviation?.expects === 'report' ||
    evidence.events.some(({ type }) => type === 'credential_issued')
  )
}

/** Where no text makes a wallet stop, going on is a warning, and the session is whole with it. */
const expectsOf = ({ expects, advisory }: IssuerDeviation): IssuerDeviation['expects'] =>
  advisory ? 'report' : expects

/** The kind of session in which a wallet gets a credential. */
export const issuerKind: SessionKind<IssuerTypes> = {
  checks: inCatalogueOrder(issuanceChecks),
  sessionChecks: bind(sessionChecks, (evidence: IssuanceEvidence) => evidence),
  whyImpossible,
  whyUnseen,
  claims: ({ issuerConfigurationId, options }) =>
    claimedProfiles({
      haip: issuerConfiguration(issuerConfigurationId)?.claimsHaip ?? true,
      eu: options.trust_framework === 'eu',
    }),
  isFinished,
  status: (evidence) => withRefusedAnswer(projectStatus(evidence.session, evidence.events, evidence.now), evidence),
  stand: (status, evidence) => {
    if (isSilent(deviationOutcome(evidence))) return silentStand
    return status === 'answer_refused' && isReported(evidence.session) ? stoppedFreely : issuerStands[status]
  },
  nextStep: issuerNextStep,
  ending: issuerEnding,
  uncounted: () => new Set(),
  steps: issuerSteps,
  observed: projectObserved,
  booleans: projectBooleans,
  rawRequests: 'oid4vci_requests',
  raw: projectRaw,
  view: issuerView,
}
