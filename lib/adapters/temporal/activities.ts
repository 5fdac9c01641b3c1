import { activityInfo, heartbeat } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { z } from 'zod'
import type { AggregationStore, MergePlan, NamespaceAnswer } from '@/lib/core/scoreboard/aggregation-store'
import { batchSize, type SaveOutcome } from '@/lib/core/scoreboard/aggregation-workflow'
import { mergeStream, type SavedRow, toSavedRow } from '@/lib/core/scoreboard/merge'
import {
  type ReconciliationState,
  type ReconciliationStore,
  type RunVisibility,
  reconcileNamespace,
} from '@/lib/core/scoreboard/reconciliation'
import { zPipelineStatistics } from '@/lib/core/scoreboard/z-statistics'
import type { Clock } from '@/lib/core/shared/ports/ports'
import { addSeconds } from '@/lib/core/shared/time/time'
import { isTemporalAway } from './run-visibility'
import type { ServiceApi } from './service-api'

/** Dependencies of the aggregation's activities. */
export interface ActivityDeps {
  readonly store: AggregationStore
  readonly reconciliation: ReconciliationStore
  readonly visibility: RunVisibility
  readonly api: ServiceApi
  readonly now: Clock
  /** Creates missing namespaces of new organisations, as far as possible. */
  readonly provision: () => Promise<void>
}

const requestMillisMax = 20_000

/** Number of namespaces that are queried concurrently and written in one transaction. */
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

