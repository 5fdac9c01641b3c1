import { operatorSession } from '@/lib/queries/operator'
import { pipelineRevision } from '@/lib/queries/pipeline-revision'
import { isAway } from '@/lib/queries/storage-away'
import { revisionAnswer, storageAway } from '../../../../../responses'
import { type PipelineParams, pathOf } from '../pipeline-path'

/** Polled by an open page: has a run started, progressed or ended? */
export async function GET(request: Request, { params }: PipelineParams): Promise<Response> {
  const reading = pipelineRevision(await pathOf(params), operatorSession(request.headers) !== null)
  if (await isAway(reading)) return storageAway()
  return revisionAnswer(await reading, 'pipeline_not_found')
}
