import { readRunFields, readSessionFields } from '@/components/start/session-fields'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { startReferenceWallet } from '@/lib/actions/run-reference-wallet'
import { paths } from '@/lib/paths'
import { sessionRequestFor } from '@/lib/queries/misbehaviours'
import { isForeignPost, readForm } from '../form-post'
import { busy, problem, refusedForm, seeOther } from '../responses'

/** Creates a session from a plain form, for browsers without JavaScript and for runs of the reference wallet. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const run = readRunFields(fields)
  const needed = run?.misbehaviour ? sessionRequestFor(run.misbehaviour) : {}
  if (needed === null) return problem(400, 'The reference wallet does not have this misbehaviour.')
  // A misbehaviour runs in the session that it needs, whatever the form's sentence says; otherwise the sentence
  // decides.
  const body = run?.misbehaviour ? { flow: 'pre_authorized_code', ...needed } : readSessionFields(fields)
  const outcome = await createSessionFromForm(body, request.headers)
  if (!outcome.created) return refusedForm(outcome)
  const { session } = outcome
  if (
    run !== null &&
    !(await startReferenceWallet(session, { misbehaviour: run.misbehaviour, visitor: request.headers }))
  )
    return busy()
  return seeOther(paths.inspectIssuance(session.session_id))
}
