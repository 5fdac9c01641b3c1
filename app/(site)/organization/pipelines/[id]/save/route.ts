import { handlePipelineForm } from '../../handle-pipeline-form'
import { type PipelineOfForm, pipelineId, readOrganizationForm } from '../../organization-form'

/** Saves a pipeline, or returns its form with problems. */
export async function POST(request: Request, { params }: PipelineOfForm): Promise<Response> {
  const form = await readOrganizationForm(request)
  return form instanceof Response ? form : handlePipelineForm(form, await pipelineId(params))
}
