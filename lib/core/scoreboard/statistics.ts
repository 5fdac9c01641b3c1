import { writeRunningTime } from './running-time'
import { successRate } from './success-rate'

/** Counted executions of one pipeline on one set of runners. Instants are keys. */
export interface LedgerGroup {
  readonly pipelineId: string
  readonly runners: readonly string[]
  readonly runnerTypes: readonly string[]
  readonly runs: number
  readonly successes: number
  readonly scheduled: number
  readonly ci: number
  readonly minMillis: number | null
  readonly first: string
  readonly last: string
}

/** What the ledger says of one namespace. */
export interface LedgerStatistics {
  readonly groups: readonly LedgerGroup[]
  readonly pipelines: ReadonlyMap<string, { readonly name: string; readonly path: string }>
  /** Pipeline id → its latest successful execution. */
  readonly successes: ReadonlyMap<string, LedgerSuccess>
}

interface LedgerSuccess {
  readonly workflowId: string
  readonly runId: string
  readonly at: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The items of `GET /api/pipeline/scoreboard/{namespace}`, by pipeline id. A pipeline without counted runs has none. */
export function buildStatistics({ groups, pipelines, successes }: LedgerStatistics, withDetails: boolean) {
  const byPipeline = new Map<string, LedgerGroup[]>()
  for (const group of groups) byPipeline.set(group.pipelineId, [...(byPipeline.get(group.pipelineId) ?? []), group])
  return [...byPipeline]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([pipelineId, parts]) => {
      const sum = (of: (group: LedgerGroup) => number): number => parts.reduce((total, part) => total + of(part), 0)
      const union = (of: (group: LedgerGroup) => readonly string[]): string[] => [...new Set(parts.flatMap(of))].sort()
      const runs = sum((part) => part.runs)
      const total = sum((part) => part.successes)
      const [scheduled, ci] = [sum((part) => part.scheduled), sum((part) => part.ci)]
      const times = parts.flatMap(({ minMillis }) => (minMillis === null ? [] : [minMillis]))
      const min = times.length === 0 ? null : Math.min(...times)
      const success = successes.get(pipelineId)
      return {
        pipeline_id: pipelineId,
        pipeline_name: pipelines.get(pipelineId)?.name ?? '',
        pipeline_identifier: pipelines.get(pipelineId)?.path ?? '',
        runner_types: union((part) => part.runnerTypes),
        runners: union((part) => part.runners),
        total_runs: runs,
        total_successes: total,
        success_rate: successRate(runs, total),
        manual_executions: runs - scheduled - ci,
        scheduled_executions: scheduled,
        ci_executions: ci,
        min_execution_time: min === null ? '' : writeRunningTime(min),
        min_execution_time_ms: min,
        first_execution_date: parts.map(({ first }) => first).sort()[0] ?? '',
        last_execution_date:
          parts
            .map(({ last }) => last)
            .sort()
            .at(-1) ?? '',
        ...(success === undefined
          ? {}
          : {
              last_successful_run: {
                workflow_id: success.workflowId,
                run_id: success.runId,
                start_time: success.at,
                ...(withDetails ? { details: success.details } : {}),
              },
            }),
      }
    })
}
