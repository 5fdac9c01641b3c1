import { startRoundTripWallet } from '@/lib/actions/run-reference-wallet'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { roundTrip } from '@/lib/queries/round-trip'
import { isForeignPost } from '../../../../form-post'
import { busy, closed, problem, seeOther } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Runs the reference wallet through both sessions; the form's page then shows it at work. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'This form belongs to pages of this service only.')
  if (!(await mayReadEvidence())) return closed()
  const { sessionId } = await params
  const both = await roundTrip(sessionId)
  if (both === null) return problem(404, 'No round trip has this id.')
  if (!(await startRoundTripWallet(both.issuance.view, both.presentation.view))) return busy()
  return seeOther(paths.roundTrip(sessionId))
}
