import { openWorkbench } from '@/lib/actions/workbench'
import { workbenchCookiesOf } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { isForeignPost, readForm } from '../../../forms'
import { problem, refusedForm, seeOther } from '../../../responses'
import { readWallet } from '../../workbench-form'

/** Opens a workbench and leads to it. The browser remembers it. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const opened = await openWorkbench(readWallet(fields), request.headers)
  if (opened.refused) return refusedForm(opened)
  const answer = seeOther(renderedPaths.ofWorkbench(opened.workbenchId))
  for (const cookie of workbenchCookiesOf(opened.workbenchId, request.headers))
    answer.headers.append('set-cookie', cookie)
  return answer
}
