import { enterOperator } from '@/lib/actions/operator'
import { operatorPage, paths, withProblem } from '@/lib/paths'
import { isForeignPost, readForm } from '../../../forms'
import { problem, seeOther } from '../../../responses'
import { outcomeResponse, textOf } from '../operator-form'

/** Exchanges the admin key for a session of the operator. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const outcome = await enterOperator(textOf(fields, 'key'), request.headers)
  const back = operatorPage(textOf(fields, 'back'))
  if ('problem' in outcome)
    return back === null ? outcomeResponse(outcome.problem) : seeOther(withProblem(back, outcome.problem))
  const response = seeOther(back ?? paths.operatorScoreboard())
  for (const cookie of outcome.cookies) response.headers.append('set-cookie', cookie)
  return response
}
