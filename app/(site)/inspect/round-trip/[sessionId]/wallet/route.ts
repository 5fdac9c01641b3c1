import { startRoundTripWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { roundTrip } from '@/lib/queries/round-trip'
import { inspectorFormRefusal } from '../../../../forms'
import { afterStart, problem } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Runs the reference wallet through both sessions, and redirects to the page that shows the run. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const { sessionId } = await params
  const both = await roundTrip(sessionId)
  if (both === null) return problem(404, 'There is no round trip with this id.')
  const started = await startRoundTripWallet(both.issuance.view, both.presentation.view, request.headers)
  return afterStart(started, paths.roundTrip(sessionId))
}
