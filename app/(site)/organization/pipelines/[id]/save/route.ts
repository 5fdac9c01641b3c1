import { answerWritten } from '../../answer-written'
import { readOrganizationForm } from '../../organization-form'
import { type PipelineOfForm, pipelineId } from '../pipeline-id'

/** Saves a pipeline, or gives its form back. */
export async function POST(request: Request, { params }: PipelineOfForm): Promise<Response> {
  const form = await readOrganizationForm(request)
  return form instanceof Response ? form : answerWritten(form, await pipelineId(params))
}
