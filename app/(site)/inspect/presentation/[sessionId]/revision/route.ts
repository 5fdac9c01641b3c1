import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { presentationRevision } from '@/lib/queries/sessions'
import { closed } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** What an open inspector page asks every second: has anything changed? */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadEvidence())) return closed()
  const { sessionId } = await params
  const revision = await presentationRevision(sessionId)
  const headers = { 'cache-control': 'no-store' }
  if (revision === null) return Response.json({ error: 'session_not_found' }, { status: 404, headers })
  return Response.json({ revision }, { headers })
}
