import { readRunFields, readVerifierFields } from '@/components/start/session-fields'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { startPresentingWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { presentationRun } from '@/lib/queries/verifier-misbehaviours'
import { isForeignPost, readForm } from '../../../forms'
import { afterStart, problem, refusedForm } from '../../../responses'

/** Creates a presentation session from a plain form, like `/start/issuance/create` for issuance. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const asked = readVerifierFields(fields)
  if (!asked.ok) return problem(400, asked.reason)
  const wanted = readRunFields(fields)
  const run = wanted === null ? { body: asked.body, misbehaviour: null } : presentationRun(wanted, asked.body)
  if (run === null) return problem(400, 'The reference wallet does not have this misbehaviour.')
  if (run.refused !== undefined) return problem(400, run.refused)
  const body = wanted === null ? run.body : { ...run.body, started_by: 'reference' }
  const outcome = await createSessionFromForm(body, request.headers, paths.api.presentationSessions())
  if (!outcome.created) return refusedForm(outcome)
  const { session } = outcome
  const started =
    wanted === null
      ? 'started'
      : await startPresentingWallet(session, {
          misbehaviour: run.misbehaviour,
          visitor: request.headers,
        })
  return afterStart(started, paths.inspectPresentation(session.session_id))
}
