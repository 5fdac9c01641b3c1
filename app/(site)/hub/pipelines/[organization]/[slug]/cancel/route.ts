import { cancelRunNow } from '@/lib/actions/pipeline-runs'
import { isStorageAway } from '@/lib/queries/storage-away'
import { renderedPaths } from '@/lib/rendered-paths'
import { readOperatorForm, textOf } from '../../../../../operator/scoreboard/operator-form'
import { seeOther, storageAway } from '../../../../../responses'
import { type PipelineParams, pathOf } from '../pipeline-path'

/** Cancels a run of the pipeline, for the operator. */
export async function POST(request: Request, { params }: PipelineParams): Promise<Response> {
  const fields = await readOperatorForm(request)
  if (fields instanceof Response) return fields
  const run = textOf(fields, 'execution_id')
  if (await isStorageAway()) return storageAway()
  const problem = await cancelRunNow(run)
  return seeOther(renderedPaths.pipelineAnswer(await pathOf(params), problem === null ? { ending: run } : { problem }))
}
