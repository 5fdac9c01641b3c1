import type { Check } from '../../engine/checks/check'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { redirectHistory } from '../read/redirect/redirect-history'
import { type PresentationStatus, projectVerifierStatus } from './verifier-status'

const unshown = 'Nothing that the wallet sent shows this.'

const reasons: Readonly<Record<PresentationStatus, string>> = {
  created: 'The wallet has neither fetched the request nor responded yet.',
  request_retrieved: 'The wallet has not responded yet.',
  awaiting_redirect: unshown,
  presentation_validated: unshown,
  presentation_invalid: unshown,
  presentation_captured: unshown,
  wallet_error: 'The wallet declined before this could be observed.',
  code_received: unshown,
  request_refused: 'The wallet refused the request before this could be observed.',
  expired: 'The session ended before this could be observed.',
}

/** Why a check has not run yet in a presentation: what the wallet did, or has not done yet. */
export function whyUnseen(evidence: PresentationEvidence): (check: Pick<Check<never>, 'group'>) => string {
  const { session, events, now } = evidence
  const { status } = projectVerifierStatus(evidence)
  const { returnedAt, followedAt } = redirectHistory(session, events, now)
  const awaitsBrowser = returnedAt !== null && followedAt === null
  return ({ group }) =>
    group === 'vp.redirect' && awaitsBrowser ? 'No browser has opened the redirect_uri.' : reasons[status]
}
