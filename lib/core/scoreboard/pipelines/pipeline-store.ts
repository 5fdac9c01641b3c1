import type { WaitsFor } from './fold-run'
import type { Entities } from './ledger-record'
import type { PipelineSchedule } from './pipeline-schedule'
import type { StepRecord } from './run-types'
import type { PipelineDefinitions } from './written-pipeline'

/** A pipeline as its runs need it. */
export interface StoredPipeline {
  readonly id: string
  readonly path: string
  readonly name: string
  /** The namespace of the organisation that owns it. */
  readonly namespace: string
  /** Whether that namespace is registered with Temporal. */
  readonly ready: boolean
  readonly published: boolean
  /** As it was saved; nothing says that it is right. */
  readonly definition: unknown
}

/** An execution in the ledger, whole. Instants are keys, '' for none. */
export interface StoredExecution {
  readonly id: string
  readonly pipeline: string
  readonly pipeline_path: string
  readonly pipeline_name: string
  readonly namespace: string
  readonly workflow_id: string
  readonly run_id: string
  readonly status: string
  readonly type: string
  readonly started_at: string
  readonly closed_at: string
  readonly infra: boolean
  readonly reason: string
  readonly steps: readonly Partial<StepRecord>[]
}

/** What an external program says about its step. */
interface StepResult {
  readonly passed: boolean
  readonly summary: string
}

/** What an execution in the ledger was started with. */
interface KeptMembers {
  readonly runner_ids: readonly string[]
  readonly runner_types: readonly string[]
  readonly entities: Entities
  readonly definition_sha256: string
}

/** A schedule as it is kept. */
export interface StoredSchedule extends PipelineSchedule {
  readonly pipeline: string
  readonly namespace: string
  /** RFC 3339; `null` if unknown, or paused. */
  readonly next_run_at: string | null
}

/** What pipelines and their runs keep. Every method throws StoreUnavailable. */
export interface PipelineStore extends PipelineDefinitions {
  pipeline(id: string): Promise<StoredPipeline | null>
  execution(id: string): Promise<StoredExecution | null>
  /**
   * Whether a published pipeline shows the evidence of a session to everybody. `pipeline`: the only one that may; `null` where any
   * may.
   */
  showsSession(sessionId: string, pipeline: string | null): Promise<boolean>
  /** Keeps the result of an external step, once. `ended`: the execution has ended without it. */
  giveResult(
    executionId: string,
    step: string,
    result: StepResult,
  ): Promise<'given' | 'same' | 'other' | 'ended' | 'unknown'>
  result(run: { readonly workflowId: string; readonly runId: string }, step: string): Promise<StepResult | null>
  /** `null` where the ledger has no such run. */
  members(run: { readonly workflowId: string; readonly runId: string }): Promise<KeptMembers | null>
  keepSchedule(pipeline: string, schedule: PipelineSchedule & { readonly next_run_at: string | null }): Promise<void>
  /** Notes when a schedule is due next. `false`, and nothing noted, if it is gone or another one by now. */
  noteNextRun(pipeline: string, schedule: PipelineSchedule & { readonly next_run_at: string | null }): Promise<boolean>
  /** `false` if the pipeline had none. */
  dropSchedule(pipeline: string): Promise<boolean>
  /** How many runs wait for whom. */
  waiting(): Promise<Readonly<Record<WaitsFor, number>>>
  /** All schedules, or that of one pipeline. */
  schedules(pipeline?: string): Promise<readonly StoredSchedule[]>
}
