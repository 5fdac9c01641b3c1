import type { AuthorizationLink } from '../../presentation/authorization-link'
import { type PresentationMisbehaviour, sessionRequestOf } from './misbehaviour'

/** What is known of the session that a link leads to. */
export interface SessionFacts {
  request: AuthorizationLink['request']
  /** `null` until the request was read. */
  responseMode: 'direct_post' | 'direct_post.jwt' | null
}

/** Whether a session is one in which the fault can show at all, as far as the needs of the fault tell. */
export function fits({ needs = {} }: PresentationMisbehaviour, { request, responseMode }: SessionFacts): boolean {
  const { method, delivery = method === undefined ? undefined : 'by_reference' } = needs
  if (delivery !== undefined && delivery !== (request.kind === 'value' ? 'by_value' : 'by_reference')) return false
  if (method !== undefined && request.kind === 'reference' && request.method !== method) return false
  return needs.responseMode === undefined || responseMode === null || needs.responseMode === responseMode
}

/** What to do for the fault to show, in one sentence. */
export function fittingSession({ needs = {} }: PresentationMisbehaviour): string {
  const body = sessionRequestOf(needs)
  const session = Object.keys(body).length === 0 ? 'a session as it is made without a body' : JSON.stringify(body)
  const often = needs.runs === undefined ? '' : `, and ${needs.runs} runs in one process`
  return `this fault needs a session of another kind (POST /openid4vp/sessions): ${session}${often}`
}
