import { makeKey } from '@/lib/actions/organization-sign-in'
import { paths } from '@/lib/paths'
import { seeOther } from '../../../responses'
import { readOrganizationForm, textOf } from '../../pipelines/organization-form'

/** Makes a key, and redirects to the page that shows it once. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  const { session, fields, from } = form
  const of = textOf(fields, 'organization')
  const scopes = fields.getAll('scope').filter((scope) => typeof scope === 'string')
  const sent = { name: textOf(fields, 'name'), scopes, days: textOf(fields, 'days'), from }
  return seeOther(paths.organization({ of, ...(await makeKey(session, of, sent)) }))
}
