import 'server-only'
import { pipelineIdOf } from '@/lib/queries/pipeline'
import { askAsOperator } from './ask-as-operator'

/** Starts a run of the pipeline with this path. Callers as for `askAsOperator`. Gives an error code, `null` for success. */
export async function runPipelineNow(
  path: string,
  { version, idempotencyKey }: { readonly version: string; readonly idempotencyKey: string },
): Promise<string | null> {
  const id = await pipelineIdOf(path)
  if (id === null) return 'pipeline_not_found'
  return askAsOperator('POST', `/api/pipelines/${id}/run`, {
    body: version === '' ? {} : { wallet_version: version },
    headers: idempotencyKey === '' ? [] : [['idempotency-key', idempotencyKey]],
  })
}

/** Asks a run to end. As above. */
export const cancelRunNow = (executionId: string): Promise<string | null> =>
  askAsOperator('POST', `/api/executions/${encodeURIComponent(executionId)}/cancel`)