/** `null` if the namespace gave no usable answer; its last good one stays. Throws if Temporal is down. */
async function fetchOne(
  deps: ActivityDeps,
  namespace: string,
  reconcile: () => Promise<void>,
): Promise<NamespaceAnswer | null> {
  try {
    await reconcile()
    const path = `/api/pipeline/scoreboard/${encodeURIComponent(namespace)}?include=details`
    const { status, body } = await deps.api.get(path, requestMillisMax)
    // A 404 is no failure: it was deleted since it was listed.
    if (status !== 200 && status !== 404) throw new Error(`status ${status}`)
    return { namespace, at: deps.now(), items: status === 404 ? [] : zAnswer.parse(body) }
  } catch (error) {
    // Temporal retries the activity once it is back.
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

/** Rows per part. At 64 KiB a row at most, a part always stays below the maximum body size. */
const rowsPerPart = 250

const postMillisMax = 120_000

const listedMax = 10_000

const reportedMax = 100

const zPlan = z.object({
  starts: z.array(z.string()),
  failed: z.array(z.object({ namespace: z.string(), since: z.string(), dropped: z.boolean() })),
  next: z.number(),
})

const zSaved = z.looseObject({
  records_count: z.number().optional(),
  unresolved: z.array(z.unknown()).optional(),
  orphans: z.array(z.unknown()).optional(),
})

interface MergeInput {
  readonly aggregation_id: string
  readonly seq: number
  readonly namespaces: number
  readonly carry_max_age_s: number
}

/**
 * Merges the answers of the namespaces, pipeline by pipeline, and saves the result in parts, the last of which commits
 * it. Every heartbeat carries the plan of the parts: a retry sends the same parts again, or continues after them.
 */
export async function mergeAndSave(deps: ActivityDeps, input: MergeInput): Promise<SaveOutcome> {
  const { store } = deps
  const { aggregation_id: id, seq } = input
  const known = zPlan.safeParse(activityInfo().heartbeatDetails)
  const at = deps.now()
  const plan = known.success
    ? known.data
    : {
        ...(await store.prepareMerge({
          id,
          seq,
          at,
          carriedBefore: addSeconds(at, -input.carry_max_age_s),
          size: rowsPerPart,
        })),
        next: 0,
      }
  const { starts, failed } = plan
  if (starts.length === 0 && failed.length > 0) {
    await store.close(id)
    return summary(failed, { saved: false })
  }
  const staleSince = new Map(failed.map(({ namespace, since }) => [namespace, since]))
  const total = Math.max(1, starts.length)
  for (let index = plan.next; index < total; index++) {
    heartbeat({ ...plan, next: index })
    const rows: SavedRow[] = []
    const from = starts[index]
    if (from !== undefined)
      for await (const merged of mergeStream(store.contributions(from, starts[index + 1] ?? null), staleSince))
        rows.push(toSavedRow(merged))
    const answer = await deps.api.post(
      '/api/pipeline/scoreboard/save-results',
      {
        aggregated_pipelines: rows,
        aggregation_id: id,
        part: { index, total },
        namespaces_processed: input.namespaces - failed.length,
        failed_namespaces: failed.map(({ namespace }) => namespace).slice(0, listedMax),
        carried: carriedOf(failed).slice(0, listedMax),
        ...(failed.length === 0 ? { allow_empty: true } : {}),
      },
      postMillisMax,
    )
    const code = z.looseObject({ error: z.string() }).safeParse(answer.body).data?.error ?? ''
    if (code === 'stale_aggregation') return summary(failed, { superseded: true })
    // The commit succeeded, but its answer was lost.
    if (code === 'aggregation_already_committed') return summary(failed, counts(await store.response(id)))
    if (answer.status === 200) return summary(failed, counts(answer.body))
    if (answer.status !== 202) throw refusal(answer.status, code)
  }
  throw new Error('The last part did not commit.')
}

const refusal = (status: number, code: string): ApplicationFailure => {
  const message = `Saving was answered with ${status} ${code}.`
  return status < 500 && status !== 429
    ? ApplicationFailure.nonRetryable(message, 'SaveRefused')
    : ApplicationFailure.retryable(message, 'SaveFailed')
}

type Failed = MergePlan['failed']

const carriedOf = (failed: Failed) =>
  failed.flatMap(({ namespace, since, dropped }) => (dropped ? [] : [{ namespace, since }]))

function counts(body: unknown): Partial<SaveOutcome> {
  const { records_count = 0, unresolved = [], orphans = [] } = zSaved.catch({}).parse(body ?? {})
  return { records_count, unresolved: unresolved.length, orphans: orphans.length }
}

const summary = (failed: Failed, members: Partial<SaveOutcome>): SaveOutcome => ({
  failed: failed.length,
  failed_namespaces: failed.map(({ namespace }) => namespace).slice(0, reportedMax),
  carried: carriedOf(failed).slice(0, reportedMax),
  dropped: failed.flatMap(({ namespace, dropped }) => (dropped ? [namespace] : [])).slice(0, reportedMax),
  records_count: 0,
  unresolved: 0,
  orphans: 0,
  superseded: false,
  saved: true,
  ...members,
})

export type AggregationActivities = ReturnType<typeof createActivities>

const listMillisMax = 20_000

const zNamespaces = z.object({ namespaces: z.array(z.string()) })

/**
 * Creates the activities of AggregateScoreboardWorkflow. Their results stay small: large data is stored in PocketBase
 * under the aggregation's id.
 */
export function createActivities(deps: ActivityDeps) {
  const { store, api, now } = deps
  return {
    /** `seq` is `null` if the rows must not be replaced, because another program saved them. */
    async beginAggregation(input: {
      readonly aggregation_id: string
      readonly workflow_id: string
      readonly spare_saved?: boolean
    }): Promise<{ seq: number | null }> {
      if (input.spare_saved === true && (await store.isSavedByOthers())) return { seq: null }
      await deps.provision()
      const names = { id: input.aggregation_id, workflowId: input.workflow_id }
      return { seq: await store.begin({ ...names, at: now() }) }
    },
    async listNamespaces({ aggregation_id }: { readonly aggregation_id: string }) {
      const { status, body } = await api.get('/api/organizations/namespaces', listMillisMax)
      if (status !== 200) throw new Error(`The list of namespaces was answered with ${status}.`)
      const { namespaces } = zNamespaces.parse(body)
      await store.keepNamespaces(aggregation_id, namespaces)
      return { count: namespaces.length }
    },
    fetchNamespaces: (input: Parameters<typeof fetchNamespaces>[1]) => fetchNamespaces(deps, input),
    mergeAndSave: (input: Parameters<typeof mergeAndSave>[1]) => mergeAndSave(deps, input),
    closeAggregation: ({ aggregation_id }: { readonly aggregation_id: string }) => store.close(aggregation_id),
  }
}
