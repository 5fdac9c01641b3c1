import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { projectStatus } from './project-status'
import { withRefusedAnswer } from './refused-answer'
import type { SessionStatus } from './session-status'

const unshown = 'Nothing that the wallet sent shows this.'

/** Reasons for sessions that have ended; any other session is still open. */
const reasons: Readonly<Partial<Record<SessionStatus, string>>> = {
  authorization_denied: 'The authorization was denied before this could be observed.',
  credential_issued: unshown,
  credential_accepted: unshown,
  credential_rejected: unshown,
  answer_refused: 'The wallet refused a response before this could be observed.',
  error: 'The flow ended in an error before this could be observed.',
  expired: 'The session ended before this could be observed.',
}

/** Why a check has not run yet in an issuance: what the wallet did, or has not done yet. */
export function whyUnseen(evidence: IssuanceEvidence): () => string {
  const { session, events, now } = evidence
  const { status } = withRefusedAnswer(projectStatus(session, events, now), evidence)
  const because = reasons[status] ?? 'The wallet has sent nothing yet that shows this.'
  return () => because
}
