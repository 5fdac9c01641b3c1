import type { DeviationOutcome } from '../engine/deviations/deviation-outcome'
import {
  type IssuanceEvidence,
  type PresentationEvidence,
  type SessionEvidence,
  untilEnding,
} from '../engine/sessions/session-evidence'
import { isReported, expectsRefusal as issuerExpectsRefusal } from '../issuer/deviations'
import { deviationOutcome as issuerOutcome } from '../issuer/deviations/issuer-deviation-outcome'
import { issuerEnding } from '../issuer/evidence/issuer-summary'
import { projectStatus, type SessionStatus } from '../issuer/evidence/project-status'
import type { EpochMillis } from '../shared/time/time'
import { expectsRefusal as verifierExpectsRefusal } from '../verifier/deviations'
import {
  isSilenceCounted,
  deviationOutcome as verifierOutcome,
} from '../verifier/deviations/verifier-deviation-outcome'
import { mutationResult, mutationSilenceEnds } from '../verifier/evidence/mutation-result'
import { verifierEnding } from '../verifier/evidence/verifier-standing'
import { projectVerifierStatus } from '../verifier/evidence/verifier-status'
import { awaitsBrowser } from '../verifier/read/redirect'

/**
 * The state of a campaign's session. `open`: the wallet may still act. `silent`: a refusal was expected and the wallet
 * stayed silent until the wait ran out; the campaign goes on, and a person may report what the wallet showed.
 * `decided`: it ended in any other way. `lapsed`: it timed out before any wallet used it, so it says nothing.
 */
export type SessionState = 'open' | 'silent' | 'decided' | 'lapsed'

/** Derives a session's state from its evidence. */
export function sessionState(evidence: SessionEvidence): SessionState {
  if (evidence.events.some(({ type }) => type === 'campaign_session_ended')) return 'decided'
  const { at, inTime } = evidenceAtEnding(evidence)
  const { session } = inTime
  const state =
    session.kind === 'issuance' ? issuanceState({ ...inTime, session }) : presentationState({ ...inTime, session })
  if (state !== 'open' || evidence.now < at) return state
  return inTime.exchanges.some(({ origin, correlation }) => origin === 'wallet' && correlation === 'exact')
    ? 'decided'
    : 'lapsed'
}

/** When the outcome of a session is final, and the evidence up to then. */
export function evidenceAtEnding(evidence: SessionEvidence): {
  readonly at: EpochMillis
  readonly inTime: SessionEvidence
} {
  const { session } = evidence
  const ending =
    session.kind === 'issuance' ? issuerEnding({ ...evidence, session }) : verifierEnding({ ...evidence, session })
  return { at: ending.at, inTime: untilEnding(evidence, ending) }
}

/**
 * When silence will end a session; `null` if it will not: the wallet should go on, was not seen, or nothing deviates.
 * Where no specification says what the wallet does, silence means that it stopped.
 */
export function silenceEnds(evidence: SessionEvidence): EpochMillis | null {
  const { session, events, now } = evidence
  if (session.kind === 'issuance')
    return issuerExpectsRefusal(session) || isReported(session)
      ? (issuerOutcome({ ...evidence, session })?.until ?? null)
      : null
  if (verifierExpectsRefusal(session)) return verifierOutcome(session, events, now).until ?? null
  return mutationSilenceEnds({ ...evidence, session })
}

function presentationState(evidence: PresentationEvidence): SessionState {
  const { session, events, now } = evidence
  if (!verifierExpectsRefusal(session)) {
    // It sent an error, or nothing for long enough: that is all there is to report.
    const did = mutationResult(evidence)?.did
    if (did === 'error' || did === 'stopped') return 'decided'
    const { status } = projectVerifierStatus(evidence)
    if (['created', 'request_retrieved', 'awaiting_redirect', 'expired'].includes(status)) return 'open'
    return status === 'presentation_validated' && awaitsBrowser(session, events, now) ? 'open' : 'decided'
  }
  const outcome = verifierOutcome(session, events, now)
  // Once the campaign has interpreted the silence, there is nobody left to ask.
  return isSilenceCounted(events) && outcome.did === 'refused' ? 'decided' : refusalState(outcome)
}

/** The state of a session in which a good wallet refuses. */
function refusalState({ did, by }: DeviationOutcome): SessionState {
  // A wallet that refuses the link itself never fetches it, which looks like a wallet that was never started.
  if (did === 'waiting' || (did === 'undecided' && by === null)) return 'open'
  return by === 'silence' || by === 'browser' ? 'silent' : 'decided'
}

/** In these states the wallet has what it came for, or will not get it. */
const ended: readonly SessionStatus[] = [
  'credential_issued',
  'credential_accepted',
  'credential_rejected',
  'authorization_denied',
  'credential_denied',
  'error',
]

function issuanceState(evidence: IssuanceEvidence): SessionState {
  const outcome = issuerExpectsRefusal(evidence.session) ? issuerOutcome(evidence) : null
  if (outcome !== null && outcome.did !== 'untested') return refusalState(outcome)
  if (isReported(evidence.session) && issuerOutcome(evidence)?.did === 'refused') return 'decided'
  const { status } = projectStatus(evidence.session, evidence.events, evidence.now)
  return ended.includes(status) ? 'decided' : 'open'
}
