import { revokeKey } from '@/lib/actions/organization-sign-in'
import { paths } from '@/lib/paths'
import { seeOther } from '../../../responses'
import { readOrganizationForm, textOf } from '../../pipelines/organization-form'

/** Revokes a key. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  const of = textOf(form.fields, 'organization')
  const problem = await revokeKey(form.session, of, textOf(form.fields, 'id'))
  return seeOther(paths.organization({ of, ...(problem === null ? { done: 'revoked' } : { problem }) }))
}
