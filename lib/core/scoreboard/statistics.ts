import { writeRunningTime } from './instants'
import { successRate } from './rows/row-words'

/** Counted executions of one pipeline on one set of runners. Instants are keys. */
export interface LedgerGroup {
  readonly pipelineId: string
  readonly name: string
  readonly path: string
  readonly runners: readonly string[]
  readonly runnerTypes: readonly string[]
  readonly runs: number
  readonly successes: number
  readonly scheduled: number
  readonly ci: number
  /** Cancelled runs of the pipeline, the same in each of its groups. */
  readonly canceled: number
  readonly minMillis: number | null
  readonly first: string
  readonly last: string
  readonly success: LedgerRun | null
  /** The latest execution, without files, if nothing succeeded and details were requested. */
  readonly latest: LedgerRun | null
}

/** A latest execution. */
interface LedgerRun {
  readonly workflowId: string
  readonly runId: string
  readonly at: string
  /** What it used; `null` if that was not requested. */
  readonly details: Readonly<Record<string, unknown>> | null
}

/** The items of `GET /api/pipeline/scoreboard/{namespace}`, by pipeline id. A pipeline without counted runs has none. */
export function buildStatistics(groups: readonly LedgerGroup[]) {
  const byPipeline = new Map<string, LedgerGroup>()
  for (const group of groups) {
    const known = byPipeline.get(group.pipelineId)
    byPipeline.set(group.pipelineId, known === undefined ? group : together(known, group))
  }
  return [...byPipeline.values()].sort((a, b) => (a.pipelineId < b.pipelineId ? -1 : 1)).map(itemOf)
}

/** Combines one pipeline's groups of two runner sets. */
function together(a: LedgerGroup, b: LedgerGroup): LedgerGroup {
  return {
    ...a,
    runners: [...a.runners, ...b.runners],
    runnerTypes: [...a.runnerTypes, ...b.runnerTypes],
    runs: a.runs + b.runs,
    successes: a.successes + b.successes,
    scheduled: a.scheduled + b.scheduled,
    ci: a.ci + b.ci,
    minMillis:
      a.minMillis === null || b.minMillis === null ? (a.minMillis ?? b.minMillis) : Math.min(a.minMillis, b.minMillis),
    first: [a.first, b.first].sort()[0] ?? '',
    last: [a.last, b.last].sort()[1] ?? '',
    success: laterRun(a.success, b.success),
    latest: laterRun(a.latest, b.latest),
  }
}

/** The later run; if simultaneous, the one with the smaller workflow and run id. */
function laterRun(a: LedgerRun | null, b: LedgerRun | null): LedgerRun | null {
  if (a === null || b === null) return a ?? b
  if (a.at !== b.at) return a.at > b.at ? a : b
  const tie = ({ workflowId, runId }: LedgerRun): string => `${workflowId}\0${runId}`
  return tie(a) <= tie(b) ? a : b
}

function itemOf(group: LedgerGroup) {
  const { runs, successes, scheduled, ci, minMillis, success, latest } = group
  return {
    pipeline_id: group.pipelineId,
    pipeline_name: group.name,
    pipeline_identifier: group.path,
    runner_types: unique(group.runnerTypes),
    runners: unique(group.runners),
    total_runs: runs,
    total_successes: successes,
    canceled_runs: group.canceled,
    success_rate: successRate(runs, successes),
    manual_executions: runs - scheduled - ci,
    scheduled_executions: scheduled,
    ci_executions: ci,
    min_execution_time: minMillis === null ? '' : writeRunningTime(minMillis),
    min_execution_time_ms: minMillis,
    first_execution_date: group.first,
    last_execution_date: group.last,
    ...(success === null ? {} : { last_successful_run: runOf(success) }),
    ...(success !== null || latest === null ? {} : { last_run: runOf(latest) }),
  }
}

const runOf = ({ workflowId, runId, at, details }: LedgerRun) => ({
  workflow_id: workflowId,
  run_id: runId,
  start_time: at,
  ...(details === null ? {} : { details }),
})

/** Sorted in code unit order, without duplicates. */
const unique = (names: readonly string[]): string[] => (names.length < 2 ? [...names] : [...new Set(names)].sort())
