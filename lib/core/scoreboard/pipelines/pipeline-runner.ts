import type { ExecutionMemo } from '../execution-memo'
import type { ExecutionRecord } from '../execution-record'
import type { PipelineSchedule } from './pipeline-store'
import type { PipelineInput } from './run-types'

/** A run to start in Temporal. */
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
   * Starts a run. A workflow id that was used before starts nothing: `created` is then false, and the earlier run is
   * returned. `reused`: another request started that one. `digest` tells requests apart.
   */
  start(
    run: RunRequest & { readonly workflowId: string; readonly digest: string },
  ): Promise<RunName & { readonly created: boolean; readonly reused: boolean }>
  /** The run that used this workflow id; `null` if there was none, or Temporal has forgotten it. */
  find(run: {
    readonly namespace: string
    readonly workflowId: string
    readonly digest: string
  }): Promise<KnownRun | null>
  /** Asks a run to end. `false` if it has ended or never existed. */
  cancel(run: { readonly namespace: string } & RunName): Promise<boolean>
  /** Signals a run that a step's result is there. `false` if the run has ended. */
  tellResult(run: { readonly namespace: string } & RunName, step: string): Promise<boolean>
  /** Creates or replaces a pipeline's schedule, and returns when the next run is due; `null` if paused. */
  schedule(run: RunRequest, schedule: PipelineSchedule): Promise<string | null>
  /** Ends the schedule of a pipeline, if there is one. */
  unschedule(run: { readonly namespace: string; readonly pipelineId: string }): Promise<void>
  /** Registers a namespace, unless it is registered. Returns why Temporal refuses it, in a sentence; `null`: it is ready. */
  register(namespace: string): Promise<string | null>
}
