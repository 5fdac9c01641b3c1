import { asksPerson } from '../../engine/deviations/deviation-outcome'
import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import {
  type Report,
  readVerifierRefusalReport,
  recordReport,
  type VerifierShown,
} from '../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { type PresentationEvidence, untilEnding } from '../../engine/sessions/session-evidence'
import { ProtocolError } from '../../shared/ports/errors'
import type { PresentationSession } from '../../shared/ports/store-types'
import { isReported } from '../deviations'
import { deviationOutcome, reportedOutcomeNames } from '../deviations/verifier-deviation-outcome'
import { mutationResult } from '../evidence/mutation-result'
import { verifierEnding } from '../evidence/verifier-standing'
import { answerEvents } from '../history/verifier-history'
import { needsPerson, openReports, takesWarning } from '../judgements/warnings'
import { overAskedOf } from '../read/request/sent-registration'
import { requirePathSession } from './verifier-session-endpoints'

/**
 * `POST /openid4vp/sessions/{sessionId}/refusal`: reports what the wallet showed, for when it sent nothing. Throws
 * `refusal_not_expected` if a conformant wallet answers the request, and `refusal_decided` if the wallet's own response
 * decides or too many reports came in.
 */
export const reportRefusal = plain(async (context) =>
  recordVerifierReport(await requirePathSession(context), readVerifierRefusalReport(context), context),
)

/** Records the report for a presentation; throws like `reportRefusal`. */
export async function recordVerifierReport(
  session: PresentationSession,
  report: Report<VerifierShown>,
  { exchange, ports }: RequestContext,
): Promise<PlainAnswer> {
  const { shown } = report
  const asked = { session, overAsks: (overAskedOf(session) ?? []).length > 0 }
  if (!needsPerson(asked) && !isReported(session))
    throw new ProtocolError('refusal_not_expected', 'A correct wallet responds to the request of this session.')
  const events = await ports.store.events(session.sessionId)
  const recorded = { session, events, exchanges: [], now: exchange.at }
  const inTime = untilEnding(recorded, verifierEnding(recorded))
  const outcome = deviationOutcome(session, inTime.events, inTime.now)
  if (shown === 'warned' && !takesWarning(asked))
    throw new ProtocolError(
      'invalid_request',
      'No warning is enough in this session: report went_on if the wallet warned and asked, and error if it stopped.',
    )
  return recordReport(report, {
    sessionId: session.sessionId,
    events,
    outcome,
    // A wallet that presented may have warned before.
    isAsked: isReported(session)
      ? !isShownByWallet(recorded)
      : takesWarning(asked)
        ? openReports(asked, inTime.events).includes(shown)
        : asksPerson(outcome),
    type: 'vp_refusal_reported',
    outcomeNames: reportedOutcomeNames,
    decided: 'The wallet responded, so a report of what it showed is not needed.',
  })
}

/** Whether the wallet itself showed what it does with a request of which nothing is expected. */
function isShownByWallet(evidence: PresentationEvidence): boolean {
  const type = mutationResult(evidence)?.cause?.type
  return answerEvents.some((one) => one === type)
}
