import { mayReadSession } from '@/lib/queries/evidence-access'
import { issuanceRevision } from '@/lib/queries/sessions'
import { closed, revisionAnswer } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Polled every second by an open inspector page: has anything changed? */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadSession((await params).sessionId))) return closed()
  return revisionAnswer(await issuanceRevision((await params).sessionId))
}
