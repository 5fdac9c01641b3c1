import { startPresentingWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { presentationSession } from '@/lib/queries/sessions'
import { verifierMisbehavioursFor } from '@/lib/queries/verifier-misbehaviours'
import { runWalletByForm } from '../../../../forms'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Runs the reference wallet against this session. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { sessionId } = await params
  return runWalletByForm(request, {
    sessionId,
    read: presentationSession,
    misbehaviours: verifierMisbehavioursFor,
    start: startPresentingWallet,
    shownAt: paths.inspectPresentation(sessionId),
  })
}
