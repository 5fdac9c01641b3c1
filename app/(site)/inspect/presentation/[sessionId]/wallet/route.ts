import { readRunFields } from '@/components/start/session-fields'
import { startPresentingWallet } from '@/lib/actions/run-reference-wallet'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { presentationMisbehavioursFor } from '@/lib/queries/presentation-misbehaviours'
import { presentationSession } from '@/lib/queries/sessions'
import { isForeignPost, readForm } from '../../../../form-post'
import { busy, closed, problem, seeOther } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Runs the reference wallet against this session; the form's page then shows it at work. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'This form belongs to pages of this service only.')
  if (!(await mayReadEvidence())) return closed()
  const { sessionId } = await params
  const session = await presentationSession(sessionId)
  if (session === null) return problem(404, 'No session has this id.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const run = readRunFields(fields)
  if (run === null) return problem(400, 'The form does not say how the wallet is to run.')
  const { misbehaviour } = run
  if (misbehaviour !== null && !presentationMisbehavioursFor(session).some(({ id }) => id === misbehaviour)) {
    return problem(400, 'The reference wallet has no such fault for this session.')
  }
  if (!(await startPresentingWallet(session, misbehaviour))) {
    return busy()
  }
  return seeOther(paths.inspectPresentation(sessionId))
}
