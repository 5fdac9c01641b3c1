import { randomUUID } from 'node:crypto'
import { readRunFields, readSessionFields } from '@/components/start/session-fields'
import { exchangeId } from '@/lib/core/ids'
import { isObject } from '@/lib/core/json'
import { epochMillis } from '@/lib/core/time'
import { paths } from '@/lib/paths'
import { sessionRequestFor } from '@/lib/queries/misbehaviours'
import { issuanceSession } from '@/lib/queries/sessions'
import { container } from '@/lib/server/container'
import { serve } from '@/lib/server/serve'
import { isForeignPost, problem, seeOther } from '../form-post'
import { startReferenceWallet } from '../reference-wallet'

/**
 * Makes a session from a plain form: the way of a browser without JavaScript, and of runs of the reference wallet.
 * It takes the same road as `POST /sessions`. All forms share one share of the limit, for the framework tells no
 * address that can be trusted.
 */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'This form belongs to pages of this service only.')
  const fields = await request.formData()
  const run = readRunFields(fields)
  const needed = run?.misbehaviour ? sessionRequestFor(run.misbehaviour) : {}
  if (needed === null) return problem(400, 'The reference wallet has no such fault.')
  const created = await createSession({ ...readSessionFields(fields), ...needed })
  if ('refusal' in created) return created.refusal
  if (run !== null) {
    const session = await issuanceSession(created.sessionId)
    if (session !== null && !startReferenceWallet(session, run.misbehaviour)) {
      return problem(503, 'Too many runs of the reference wallet at the moment: try again in some seconds.')
    }
  }
  return seeOther(paths.inspectIssuance(created.sessionId))
}

async function createSession(body: unknown): Promise<{ readonly sessionId: string } | { readonly refusal: Response }> {
  const exchange = {
    id: exchangeId(randomUUID()),
    at: epochMillis(Date.now()),
    method: 'POST',
    path: paths.api.sessions(),
    query: null,
    headers: [['content-type', 'application/json']] as const,
    body: new TextEncoder().encode(JSON.stringify(body)),
    bodyOverflow: false,
    bodyBytes: 0,
    remoteAddress: 'forms',
    verbatim: false,
  }
  const reply = await serve(exchange, container())
  const answer: unknown = JSON.parse(reply?.body ?? 'null')
  if (isObject(answer) && typeof answer.session_id === 'string') return { sessionId: answer.session_id }
  const said = isObject(answer) && typeof answer.error_description === 'string' ? answer.error_description : ''
  return { refusal: problem(reply?.status ?? 500, said || 'The session could not be made.') }
}
