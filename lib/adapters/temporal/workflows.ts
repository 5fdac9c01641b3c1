// Workflow code runs in Temporal's sandbox and again on every replay, so it only orders the steps.
import { ApplicationFailure, continueAsNew, isCancellation, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type {
  AggregationInput,
  AggregationOutcome,
  AggregationProgress,
} from '../../core/scoreboard/aggregation-workflow'
import { batchSize } from '../../core/scoreboard/aggregation-workflow'
import type { AggregationActivities } from './activities'

const historyEventsMax = 8000
const listedMax = 100
/** Maximum age in seconds of a stored answer that may stand in for a missing one: a week. */
const carrySecondsMax = 604_800

const { beginAggregation, closeAggregation } = proxyActivities<AggregationActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 5 },
})
const { listNamespaces } = proxyActivities<AggregationActivities>({
  startToCloseTimeout: '30s',
  retry: { maximumAttempts: 5 },
})
const { fetchNamespaces } = proxyActivities<AggregationActivities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
})
const { mergeAndSave } = proxyActivities<AggregationActivities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 5, initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
})

/**
 * Refreshes the public scoreboard: lists the namespaces, fetches the statistics of each, merges them and saves the
 * result. A failing namespace does not affect the others. If all of them or saving fail, the workflow fails and the
 * rows stay as they are.
 */
export async function AggregateScoreboardWorkflow(input: AggregationInput): Promise<AggregationOutcome> {
  const progress = input.resume ?? (await begin(input))
  if (progress === null)
    return outcome(
      { aggregation_id: workflowInfo().runId, seq: 0, started_at: Date.now() },
      { message: 'Somebody saved the rows of the scoreboard; it keeps them.' },
    )
  const { aggregation_id, seq, namespaces } = progress
  if (namespaces === 0) {
    await closeAggregation({ aggregation_id })
    return outcome(progress, { message: 'No namespaces found' })
  }
  const processed = await fetchAll(input, progress)
  if (processed === 0) {
    await closeAggregation({ aggregation_id })
    throw ApplicationFailure.nonRetryable(
      'No namespace responded; the scoreboard keeps its rows.',
      'AllNamespacesFailed',
    )
  }
  const carry_max_age_s = input.carry_max_age_s ?? carrySecondsMax
  const saved = await mergeAndSave({ aggregation_id, seq, namespaces, carry_max_age_s }).catch(
    async (error: unknown) => {
      await closeAggregation({ aggregation_id })
      throw error
    },
  )
  const { failed, saved: done, failed_namespaces, ...rest } = saved
  const message = saved.superseded
    ? 'A newer aggregation was saved before this one.'
    : done
      ? `The scoreboard holds the results of ${saved.records_count} pipelines.`
      : 'There was nothing to save, and not every namespace responded; the scoreboard keeps its rows.'
  return outcome(progress, {
    message,
    ...rest,
    namespaces_processed: namespaces - failed,
    namespaces_failed: failed,
    failed_namespaces: failed_namespaces.slice(0, listedMax),
  })
}

/** `null` if the rows must not be replaced, because another program saved them. */
async function begin({ spare_saved }: AggregationInput): Promise<AggregationProgress | null> {
  const { workflowId, runId } = workflowInfo()
  const spared = spare_saved === undefined ? {} : { spare_saved }
  const { seq } = await beginAggregation({ aggregation_id: runId, workflow_id: workflowId, ...spared })
  if (seq === null) return null
  const { count } = await listNamespaces({ aggregation_id: runId })
  return { aggregation_id: runId, seq, namespaces: count, next_batch: 0, processed: 0, started_at: Date.now() }
}

/** Queries all namespaces, several batches at a time. If a batch fails, its namespaces count as failed. */
async function fetchAll(input: AggregationInput, progress: AggregationProgress): Promise<number> {
  const { aggregation_id, seq, namespaces } = progress
  const batches = Math.ceil(namespaces / batchSize)
  let { next_batch: next, processed } = progress
  const lane = async (): Promise<void> => {
    while (next < batches && workflowInfo().historyLength <= historyEventsMax) {
      const batch = next++
      try {
        processed += (await fetchNamespaces({ aggregation_id, seq, batch })).ok
      } catch (error) {
        if (isCancellation(error)) throw error
        // The batch's namespaces then lack an answer in this aggregation, which the merge detects.
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(input.max_concurrency ?? 8, batches) }, lane))
  if (next < batches)
    await continueAsNew<typeof AggregateScoreboardWorkflow>({
      ...input,
      resume: { ...progress, next_batch: next, processed },
    })
  return processed
}

function outcome(
  { aggregation_id, seq, started_at }: Pick<AggregationProgress, 'aggregation_id' | 'seq' | 'started_at'>,
  { message, ...members }: { readonly message: string } & Partial<AggregationOutcome['output']>,
): AggregationOutcome {
  return {
    message,
    output: {
      aggregation_id,
      seq,
      namespaces_processed: 0,
      namespaces_failed: 0,
      failed_namespaces: [],
      carried: [],
      dropped: [],
      records_count: 0,
      unresolved: 0,
      orphans: 0,
      superseded: false,
      ...members,
      duration_ms: Date.now() - started_at,
    },
  }
}
