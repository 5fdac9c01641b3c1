import { claimedProfiles } from '../../engine/checks/check'
import { inCatalogueOrder } from '../../engine/checks/check-groups'
import { bind } from '../../engine/checks/evaluate'
import { type DeviationOutcome, isRightReaction, isSilent } from '../../engine/deviations/deviation-outcome'
import { isPossibleContact } from '../../engine/evidence/contact-view'
import { silentProgress } from '../../engine/evidence/outcomes'
import type { SessionKind, StatusHistory } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { issuanceChecks } from '../checks'
import { sessionChecks } from '../checks/flow'
import { issuerConfiguration } from '../configurations'
import { deviationOf, expectsRefusal, isReported, waitSeconds } from '../deviations'
import { changedId } from '../deviations/changed'
import { changedResult, changedResultWords, isKnown } from '../deviations/changed-result'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { deviationOutcome } from '../deviations/issuer-deviation-outcome'
import { asDelivered } from '../judgements/changed-on-purpose'
import { issuerHowToRun } from './issuer-how-to-run'
import { issuerNextStep } from './issuer-next-step'
import { issuerSteps } from './issuer-steps'
import { issuerEnding, issuerStands, stoppedFreely } from './issuer-summary'
import type { IssuerTypes } from './issuer-types'
import { issuerView } from './issuer-view'
import { projectBooleans } from './project-booleans'
import { whyImpossible } from './project-impossible'
import { projectObserved } from './project-observed'
import { projectStatus, type SessionStatus } from './project-status'
import { serverLookedUp } from './server-looked-up'

const unshown = 'Nothing that the wallet sent shows this.'

/** Reasons why a session ended; statuses without one are open. */
const reasons: Readonly<Partial<Record<SessionStatus, string>>> = {
  authorization_denied: 'The authorization was denied before this could be observed.',
  credential_issued: unshown,
  credential_accepted: unshown,
  credential_rejected: unshown,
  answer_refused: 'The wallet refused a response before this could be observed.',
  error: 'The flow ended in an error before this could be observed.',
  expired: 'The session ended before this could be observed.',
}

/** Why a check has not run yet: what the wallet did, or has not done. */
function whyUnseen(evidence: IssuanceEvidence): () => string {
  const { session, events, now } = evidence
  const { status } = withRefusedAnswer(projectStatus(session, events, now), evidence)
  const because = reasons[status] ?? 'The wallet has sent nothing yet that shows this.'
  return () => because
}

/** Finished if a credential was issued, the wallet stopped where it had to, or it acted where both are allowed. */
function isFinished(evidence: IssuanceEvidence): boolean {
  const deviation = deviationOf(evidence.session)
  const outcome = deviationOutcome(evidence)
  if (deviation?.id === changedId && deviation.expects === 'report') {
    const result = changedResult(evidence)
    return result !== null && isKnown(result)
  }
  if (deviation !== null && (outcome === null || !isRightReaction(expectsOf(deviation, outcome), outcome))) return false
  return (
    deviation?.expects === 'refusal' ||
    deviation?.expects === 'report' ||
    evidence.events.some(({ type }) => type === 'credential_issued')
  )
}

/** Where no specification makes a wallet stop, continuing is a warning and completes the session. */
const expectsOf = (
  { expects, advisory }: IssuerDeviation,
  outcome: Pick<DeviationOutcome, 'advisory'>,
): IssuerDeviation['expects'] => (advisory || outcome.advisory ? 'report' : expects)

/** How far a session came whose documents are wrong on purpose, and of which nothing says what a wallet does. */
const changedStandings = { answered: 'done', error: 'done', stopped: 'silent', nothing: 'silent' } as const

/** No request names the session, and one may belong to it. */
const possibleContact = { standing: 'running', words: 'A request may belong here' } as const
const likelyContact = { standing: 'running', words: 'A request most likely belongs here' } as const

