import { campaignNow } from '@/lib/actions/campaign'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { closed, problem, revisionAnswer } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly campaignId: string }>
}

/** Polled every second by an open page: has anything changed? Polling also creates the next session. */
export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  if (!(await mayReadEvidence())) return closed()
  const now = await campaignNow((await params).campaignId, request.headers)
  if (now !== null && 'refused' in now) return problem(now.status, now.reason)
  return revisionAnswer(now?.revision ?? null)
}
