import { changeWorkbenchByForm } from '@/lib/actions/workbench'
import { renderedPaths } from '@/lib/rendered-paths'
import { inspectorFormRefusal } from '../../../forms'
import { refusedForm, seeOther } from '../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Gives readers of a workbench a new link: the old one ends. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { workbenchId } = await params
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const refused = await changeWorkbenchByForm(workbenchId, { new_view: true }, request.headers)
  return refused === null ? seeOther(renderedPaths.ofWorkbench(workbenchId)) : refusedForm(refused)
}
