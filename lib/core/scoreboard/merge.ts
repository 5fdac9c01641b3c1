import { instantKey, readRunningTime, writeRunningTime } from './instants'
import { successRate } from './rows/row-words'
import { entityMembers, type LastExecution, type PipelineStatistics } from './z-statistics'

/** Statistics of one pipeline from one or more namespaces. Instants are keys (see `instantKey`), '' for none. */
export interface MergedStatistics {
  readonly pipelineId: string
  readonly name: string
  readonly runners: readonly string[]
  readonly runnerTypes: readonly string[]
  readonly runs: number
  readonly successes: number
  readonly manual: number
  readonly scheduled: number
  readonly ci: number
  readonly canceled: number
  /** Shortest successful run in milliseconds; `null` if unknown. */
  readonly minMillis: number | null
  /** An invalid value that was sent as a duration; shown only if no namespace has a valid one. */
  readonly minText: string
  readonly first: string
  readonly last: string
  readonly lastSuccess: LastRun | null
  /** The latest execution of the namespaces without a success. */
  readonly lastRun: LastRun | null
  readonly namespaces: number
  /** Since when some of the numbers have been carried over from an older answer; '' if none are. */
  readonly staleSince: string
}

interface LastRun {
  readonly namespace: string
  readonly workflowId: string
  readonly runId: string
  readonly at: string
  readonly details: LastExecution | null
}

/** The statistics of one pipeline in one namespace. `staleSince` is '' for an answer of this aggregation. */
export function contributionOf(namespace: string, item: PipelineStatistics, staleSince = ''): MergedStatistics {
  return {
    pipelineId: item.pipeline_id,
    name: item.pipeline_name,
    runners: sortedUnion(item.runners, []),
    runnerTypes: sortedUnion(item.runner_types, []),
    runs: item.total_runs,
    successes: item.total_successes,
    manual: item.manual_executions,
    scheduled: item.scheduled_executions,
    ci: item.ci_executions,
    canceled: item.canceled_runs,
    minMillis: item.min_execution_time_ms ?? readRunningTime(item.min_execution_time),
    minText: item.min_execution_time,
    first: instantKey(item.first_execution_date) ?? '',
    last: instantKey(item.last_execution_date) ?? '',
    lastSuccess: lastRunOf(namespace, item.last_successful_run),
    lastRun: lastRunOf(namespace, item.last_run),
    namespaces: 1,
    staleSince,
  }
}

/** A run with all its identifiers; `null` if one is missing. */
function lastRunOf(namespace: string, run: PipelineStatistics['last_run']): LastRun | null {
  const at = run ? instantKey(run.start_time) : null
  if (!run || at === null || run.workflow_id === '' || run.run_id === '') return null
  return { namespace, workflowId: run.workflow_id, runId: run.run_id, at, details: run.details ?? null }
}

/** Merges two sets of statistics of one pipeline. The order does not matter: only sums, extremes and unions. */
export function mergeStatistics(a: MergedStatistics, b: MergedStatistics): MergedStatistics {
  return {
    pipelineId: a.pipelineId,
    name: earliest(a.name, b.name),
    runners: sortedUnion(a.runners, b.runners),
    runnerTypes: sortedUnion(a.runnerTypes, b.runnerTypes),
    runs: a.runs + b.runs,
    successes: a.successes + b.successes,
    manual: a.manual + b.manual,
    scheduled: a.scheduled + b.scheduled,
    ci: a.ci + b.ci,
    canceled: a.canceled + b.canceled,
    minMillis:
      a.minMillis === null ? b.minMillis : b.minMillis === null ? a.minMillis : Math.min(a.minMillis, b.minMillis),
    minText: earliest(a.minText, b.minText),
    first: earliest(a.first, b.first),
    last: [a.last, b.last].sort()[1] ?? '',
    lastSuccess: laterRun(a.lastSuccess, b.lastSuccess),
    lastRun: laterRun(a.lastRun, b.lastRun),
    namespaces: a.namespaces + b.namespaces,
    staleSince: earliest(a.staleSince, b.staleSince),
  }
}

/** The row to save for a pipeline, as `POST /api/pipeline/scoreboard/save-results` expects it. */
export function toSavedRow(merged: MergedStatistics) {
  return {
    pipeline_id: merged.pipelineId,
    pipeline_name: merged.name,
    runner_types: merged.runnerTypes,
    runners: merged.runners,
    total_runs: merged.runs,
    total_successes: merged.successes,
    canceled_runs: merged.canceled,
    success_rate: successRate(merged.runs, merged.successes),
    manual_executions: merged.manual,
    scheduled_executions: merged.scheduled,
    ci_executions: merged.ci,
    min_execution_time: merged.minMillis === null ? merged.minText : writeRunningTime(merged.minMillis),
    ...(merged.minMillis === null ? {} : { min_execution_time_ms: Math.round(merged.minMillis) }),
    first_execution_date: merged.first,
    last_execution_date: merged.last,
    namespaces_count: merged.namespaces,
    ...(merged.staleSince === '' ? {} : { stale_since: merged.staleSince }),
    ...lastExecutionOf(merged),
  }
}

export type SavedRow = ReturnType<typeof toSavedRow>

/** What the latest success used; without one, what the latest run used, but without execution and files. */
function lastExecutionOf({ lastSuccess, lastRun }: MergedStatistics) {
  if (lastSuccess !== null) {
    const { details, workflowId, runId } = lastSuccess
    return { last_execution: { ...details, workflow_id: workflowId, run_id: runId } }
  }
  const details = lastRun?.details ?? null
  if (details === null) return {}
  return { last_execution: Object.fromEntries(entityMembers.map((member) => [member, details[member]])) }
}

/** The first non-empty key, in code unit order. */
const earliest = (...keys: string[]): string => keys.filter((key) => key !== '').sort()[0] ?? ''

/** The later run; if simultaneous, the one with the smaller namespace, then the smaller workflow and run id. */
function laterRun(a: LastRun | null, b: LastRun | null): LastRun | null {
  if (a === null || b === null) return a ?? b
  if (a.at !== b.at) return a.at > b.at ? a : b
  const tie = (run: LastRun): string => `${run.namespace}\0${run.workflowId}\0${run.runId}`
  return tie(a) <= tie(b) ? a : b
}

/** Sorted in code unit order, without duplicates. */
const sortedUnion = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].sort()

/** One stored answer of one namespace about one pipeline. */
export interface Contribution {
  readonly namespace: string
  readonly item: PipelineStatistics
}

/**
 * Merges contributions sorted by pipeline, page by page, holding one pipeline at a time. `staleSince`: namespace →
 * instant key since when its answers have been carried over.
 */
export async function* mergeStream(
  pages: AsyncIterable<readonly Contribution[]>,
  staleSince: ReadonlyMap<string, string>,
): AsyncGenerator<MergedStatistics> {
  let current: MergedStatistics | null = null
  for await (const page of pages) {
    for (const { namespace, item } of page) {
      const next = contributionOf(namespace, item, staleSince.get(namespace) ?? '')
      if (current !== null && current.pipelineId !== next.pipelineId) {
        yield current
        current = next
      } else {
        current = current === null ? next : mergeStatistics(current, next)
      }
    }
  }
  if (current !== null) yield current
}
