import { msToTs } from '@temporalio/common/lib/time.js'
import type { NativeConnection } from '@temporalio/worker'
import type { AggregationStore } from '@/lib/core/scoreboard/aggregation-store'
import { retentionDays } from '@/lib/core/scoreboard/aggregation-workflow'

const dayMillis = 86_400_000
/** The gRPC status ALREADY_EXISTS. */
const alreadyExists = 6
/** Temporal's numeric attribute types. */
const [keyword, keywordList] = [2, 7]

/**
 * Search attributes for finding an organisation's executions in Temporal. Temporal defines them per namespace, so each
 * namespace gets its own.
 */
const searchAttributes = { PipelineIdentifier: keyword, RunnerIdentifiers: keywordList, TriggerType: keyword }

/**
 * Registers a namespace for every organisation that has none yet, and marks it. Safe to run in several processes at
 * once.
 */
export async function provisionNamespaces(connection: NativeConnection, store: AggregationStore): Promise<void> {
  for (const { id, namespace } of await store.pendingNamespaces()) {
    try {
      await tolerating(
        connection.workflowService.registerNamespace({
          namespace,
          workflowExecutionRetentionPeriod: msToTs(retentionDays * dayMillis),
        }),
      )
      await tolerating(connection.operatorService.addSearchAttributes({ namespace, searchAttributes }))
      await connection.workflowService.describeNamespace({ namespace })
      await store.markNamespace(id, 'ready')
    } catch {
      // The next aggregation retries it.
      await store.markNamespace(id, 'failed')
    }
  }
}

async function tolerating(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === alreadyExists)) throw error
  }
}
