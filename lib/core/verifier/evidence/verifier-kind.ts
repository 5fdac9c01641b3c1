import { type Check, claimedProfiles, notApplicable } from '../../engine/checks/check'
import { inCatalogueOrder, isOfGroup } from '../../engine/checks/check-groups'
import { type BoundCheck, bind } from '../../engine/checks/evaluate'
import { isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { SessionKind } from '../../engine/evidence/session-kind'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { say } from '../../shared/values/wording'
import { presentationChecks, presentationSessionChecks } from '../checks'
import { negative } from '../checks/negative'
import { expectsRefusal, isReported } from '../deviations'
import { isAdvisory, trustFacts } from '../deviations/deviation-facts'
import { deviationOutcome } from '../deviations/verifier-deviation-outcome'
import { lateFetches, replays, sealedAnswer, withoutReplays } from '../history/verifier-history'
import { judgeDeviation } from '../judgements/judge-deviation'
import { throughBrowser } from '../judgements/subjects'
import { lacksWarningReport } from '../judgements/warnings'
import { mustFollow, redirectHistory } from '../read/redirect'
import { isKnown, mutationResult } from './mutation-result'
import { projectVerifierBooleans } from './verifier-booleans'
import { verifierHowToRun } from './verifier-how-to-run'
import { verifierNextStep } from './verifier-next-step'
import { isAnswer, isFetch, issuedCameBack, projectVerifierObserved } from './verifier-observed'
import { presentationProgress, verifierEnding } from './verifier-standing'
import { type PresentationStatus, projectVerifierStatus } from './verifier-status'
import { verifierSteps } from './verifier-steps'
import type { VerifierTypes } from './verifier-types'
import { verifierView } from './verifier-view'
import { whyImpossible } from './why-impossible'

const unshown = 'Nothing that the wallet sent shows this.'

const reasons: Readonly<Record<PresentationStatus, string>> = {
  created: 'The wallet has neither fetched the request nor responded yet.',
  request_retrieved: 'The wallet has not responded yet.',
  awaiting_redirect: unshown,
  presentation_validated: unshown,
  presentation_invalid: unshown,
  presentation_captured: unshown,
  wallet_error: 'The wallet responded with an error before this could be observed.',
  code_received: unshown,
  request_refused: 'The wallet refused the request before this could be observed.',
  expired: 'The session ended before this could be observed.',
}

/** Why a check has not run yet: what the wallet did, or has not done. */
function whyUnseen(evidence: PresentationEvidence): (check: Pick<Check<never>, 'group'>) => string {
  const { session, events, now } = evidence
  const { status } = projectVerifierStatus(evidence)
  const { returnedAt, followedAt } = redirectHistory(session, events, now)
  const awaitsBrowser = returnedAt !== null && followedAt === null
  return ({ group }) =>
    group === 'vp.redirect' && awaitsBrowser ? 'No browser has opened the redirect_uri.' : reasons[status]
}

/** Excludes a session check that has nothing to judge in a browser session. */
const onlyWhereItCan = ({ check, run, ...bound }: BoundCheck<PresentationEvidence>) => ({
  ...bound,
  check,
  run: (evidence: PresentationEvidence) =>
    evidence.session.dcApi !== undefined && whyImpossible(check, evidence.session) === throughBrowser
      ? notApplicable(say`The answer came through the browser.`)
      : run(evidence),
})

/** The session kind of presentations. */
export const verifierKind: SessionKind<VerifierTypes> = {
  checks: inCatalogueOrder(presentationChecks),
  sessionChecks: [
    ...bind(presentationSessionChecks, (evidence: PresentationEvidence) => evidence).map(onlyWhereItCan),
    { check: negative.rejected as Check<never>, run: judgeDeviation },
  ],
  isTesterRule: ({ id }, { options: { mutated } }) =>
    mutated?.expected_by === 'tester' &&
    mutated.same_as === null &&
    /^vp\.negative\.(rejected|still_answers)$/.test(id),
  lists: ({ id }, { dcApi }) => dcApi !== undefined || !isOfGroup(id, 'vp.dcapi', 'vp.annexc'),
  whyImpossible: whyImpossible,
  whyUnseen,
  claims: ({ options }) => claimedProfiles({ haip: options.profile === 'haip', eu: options.trust_framework === 'eu' }),
  isFinished: (evidence) => {
    if (isReported(evidence.session)) {
      const result = mutationResult(evidence)
      return result !== null && isKnown(result)
    }
    return expectsRefusal(evidence.session) && !(isTolerated(evidence) && wasValid(evidence) === true)
      ? isRightReaction('refusal', deviationOutcome(evidence.session, evidence.events, evidence.now))
      : sealedAnswer(evidence.events) !== undefined || (wasValid(evidence) === true && !lacksWarningReport(evidence))
  },
  isTold: (evidence) => mutationResult(evidence)?.told !== undefined,
  whyIncomplete: (conformance, evidence) =>
    wasUntested(evidence)
      ? 'The wallet read nothing of what is wrong in this session, so it shows nothing.'
      : wasValid(evidence) === false && conformance.some(({ id, rejected }) => rejected && isTrust(id))
        ? 'The session requires a trusted issuer, and the issuer of the credential is not trusted. The wallet broke no MUST.'
        : lacksWarningReport(evidence)
          ? 'Only a person can tell whether the wallet warned its user and asked.'
          : null,
  status: projectVerifierStatus,
  stand: presentationProgress,
  waiting: ({ dcApi }) => (dcApi === undefined ? undefined : 'Waiting for the page to be opened'),
  nextStep: verifierNextStep,
  howToRun: verifierHowToRun,
  ending: verifierEnding,
  uncounted: ({ events }) => new Set([...replays(events), ...lateFetches(events)]),
  steps: verifierSteps,
  observed: projectVerifierObserved,
  booleans: (conformance, evidence) =>
    projectVerifierBooleans(conformance, { valid: wasValid(evidence), issuedCameBack: issuedCameBack(evidence) }),
  rawRequests: 'openid4vp_requests',
  raw: ({ exchanges, events }) => ({
    request_object_fetch: exchanges.findLast(isFetch)?.body ?? null,
    presentation_response: withoutReplays(exchanges, events).findLast(isAnswer)?.body ?? null,
  }),
  view: verifierView,
}

/**
 * True if a response to a wrong request is accepted with a warning. Documents that the wallet never read do not test
 * it.
 */
function isTolerated({ session, events }: PresentationEvidence): boolean {
  const facts = trustFacts(session, events)
  return facts.reached && isAdvisory(session, facts)
}

/** True if the wallet is done and the deviation never reached it. */
const wasUntested = ({ session, events, now }: PresentationEvidence): boolean =>
  expectsRefusal(session) &&
  !trustFacts(session, events).reached &&
  deviationOutcome(session, events, now).did === 'untested'

const isTrust = (id: string): boolean => id === 'vp.sdjwt.issuer_trusted' || id === 'vp.mdoc.issuer_trusted'

/**
 * Combined result of the responses: one good response counts, whatever preceded it. `null` before the first, for an
 * unsupported format, and while the session waits for the browser.
 */
function wasValid({ session, events, now }: PresentationEvidence): boolean | null {
  const answers = events.filter(({ type }) => type === 'vp_presentation_response_received')
  if (answers.length === 0) return null
  if (answers.some(({ detail }) => detail.presentation_valid === null)) return null
  if (!answers.some(({ detail }) => detail.presentation_valid === true)) return false
  if (!mustFollow(session)) return true
  const { followedAt, overdue } = redirectHistory(session, events, now)
  return overdue ? false : followedAt === null ? null : true
}
