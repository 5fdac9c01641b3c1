import { isRefused } from '@/lib/actions/ask-interface'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { startPresentingWallet, startReferenceWallet } from '@/lib/actions/reference-wallet'
import { visitWorkbench } from '@/lib/actions/workbench'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { readInspectorForm } from '../../../forms'
import { afterStart, problem, refusedForm } from '../../../responses'
import { readWing } from '../../workbench-form'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Runs the reference wallet in a session with the settings of this workbench, which joins its list. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { workbenchId } = await params
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const wing = readWing(fields)
  if (wing === null) return problem(400, 'The form does not say what the wallet is to do.')
  const workbench = await visitWorkbench(workbenchId, request.headers)
  if (isRefused(workbench)) return refusedForm(workbench)
  const body = { ...workbench[wing].settings, workbench: workbenchId, started_by: 'reference' }
  const api = wing === 'issuance' ? paths.api.sessions() : paths.api.presentationSessions()
  const outcome = await createSessionFromForm(body, request.headers, api)
  if (!outcome.created) return refusedForm(outcome)
  const start = wing === 'issuance' ? startReferenceWallet : startPresentingWallet
  const started = await start(outcome.session, { misbehaviour: null, visitor: request.headers })
  return afterStart(started, renderedPaths.ofWorkbench(workbenchId, { wing }))
}
