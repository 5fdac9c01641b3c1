import { bind } from '../../../engine/checks/evaluate'
import type { Decision } from '../../../engine/endpoints/endpoint'
import { refusalOf } from '../../../engine/endpoints/refusal'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { jsonReply } from '../../../ground/http/reply'
import { invariant } from '../../../ground/ports/errors'
import type { JudgedFinding } from '../../../ground/ports/finding'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { checkUri } from '../../../ground/ports/uris'
import { word } from '../../../ground/values/wording'
import { browserDoor } from '../../checks/dcapi'
import { readSentParameters } from '../../read/read-sent-parameters'

/** An answer over HTTP to a request that a browser carried. OID4VP-1FINALA-A.2 */
export interface Strayed {
  readonly kind: 'strayed'
  readonly response: null
  readonly session: PresentationSession
  /** Whether it holds a presentation, or what may be one; nothing in it is examined. */
  readonly presents: boolean
}

/** The checks of such an answer. */
export const strayedChecks = bind([browserDoor.answered_in_browser], (_: unknown) => ({ door: 'response' as const }))

/** Reads no more of such an answer than whether it presents something. */
export function strayedAnswer(session: PresentationSession, { exchange }: RequestContext): Strayed {
  const { value } = readSentParameters(exchange)
  const presents = value('vp_token') !== undefined || value('response') !== undefined
  return { kind: 'strayed', response: null, session, presents }
}

/** Refuses it; the session goes on. */
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
      error_uri: checkUri(settings.baseUrl, refusal.checkId),
    }),
    sessionId: session.sessionId,
    events: [
      { type: 'vp_response_refused', detail: { reason: word('vp.dcapi.answered_in_browser'), presented: presents } },
    ],
    effects: [],
  }
}
