import { isRefused, type Refused } from '@/lib/actions/ask-interface'
import { changeWorkbenchByForm, visitWorkbench } from '@/lib/actions/workbench'
import { renderedPaths } from '@/lib/rendered-paths'
import { readInspectorForm } from '../../../forms'
import { problem, refusedForm, seeOther } from '../../../responses'
import { readSettings, readWallet, readWing } from '../../workbench-form'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Where another code would come of it, what to do if that is meant. */
const asked = (refused: Refused): Refused =>
  refused.status === 409
    ? { ...refused, reason: `${refused.reason} If you mean it, go back and tick “Change the code too”.` }
    : refused

/** Changes the settings of one kind, and the wallet. They count from the next scan on. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { workbenchId } = await params
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const wing = readWing(fields)
  if (wing === null) return problem(400, 'The form does not say which settings it changes.')
  const workbench = await visitWorkbench(workbenchId, request.headers)
  if (isRefused(workbench)) return refusedForm(workbench)
  const settings = readSettings(fields, wing, workbench)
  if (typeof settings === 'string') return problem(400, settings)
  const change = { ...readWallet(fields), [wing]: settings, keep_code: fields.get('another_code') !== '1' }
  const refused = await changeWorkbenchByForm(workbenchId, change, request.headers)
  return refused === null ? seeOther(renderedPaths.ofWorkbench(workbenchId, { wing })) : refusedForm(asked(refused))
}
