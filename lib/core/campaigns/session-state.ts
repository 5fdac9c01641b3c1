import {
  type IssuanceEvidence,
  isOver,
  type PresentationEvidence,
  type SessionEvidence,
} from '../engine/sessions/session-evidence'
import { faultResult, mustStop } from '../issuer/deviations/fault-outcome'
import { projectStatus } from '../issuer/evidence/project-status'
import type { SessionStatus } from '../issuer/evidence/session-status'
import { expectsRefusal, refusalOutcome } from '../verifier/deviations/refusal-outcome'
import { projectVerifierStatus } from '../verifier/evidence/verifier-status'

/**
 * Where a session of a campaign is. `open`: the wallet may still do something. `silent`: it was to refuse and said nothing
 * for as long as the session waits; the campaign continues, and a person may say what the wallet showed. `decided`: it
 * ended in some other way. `lapsed`: its time ended before any wallet came, so it says nothing of any.
 */
export type SessionState = 'open' | 'silent' | 'decided' | 'lapsed'

/** Reads from the evidence where a session is. */
export function sessionState(evidence: SessionEvidence): SessionState {
  if (evidence.events.some(({ type }) => type === 'campaign_session_ended')) return 'decided'
  const { session } = evidence
  const state =
    session.kind === 'issuance' ? issuanceState({ ...evidence, session }) : presentationState({ ...evidence, session })
  if (state !== 'open' || !isOver(evidence)) return state
  return evidence.exchanges.some(({ origin, correlation }) => origin === 'wallet' && correlation === 'exact')
    ? 'decided'
    : 'lapsed'
}

function presentationState(evidence: PresentationEvidence): SessionState {
  const { session, events, now } = evidence
  if (!expectsRefusal(session)) {
    const { status } = projectVerifierStatus(evidence)
    return ['created', 'request_retrieved', 'awaiting_redirect', 'expired'].includes(status) ? 'open' : 'decided'
  }
  switch (refusalOutcome(session, events, now).outcome) {
    // A link that was refused as such is never fetched: nobody can tell that from a wallet that was not started.
    case 'waiting':
    case 'unknown':
      return 'open'
    case 'no_answer':
    case 'silent':
      return 'silent'
    default:
      return 'decided'
  }
}

/** From here on the wallet has what it came for, or will not get it. */
const ended: readonly SessionStatus[] = [
  'credential_issued',
  'credential_accepted',
  'credential_rejected',
  'authorization_denied',
  'error',
]

function issuanceState(evidence: IssuanceEvidence): SessionState {
  const result = mustStop(evidence.session) ? faultResult(evidence) : null
  if (result !== null && result.outcome !== 'untested') {
    if (result.outcome === 'waiting') return 'open'
    const isShown = evidence.events.some(({ type }) => type === 'refusal_reported' || type === 'credential_asked_back')
    return result.exchange === null && !isShown ? 'silent' : 'decided'
  }
  const { status } = projectStatus(evidence.session, evidence.events, evidence.now)
  return ended.includes(status) ? 'decided' : 'open'
}
