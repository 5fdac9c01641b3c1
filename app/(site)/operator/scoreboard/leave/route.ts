import { leaveOperator } from '@/lib/actions/operator'
import { paths } from '@/lib/paths'
import { seeOther } from '../../../responses'
import { readOperatorForm } from '../operator-form'

/** Ends the operator's session. */
export async function POST(request: Request): Promise<Response> {
  const fields = await readOperatorForm(request)
  if (fields instanceof Response) return fields
  const response = seeOther(paths.operatorScoreboard())
  for (const cookie of leaveOperator(request.headers)) response.headers.append('set-cookie', cookie)
  return response
}
