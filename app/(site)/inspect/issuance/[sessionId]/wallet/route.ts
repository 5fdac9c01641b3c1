import { startReferenceWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { misbehavioursFor } from '@/lib/queries/misbehaviours'
import { issuanceSession } from '@/lib/queries/sessions'
import { runWalletByForm } from '../../../../forms'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Runs the reference wallet against this session. Without a deeplink the offer is already used, so nothing starts. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { sessionId } = await params
  return runWalletByForm(request, {
    sessionId,
    read: issuanceSession,
    misbehaviours: misbehavioursFor,
    start: async (session, run) => (session.deeplink === null ? 'started' : startReferenceWallet(session, run)),
    shownAt: paths.inspectIssuance(sessionId),
  })
}
