import { isForeignPost, readForm } from '../../../forms'
import { problem } from '../../../responses'
import { openedWorkbench, readWallet } from '../../workbench-form'

/** Opens a workbench and leads to it. The browser remembers it. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  return openedWorkbench(readWallet(fields), request)
}
