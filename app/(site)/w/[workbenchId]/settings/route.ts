import { changeWorkbenchByForm } from '@/lib/actions/workbench'
import { renderedPaths } from '@/lib/rendered-paths'
import { inspectorFormRefusal, readForm } from '../../../forms'
import { problem, refusedForm, seeOther } from '../../../responses'
import { readSettings, readWallet, readWing } from '../../workbench-form'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Changes the settings of one kind, and the wallet. They count from the next scan on. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { workbenchId } = await params
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const [wing, settings] = [readWing(fields), readSettings(fields)]
  if (wing === null) return problem(400, 'The form does not say which settings it changes.')
  if (settings === null) return problem(400, 'The settings are no JSON object.')
  const refused = await changeWorkbenchByForm(workbenchId, { ...readWallet(fields), [wing]: settings }, request.headers)
  return refused === null ? seeOther(renderedPaths.ofWorkbench(workbenchId, { wing })) : refusedForm(refused)
}
