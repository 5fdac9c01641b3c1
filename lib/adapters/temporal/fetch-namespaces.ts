import { activityInfo, heartbeat } from '@temporalio/activity'
import { z } from 'zod'
import type { NamespaceAnswer } from '@/lib/core/scoreboard/aggregation-store'
import { batchSize } from '@/lib/core/scoreboard/aggregation-workflow'
import { type ReconciliationState, reconcileNamespace } from '@/lib/core/scoreboard/reconciliation'
import { zPipelineStatistics } from '@/lib/core/scoreboard/z-statistics'
import type { ActivityDeps } from './activity-deps'
import { isTemporalAway } from './run-visibility'

const requestMillisMax = 20_000
/** Number of namespaces that are queried in parallel and written in one transaction. */
const together = 5

const zProgress = z.object({ done: z.record(z.string(), z.boolean()), orphans: z.number() })
const zAnswer = z
  .array(zPipelineStatistics)
  .refine((items) => new Set(items.map(({ pipeline_id }) => pipeline_id)).size === items.length, 'a pipeline twice')

/**
 * Reconciles the namespaces of one batch with Temporal, queries them and stores each complete answer. Every heartbeat reports
 * progress, with the page that each reconciliation has reached, so that another worker continues where this one was killed.
 */
export async function fetchNamespaces(
  deps: ActivityDeps,
  { aggregation_id, seq, batch }: { readonly aggregation_id: string; readonly seq: number; readonly batch: number },
): Promise<{ readonly ok: number; readonly failed: number; readonly orphans: number }> {
  const names = await deps.store.namespaces({ id: aggregation_id, offset: batch * batchSize, size: batchSize })
  const before = zProgress.catch({ done: {}, orphans: 0 }).parse(activityInfo().heartbeatDetails ?? {})
  const done = new Map(Object.entries(before.done))
  let { orphans } = before
  const pages = new Map<string, string>()
  const report = (): void => heartbeat({ done: Object.fromEntries(done), orphans, pages: Object.fromEntries(pages) })
  const left = names.filter((namespace) => !done.has(namespace))
  for (let at = 0; at < left.length; at += together) {
    const group = left.slice(at, at + together)
    const states = await deps.reconciliation.states(group, deps.now())
    const ask = async (state: ReconciliationState): Promise<NamespaceAnswer | null> =>
      fetchOne(deps, state.namespace, async () => {
        const reconciled = await reconcileNamespace(
          { visibility: deps.visibility, store: deps.reconciliation, now: deps.now },
          state,
          (page) => {
            pages.set(state.namespace, page)
            report()
          },
        )
        orphans += reconciled.orphans
        pages.delete(state.namespace)
      })
    const answers = (await Promise.all(states.map(ask))).filter(isAnswer)
    if (answers.length > 0) await deps.store.contribute(seq, answers)
    const answered = new Set(answers.map(({ namespace }) => namespace))
    for (const namespace of group) done.set(namespace, answered.has(namespace))
    report()
  }
  const ok = [...done.values()].filter(Boolean).length
  return { ok, failed: names.length - ok, orphans }
}

const isAnswer = (answer: NamespaceAnswer | null): answer is NamespaceAnswer => answer !== null

/** `null` when the namespace gave no usable answer; its last good one is kept. Throws where Temporal is away. */
async function fetchOne(
  deps: ActivityDeps,
  namespace: string,
  reconcile: () => Promise<void>,
): Promise<NamespaceAnswer | null> {
  try {
    await reconcile()
    const path = `/api/pipeline/scoreboard/${encodeURIComponent(namespace)}?include=details`
    const { status, body } = await deps.api.get(path, requestMillisMax)
    // A 404 means that it was deleted since it was listed, not that it failed.
    if (status !== 200 && status !== 404) throw new Error(`status ${status}`)
    return { namespace, at: deps.now(), items: status === 404 ? [] : zAnswer.parse(body) }
  } catch (error) {
    // The activity is tried again once Temporal is back.
    if (isTemporalAway(error)) throw error
    await deps.store.noteFailure({ namespace, at: deps.now(), error: sentenceOf(error) })
    return null
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return `malformed response: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`
  return error instanceof Error ? error.message : 'unknown'
}
