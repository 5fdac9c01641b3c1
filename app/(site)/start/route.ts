import { readRunFields, readSessionFields } from '@/components/start/session-fields'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { startReferenceWallet } from '@/lib/actions/run-reference-wallet'
import { paths } from '@/lib/paths'
import { sessionRequestFor } from '@/lib/queries/misbehaviours'
import { issuanceSession } from '@/lib/queries/sessions'
import { busy, isForeignPost, problem, seeOther } from '../form-post'

/** Makes a session from a plain form: the way of a browser without JavaScript, and of runs of the reference wallet. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'This form belongs to pages of this service only.')
  const fields = await request.formData()
  const run = readRunFields(fields)
  const needed = run?.misbehaviour ? sessionRequestFor(run.misbehaviour) : {}
  if (needed === null) return problem(400, 'The reference wallet has no such fault.')
  const outcome = await createSessionFromForm({ ...readSessionFields(fields), ...needed }, request.headers)
  if (!outcome.created) return problem(outcome.status, outcome.reason)
  const session = run === null ? null : await issuanceSession(outcome.sessionId)
  if (run !== null && session !== null && !startReferenceWallet(session, run.misbehaviour)) return busy()
  return seeOther(paths.inspectIssuance(outcome.sessionId))
}
