import { removeOrganization } from '@/lib/actions/organization-entities'
import { paths } from '@/lib/paths'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther, storageAway } from '../../responses'
import { readOrganizationForm, textOf } from '../pipelines/organization-form'

/** Deletes an organisation whose namespace was typed once more. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  if (await isStorageAway()) return storageAway()
  const of = textOf(form.fields, 'organization')
  if (textOf(form.fields, 'confirmation') !== of)
    return seeOther(paths.organization({ of, problem: 'confirmation_differs' }))
  const undone = await removeOrganization(form.session.by, of)
  return seeOther(paths.organization(undone === null ? { done: 'deleted' } : { of, problem: undone.refusal }))
}
