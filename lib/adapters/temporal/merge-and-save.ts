import { activityInfo, heartbeat } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { z } from 'zod'
import { addSeconds } from '@/lib/core/ground/time/time'
import type { MergePlan } from '@/lib/core/scoreboard/aggregation-store'
import type { SaveOutcome } from '@/lib/core/scoreboard/aggregation-workflow'
import { mergeStream, type SavedRow, toSavedRow } from '@/lib/core/scoreboard/merge'
import type { ActivityDeps } from './activity-deps'

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
