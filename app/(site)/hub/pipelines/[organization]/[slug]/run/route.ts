import { runPipelineNow } from '@/lib/actions/pipeline-runs'
import { isAway } from '@/lib/queries/storage-away'
import { renderedPaths } from '@/lib/rendered-paths'
import { readOperatorForm, textOf } from '../../../../../operator/scoreboard/operator-form'
import { seeOther, storageAway } from '../../../../../responses'
import { type PipelineParams, pathOf } from '../pipeline-path'

/** Starts a run of the pipeline, for the operator. */
export async function POST(request: Request, { params }: PipelineParams): Promise<Response> {
  const fields = await readOperatorForm(request)
  if (fields instanceof Response) return fields
  const path = await pathOf(params)
  const version = textOf(fields, 'wallet_version')
  const starting = runPipelineNow(path, { version, idempotencyKey: textOf(fields, 'idempotency_key') })
  if (await isAway(starting)) return storageAway()
  const problem = await starting
  return seeOther(renderedPaths.pipelineAnswer(path, problem === null ? {} : { problem, version }))
}
