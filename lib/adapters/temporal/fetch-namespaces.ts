import { activityInfo, heartbeat } from '@temporalio/activity'
import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/errors'
import { batchSize } from '@/lib/core/scoreboard/aggregation-workflow'
import { zPipelineStatistics } from '@/lib/core/scoreboard/z-statistics'
import type { ActivityDeps } from './activity-deps'

const requestMillisMax = 20_000

const zDone = z.record(z.string(), z.boolean())
const zAnswer = z.array(zPipelineStatistics)

/**
 * Asks the namespaces of one batch and keeps each answer whole. What is done is told with every heartbeat, so that another
 * worker goes on where this one was killed.
 */
export async function fetchNamespaces(
  deps: ActivityDeps,
  { aggregation_id, seq, batch }: { readonly aggregation_id: string; readonly seq: number; readonly batch: number },
): Promise<{ readonly ok: number; readonly failed: number }> {
  const names = await deps.store.namespaces({ id: aggregation_id, offset: batch * batchSize, size: batchSize })
  const done = new Map(Object.entries(zDone.catch({}).parse(activityInfo().heartbeatDetails ?? {})))
  for (const namespace of names) {
    if (done.has(namespace)) continue
    done.set(namespace, await fetchOne(deps, namespace, seq))
    heartbeat(Object.fromEntries(done))
  }
  const ok = [...done.values()].filter(Boolean).length
  return { ok, failed: names.length - ok }
}

/** `false` when the namespace gave no answer that can be used; its last good one stays. */
async function fetchOne(deps: ActivityDeps, namespace: string, seq: number): Promise<boolean> {
  try {
    const path = `/api/pipeline/scoreboard/${encodeURIComponent(namespace)}?include=details`
    const { status, body } = await deps.api.get(path, requestMillisMax)
    // Deleted since it was listed: gone, not failed.
    if (status !== 200 && status !== 404) throw new Error(`status ${status}`)
    const items = status === 404 ? [] : zAnswer.parse(body)
    await deps.store.contribute({ namespace, seq, at: deps.now(), items })
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    await deps.store.noteFailure({ namespace, at: deps.now(), error: sentenceOf(error) })
    return false
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return `malformed answer: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`
  return error instanceof Error ? error.message : 'unknown'
}
