import { signOut } from '@/lib/actions/organization-sign-in'
import { paths } from '@/lib/paths'
import { seeOther } from '../../responses'
import { readOrganizationForm } from '../pipelines/organization-form'

/** Ends the session of an organisation. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  const response = seeOther(paths.organization({ done: 'left' }))
  response.headers.append('set-cookie', signOut(request.headers))
  return response
}
