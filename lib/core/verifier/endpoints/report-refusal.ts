import { asksPerson } from '../../engine/deviations/outcome'
import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { readVerifierShown, recordShown, type VerifierShown } from '../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { untilEnding } from '../../engine/sessions/session-evidence'
import { ProtocolError } from '../../ground/ports/errors'
import type { PresentationSession } from '../../ground/ports/store-types'
import { expectsRefusal } from '../deviations'
import { isWarningEnough } from '../deviations/advisory'
import { deviationOutcome } from '../deviations/outcome'
import { personOutcomeNames } from '../deviations/outcome-name'
import { trustFacts } from '../deviations/trust-facts'
import { verifierEnding } from '../evidence/verifier-ending'
import { overAskedClaims } from '../read/request/registered-part'
import { requirePathSession } from './path-session'

/**
 * `POST /openid4vp/sessions/{sessionId}/refusal`: what a person saw on the wallet, for when the wallet itself sent
 * nothing. Throws `refusal_not_expected` if a conformant wallet answers the session's request, and `refusal_decided` if
 * the wallet's own answer already decides it or too many reports came in.
 */
export const reportRefusal = plain(async (context) =>
  tellVerifierRefusal(await requirePathSession(context), readVerifierShown(context), context),
)

/** Records what a person saw in a presentation; throws as above. */
export async function tellVerifierRefusal(
  session: PresentationSession,
  shown: VerifierShown,
  { exchange, ports }: RequestContext,
): Promise<PlainAnswer> {
  if (!expectsRefusal(session) && overAskedClaims(session) === null)
    throw new ProtocolError('refusal_not_expected', 'A correct wallet responds to the request of this session.')
  const events = await ports.store.events(session.sessionId)
  const recorded = { session, events, exchanges: [], now: exchange.at }
  const inTime = untilEnding(recorded, verifierEnding(recorded))
  const outcome = deviationOutcome(session, inTime.events, inTime.now)
  const facts = trustFacts(session, inTime.events)
  const takesWarning = !expectsRefusal(session) || isWarningEnough(session, facts)
  if (shown === 'warned' && !takesWarning)
    throw new ProtocolError('invalid_request', 'A warning is not enough in this session: report error or went_on.')
  // Whoever presented may have warned before.
  const mayHaveWarned = takesWarning && outcome.by !== 'registered_only' && outcome.did !== 'untested'
  return recordShown(shown, {
    sessionId: session.sessionId,
    events,
    outcome,
    isAsked: asksPerson(outcome) || (mayHaveWarned && shown !== 'error' && outcome.did !== 'refused'),
    type: 'vp_refusal_reported',
    outcomeNames: personOutcomeNames,
    decided: 'The wallet responded, so a report of what it showed is not needed.',
  })
}
