import { saveRecord } from '@/lib/actions/organization-entities'
import { paths } from '@/lib/paths'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther, storageAway } from '../../../responses'
import { readOrganizationForm, textOf } from '../../pipelines/organization-form'

/** Publishes or withdraws a record. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  if (await isStorageAway()) return storageAway()
  const { fields } = form
  const target = { organization: textOf(fields, 'organization'), kind: textOf(fields, 'kind') }
  const published = textOf(fields, 'published') === 'true'
  const undone = await saveRecord(form.session.by, { ...target, id: textOf(fields, 'id'), revision: '' }, { published })
  const said = undone === null ? { done: published ? 'published' : 'withdrawn' } : { problem: undone.refusal }
  return seeOther(paths.organizationEntities({ ...target, ...said, pipeline: textOf(fields, 'pipeline') }))
}
