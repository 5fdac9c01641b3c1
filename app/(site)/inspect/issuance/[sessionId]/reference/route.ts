import { paths } from '@/lib/paths'
import { runReferenceByForm } from '../../../../reference-run'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Runs the reference wallet with the settings of this session, and shows what it sent beside what was sent here. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { sessionId } = await params
  return runReferenceByForm(request, ({ against, exchange }) =>
    paths.inspectIssuance(sessionId, { exchange, tab: 'diff', against }),
  )
}
