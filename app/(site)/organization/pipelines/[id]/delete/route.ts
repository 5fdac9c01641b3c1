import { removePipeline } from '@/lib/actions/organization-pipelines'
import { paths } from '@/lib/paths'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther, storageAway } from '../../../../responses'
import { type PipelineOfForm, pipelineId, readOrganizationForm, textOf } from '../../organization-form'

/** Deletes a pipeline that never ran. */
export async function POST(request: Request, { params }: PipelineOfForm): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  const id = await pipelineId(params)
  if (await isStorageAway()) return storageAway()
  const undone = await removePipeline(form.session.by, id, textOf(form.fields, 'revision'))
  if (undone === null) return seeOther(paths.organizationPipelines('?done=deleted'))
  return seeOther(`${paths.organizationPipeline(id, { problem: undone.refusal })}#deletion`)
}
