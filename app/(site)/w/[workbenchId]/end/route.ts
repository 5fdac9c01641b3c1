import { endWorkbench } from '@/lib/actions/workbench'
import { paths } from '@/lib/paths'
import { inspectorFormRefusal } from '../../../forms'
import { refusedForm, seeOther } from '../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Ends a workbench with its codes, and leads to where one is opened. Its sessions stay. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { workbenchId } = await params
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const refused = await endWorkbench(workbenchId, request.headers)
  return refused === null ? seeOther(paths.workbench()) : refusedForm(refused)
}
