import { bind } from '../../../engine/checks/evaluate'
import type { Decision } from '../../../engine/endpoints/endpoint'
import { refusalOf, refusalUri } from '../../../engine/endpoints/refusal'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { jsonReply } from '../../../shared/http/reply'
import { invariant } from '../../../shared/ports/errors'
import type { JudgedFinding } from '../../../shared/ports/finding'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { word } from '../../../shared/values/wording'
import { browserDoor } from '../../checks/dcapi'
import { readSentParameters } from '../../read/read-sent-parameters'

/** A response over HTTP to a browser request. OID4VP-1FINALA-A.2 */
export interface Strayed {
  readonly kind: 'strayed'
  readonly response: null
  readonly session: PresentationSession
  /** Whether it contains, or may contain, a presentation; nothing in it is examined. */
  readonly presents: boolean
}

/** Checks of such a response. */
export const strayedChecks = bind([browserDoor.answered_in_browser], (_: unknown) => ({ door: 'response' as const }))

/** Reads only whether such a response presents something. */
export function strayedAnswer(session: PresentationSession, { exchange }: RequestContext): Strayed {
  const { value } = readSentParameters(exchange)
  const presents = value('vp_token') !== undefined || value('response') !== undefined
  return { kind: 'strayed', response: null, session, presents }
}

/** Refuses it; the session continues. */
export function refuseStrayed(
  { session, presents }: Strayed,
  findings: readonly JudgedFinding[],
  { settings }: RequestContext,
): Decision {
  const refusal = refusalOf(findings, strayedChecks)
  invariant(refusal !== null, 'No answer over HTTP is right in a session of a browser.')
  return {
    reply: jsonReply(400, {
      error: refusal.error,
      error_description: refusal.description,
      error_uri: refusalUri(settings.baseUrl, refusal),
    }),
    sessionId: session.sessionId,
    events: [
      { type: 'vp_response_refused', detail: { reason: word('vp.dcapi.answered_in_browser'), presented: presents } },
    ],
    effects: [],
  }
}
