import { answerWritten } from '../../answer-written'
import { type PipelineOfForm, pipelineId, readOrganizationForm } from '../../organization-form'

/** Saves a pipeline, or returns its form with problems. */
export async function POST(request: Request, { params }: PipelineOfForm): Promise<Response> {
  const form = await readOrganizationForm(request)
  return form instanceof Response ? form : answerWritten(form, await pipelineId(params))
}