/** The session kind of issuances. */
export const issuerKind: SessionKind<IssuerTypes> = {
  checks: inCatalogueOrder(issuanceChecks),
  sessionChecks: bind(sessionChecks, (evidence: IssuanceEvidence) => evidence).map(({ check, run }) => ({
    check,
    run: (evidence) => asDelivered(evidence.session, check.id, run(evidence)),
  })),
  isTesterRule: ({ id }, { options: { mutations } }) =>
    mutations?.expected_by === 'tester' && mutations.same_as === null && /^vci\.fault\.(refused|goes_on)$/.test(id),
  whyImpossible,
  whyUnseen,
  claims: ({ issuerConfigurationId, options }) =>
    claimedProfiles({
      haip: issuerConfiguration(issuerConfigurationId)?.claimsHaip ?? true,
      eu: options.trust_framework === 'eu',
    }),
  isFinished,
  isTold: (evidence) => isReported(evidence.session) && changedResult(evidence)?.told !== undefined,
  status: (evidence) => withRefusedAnswer(projectStatus(evidence.session, evidence.events, evidence.now), evidence),
  stand: (status, evidence) => {
    const changed = isReported(evidence.session) ? changedResult(evidence) : null
    if (changed !== null)
      return {
        standing: isKnown(changed) ? 'done' : changedStandings[changed.did],
        words: changedResultWords(changed, {
          session: evidence.session,
          seconds: waitSeconds(evidence.session),
        }),
      }
    if (isSilent(deviationOutcome(evidence))) return silentProgress
    const contact = status === 'created' ? evidence.events.find(isPossibleContact) : undefined
    if (contact !== undefined) return contact.detail.likely === true ? likelyContact : possibleContact
    return status === 'answer_refused' && isReported(evidence.session) ? stoppedFreely : issuerStands[status]
  },
  nextStep: issuerNextStep,
  howToRun: issuerHowToRun,
  ending: issuerEnding,
  uncounted: () => new Set(),
  withdrawn: serverLookedUp,
  steps: issuerSteps,
  observed: projectObserved,
  booleans: projectBooleans,
  rawRequests: 'oid4vci_requests',
  raw: projectRaw,
  view: issuerView,
}

/** The latest request of each type, redacted, named as compatible tools expect; `null` while there is none. */
function projectRaw({ events, exchanges }: Pick<IssuanceEvidence, 'events' | 'exchanges'>): JsonObject {
  const latest = (operation: string) => exchanges.findLast((exchange) => exchange.operation === operation)?.body ?? null
  const opened = exchanges.findLast(({ operation }) => operation === 'authorize')
  const proofs = exchanges.flatMap(({ decoded }) => decoded.filter(({ kind }) => kind === 'proof_jwt'))
  return {
    par_request: latest('pushAuthorizationRequest'),
    authorization_request: opened === undefined ? null : opened.method === 'POST' ? opened.body : opened.query,
    token_request: latest('requestToken'),
    credential_request: latest('requestCredential'),
    credential_request_raw: bodyAsReceived(events),
    proof_headers: proofs.map(({ header }) => header ?? null),
  }
}

/** The body of the last credential request before decryption: only its presence and length. */
function bodyAsReceived(events: readonly StoredEvent[]): JsonObject | null {
  const last = events.findLast(({ type }) => type === 'credential_request_received')
  if (last === undefined) return null
  return {
    redacted: true,
    present: last.detail.body_bytes !== 0,
    type: 'string',
    length: last.detail.body_bytes ?? null,
  }
}

/** A wallet that stopped where it must or may has completed its session, even if the session has expired since. */
function withRefusedAnswer(
  history: StatusHistory<SessionStatus>,
  evidence: IssuanceEvidence,
): StatusHistory<SessionStatus> {
  if (!expectsRefusal(evidence.session) && !isReported(evidence.session)) return history
  const outcome = deviationOutcome(evidence)
  if (outcome === null || outcome.at === null || !isRightReaction('refusal', outcome)) return history
  const { at, exchangeId } = outcome
  const changes = history.changes.filter(({ state }) => state !== 'expired')
  const previousState = changes.at(-1)?.state ?? 'created'
  const cause = evidence.events.findLast((event) => exchangeId !== null && event.exchangeId === exchangeId) ?? null
  return {
    status: 'answer_refused',
    changes: [...changes, { at, previousState, state: 'answer_refused', cause }],
  }
}
