import { setTimeout as delay } from 'node:timers/promises'
import { msToTs } from '@temporalio/common/lib/time.js'
import type { NativeConnection } from '@temporalio/worker'
import type { AggregationStore } from '@/lib/core/scoreboard/aggregation-store'
import { retentionDays } from '@/lib/core/scoreboard/aggregation-workflow'

const dayMillis = 86_400_000
const [rememberedMillis, rememberedMillisMax] = [250, 15_000]
/** The gRPC statuses NOT_FOUND and ALREADY_EXISTS. */
const [notFound, alreadyExists] = [5, 6]
/** The services that registering a namespace needs, from a worker's or a client's connection. */
type Services = Pick<NativeConnection, 'workflowService' | 'operatorService'>

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code

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
      await registerNamespace(connection, namespace)
      await store.markNamespace(id, 'ready')
    } catch {
      // The next aggregation retries it.
      await store.markNamespace(id, 'failed')
    }
  }
}

/**
 * Registers a namespace again that Temporal no longer has, because it lost its data or is a different server. Otherwise
 * does nothing.
 */
export async function ensureNamespace(connection: Services, namespace: string): Promise<void> {
  try {
    await connection.workflowService.describeNamespace({ namespace })
    return
  } catch (error) {
    if (!hasCode(error, notFound)) throw error
  }
  // Temporal caches for a few seconds that a namespace does not exist.
  for (const until = Date.now() + rememberedMillisMax; ; await delay(rememberedMillis))
    try {
      await registerNamespace(connection, namespace)
      return
    } catch (error) {
      if (!hasCode(error, notFound) || Date.now() > until) throw error
    }
}

async function registerNamespace(connection: Services, namespace: string): Promise<void> {
  await tolerating(
    connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(retentionDays * dayMillis),
    }),
  )
  await tolerating(connection.operatorService.addSearchAttributes({ namespace, searchAttributes }))
  await connection.workflowService.describeNamespace({ namespace })
}

async function tolerating(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!hasCode(error, alreadyExists)) throw error
  }
}
