import { readRunFields, readSessionFields } from '@/components/start/session-fields'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { startReferenceWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { carelessWallet, sessionRequestFor } from '@/lib/queries/misbehaviours'
import { isForeignPost, readForm } from '../../../forms'
import { afterStart, problem, refusedForm } from '../../../responses'

/** Creates a session from a plain form, for browsers without JavaScript and for runs of the reference wallet. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const asked = readSessionFields(fields)
  const wanted = readRunFields(fields)
  const careless = wanted?.careless === true ? carelessWallet(String(asked.fault)) : null
  if (wanted?.careless === true && careless === null)
    return problem(400, 'No careless wallet is built in for this fault.')
  const run = careless === null ? wanted : { misbehaviour: careless.id }
  const needed = run?.misbehaviour ? sessionRequestFor(run.misbehaviour) : {}
  if (needed === null) return problem(400, 'The reference wallet does not have this misbehaviour.')
  // A misbehaviour runs in the session that it needs, regardless of the form's sentence.
  const body = run?.misbehaviour ? { flow: 'pre_authorized_code', ...named(asked), ...needed } : asked
  const startedBy = run === null ? {} : { started_by: 'reference' }
  const outcome = await createSessionFromForm({ ...body, ...startedBy }, request.headers)
  if (!outcome.created) return refusedForm(outcome)
  const { session } = outcome
  const started =
    run === null
      ? 'started'
      : await startReferenceWallet(session, {
          misbehaviour: run.misbehaviour,
          visitor: request.headers,
        })
  return afterStart(started, paths.inspectIssuance(session.session_id))
}

/** Members that name the session, which are independent of its options. */
const named = ({ name, rename_digest }: ReturnType<typeof readSessionFields>) => ({
  ...(name === undefined ? {} : { name }),
  ...(rename_digest === undefined ? {} : { rename_digest }),
})
