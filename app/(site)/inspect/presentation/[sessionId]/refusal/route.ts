import { reportRefusalFromForm } from '@/lib/actions/report-refusal'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { isForeignPost, readForm } from '../../../../forms'
import { closed, problem, seeOther } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Records what a person saw on the wallet, and redirects back to the session. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  if (!(await mayReadEvidence())) return closed()
  const { sessionId } = await params
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const refused = await reportRefusalFromForm(sessionId, fields.get('shown'), request.headers)
  return refused === null ? seeOther(paths.inspectPresentation(sessionId)) : problem(refused.status, refused.reason)
}
