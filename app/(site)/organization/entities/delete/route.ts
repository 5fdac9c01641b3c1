import { removeRecord } from '@/lib/actions/organization-entities'
import { paths } from '@/lib/paths'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther, storageAway } from '../../../responses'
import { readOrganizationForm, textOf } from '../../pipelines/organization-form'

/** Deletes a record that nothing uses. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  if (await isStorageAway()) return storageAway()
  const { fields } = form
  const target = { organization: textOf(fields, 'organization'), kind: textOf(fields, 'kind') }
  const undone = await removeRecord(form.session.by, { ...target, id: textOf(fields, 'id'), revision: '' })
  const said = undone === null ? { done: 'deleted' } : { problem: undone.refusal }
  return seeOther(paths.organizationEntities({ ...target, ...said, pipeline: textOf(fields, 'pipeline') }))
}
