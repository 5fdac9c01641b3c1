import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { issuanceRevision } from '@/lib/queries/sessions'
import { closed, revisionAnswer } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** What an open inspector page asks every second: has anything changed? */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadEvidence())) return closed()
  return revisionAnswer(await issuanceRevision((await params).sessionId))
}
