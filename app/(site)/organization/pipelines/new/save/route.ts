import { handlePipelineForm } from '../../handle-pipeline-form'
import { readOrganizationForm } from '../../organization-form'

/** Adds a pipeline, or returns its form with problems. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  return form instanceof Response ? form : handlePipelineForm(form, null)
}
