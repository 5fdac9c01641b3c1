import { type PlainAnswer, plain } from '../../../engine/endpoints/endpoint'
import { type Report, readRefusalReport, recordReport, type Shown } from '../../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadEvidence } from '../../../engine/evidence/load-evidence'
import { untilEnding } from '../../../engine/sessions/session-evidence'
import { ProtocolError } from '../../../shared/ports/errors'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { deviationOf, expectsRefusal, isReported } from '../../deviations'
import { changedId } from '../../deviations/changed'
import { deviationOutcome } from '../../deviations/issuer-deviation-outcome'
import { issuerEnding } from '../../evidence/issuer-summary'
import { requireIssuerSession } from './get-session'

/**
 * `POST /sessions/{sessionId}/refusal`: reports what the wallet showed after a deliberately wrong reply. Throws
 * `refusal_not_expected` if no reply should have stopped it, and `refusal_decided` if its requests already decide or
 * too many reports came in.
 */
export const reportAnswerRefusal = plain(async (context) =>
  recordIssuerReport(await requireIssuerSession(context), readRefusalReport(context), context),
)

/** Whether a wallet should stop in a session, or no text says whether it does. */
const takesReport = (session: IssuanceSession): boolean =>
  expectsRefusal(session) || (deviationOf(session)?.id === changedId && isReported(session))

/** Records the report for an issuance; throws like `reportAnswerRefusal`. */
export async function recordIssuerReport(
  session: IssuanceSession,
  report: Report<Shown>,
  { exchange, ports }: RequestContext,
): Promise<PlainAnswer> {
  const evidence = await loadEvidence(session, ports)
  const now = { ...evidence, now: exchange.at }
  const outcome = deviationOutcome(untilEnding(now, issuerEnding(now)))
  if (!takesReport(session) || outcome === null || outcome.did === 'untested') {
    const description = 'This session has sent the wallet nothing that it should stop at.'
    throw new ProtocolError('refusal_not_expected', description)
  }
  return recordReport(report, {
    sessionId: session.sessionId,
    events: evidence.events,
    outcome,
    type: 'refusal_reported',
    outcomeNames: { error: 'refused', went_on: 'continued' },
    decided: 'The requests of the wallet already show it: no report is needed.',
  })
}
