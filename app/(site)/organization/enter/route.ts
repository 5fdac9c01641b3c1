import { signIn } from '@/lib/actions/organization-sign-in'
import { operatorPage, paths, withProblem } from '@/lib/paths'
import { isUnavailable } from '@/lib/queries/is-unavailable'
import { isForeignPost, readForm } from '../../forms'
import { problem, seeOther, storageAway } from '../../responses'
import { textOf } from '../pipelines/organization-form'

/** Exchanges the key of an organisation, or the admin key, for a session. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const back = operatorPage(textOf(fields, 'back')) ?? paths.organization()
  try {
    const outcome = await signIn(textOf(fields, 'key'), request.headers)
    if ('problem' in outcome) return seeOther(withProblem(back, outcome.problem))
    const response = seeOther(back)
    for (const cookie of outcome.cookies) response.headers.append('set-cookie', cookie)
    return response
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return storageAway()
  }
}
