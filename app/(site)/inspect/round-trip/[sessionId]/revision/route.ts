import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { roundTripRevision } from '@/lib/queries/round-trip'
import { closed, revisionAnswer } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** What an open page of a round trip asks every second: has anything changed? */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadEvidence())) return closed()
  return revisionAnswer(await roundTripRevision((await params).sessionId))
}
