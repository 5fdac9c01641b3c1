import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { roundTripRevision } from '@/lib/queries/round-trip'
import { closed, revisionAnswer } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Polled every second by an open round-trip page: has anything changed? */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadEvidence())) return closed()
  return revisionAnswer(await roundTripRevision((await params).sessionId))
}
