import { activityInfo, heartbeat } from '@temporalio/activity'
import { z } from 'zod'
import type { NamespaceAnswer } from '@/lib/core/scoreboard/aggregation-store'
import { batchSize } from '@/lib/core/scoreboard/aggregation-workflow'
import { zPipelineStatistics } from '@/lib/core/scoreboard/z-statistics'
import type { ActivityDeps } from './activity-deps'

const requestMillisMax = 20_000
/** Number of namespaces that are queried in parallel and written in one transaction. */
const together = 5

const zDone = z.record(z.string(), z.boolean())
const zAnswer = z
  .array(zPipelineStatistics)
  .refine((items) => new Set(items.map(({ pipeline_id }) => pipeline_id)).size === items.length, 'a pipeline twice')

/**
 * Queries the namespaces of one batch and stores each complete answer. Every heartbeat reports progress, so that
 * another worker continues where this one was killed.
 */
export async function fetchNamespaces(
  deps: ActivityDeps,
  { aggregation_id, seq, batch }: { readonly aggregation_id: string; readonly seq: number; readonly batch: number },
): Promise<{ readonly ok: number; readonly failed: number }> {
  const names = await deps.store.namespaces({ id: aggregation_id, offset: batch * batchSize, size: batchSize })
  const done = new Map(Object.entries(zDone.catch({}).parse(activityInfo().heartbeatDetails ?? {})))
  const left = names.filter((namespace) => !done.has(namespace))
  for (let at = 0; at < left.length; at += together) {
    const group = left.slice(at, at + together)
    const answers = (await Promise.all(group.map((namespace) => fetchOne(deps, namespace)))).filter(isAnswer)
    if (answers.length > 0) await deps.store.contribute(seq, answers)
    const answered = new Set(answers.map(({ namespace }) => namespace))
    for (const namespace of group) done.set(namespace, answered.has(namespace))
    heartbeat(Object.fromEntries(done))
  }
  const ok = [...done.values()].filter(Boolean).length
  return { ok, failed: names.length - ok }
}

const isAnswer = (answer: NamespaceAnswer | null): answer is NamespaceAnswer => answer !== null

/** `null` when the namespace gave no usable answer; its last good one is kept. */
async function fetchOne(deps: ActivityDeps, namespace: string): Promise<NamespaceAnswer | null> {
  try {
    const path = `/api/pipeline/scoreboard/${encodeURIComponent(namespace)}?include=details`
    const { status, body } = await deps.api.get(path, requestMillisMax)
    // A 404 means that it was deleted since it was listed, not that it failed.
    if (status !== 200 && status !== 404) throw new Error(`status ${status}`)
    return { namespace, at: deps.now(), items: status === 404 ? [] : zAnswer.parse(body) }
  } catch (error) {
    await deps.store.noteFailure({ namespace, at: deps.now(), error: sentenceOf(error) })
    return null
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return `malformed response: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`
  return error instanceof Error ? error.message : 'unknown'
}
