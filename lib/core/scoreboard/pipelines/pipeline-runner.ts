import type { ExecutionMemo } from '../execution-memo'
import type { ExecutionRecord } from '../scoreboard-store'
import type { PipelineSchedule } from './pipeline-store'
import type { PipelineInput } from './run-types'

/** The run of a pipeline that Temporal is asked for. */
export interface RunRequest {
  readonly namespace: string
  readonly input: PipelineInput
  readonly memo: ExecutionMemo
  /** Paths, for the search attributes. */
  readonly pipelinePath: string
  readonly runners: readonly string[]
  readonly timeoutSeconds: number
}

/** A run in Temporal. */
export interface RunName {
  readonly workflowId: string
  readonly runId: string
}

/** A run that was started before. */
export interface KnownRun extends RunName {
  /** Whether another request started it. */
  readonly reused: boolean
  readonly status: ExecutionRecord['status']
  /** Keys of instants; `closedAt` is '' while it runs. */
  readonly startedAt: string
  readonly closedAt: string
  readonly memo: unknown
}

/** Starts runs in the namespaces of organisations. Every method throws SchedulerUnavailable if Temporal does not respond. */
export interface PipelineRunner {
  /**
   * Starts a run. A workflow id that was used before starts none: then `created` is false, and the run is the one of then.
   * `reused`: that one was started by another request. `digest` tells requests apart.
   */
  start(
    run: RunRequest & { readonly workflowId: string; readonly digest: string },
  ): Promise<RunName & { readonly created: boolean; readonly reused: boolean }>
  /** The run that a workflow id was used for; `null` if it never was, or so long ago that Temporal has forgotten. */
  find(run: {
    readonly namespace: string
    readonly workflowId: string
    readonly digest: string
  }): Promise<KnownRun | null>
  /** Asks a run to end. `false` if it has ended, or never was. */
  cancel(run: { readonly namespace: string } & RunName): Promise<boolean>
  /** Tells a run that the result of a step is there. `false` if it has ended. */
  tellResult(run: { readonly namespace: string } & RunName, step: string): Promise<boolean>
  /** Makes or replaces the schedule of a pipeline, and says when the next run is due; `null` if paused. */
  schedule(run: RunRequest, schedule: PipelineSchedule): Promise<string | null>
  /** Ends the schedule of a pipeline, if there is one. */
  unschedule(run: { readonly namespace: string; readonly pipelineId: string }): Promise<void>
}
