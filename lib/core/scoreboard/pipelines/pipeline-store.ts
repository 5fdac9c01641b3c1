import type { WaitsFor } from './fold-run'
import type { Entities } from './ledger-record'
import type { StepRecord } from './run-types'

/** When a pipeline runs by itself: every so many seconds, or daily at a minute of UTC, `HH:MM`. */
export interface PipelineSchedule {
  readonly every_seconds: number | null
  readonly daily_at: string | null
  readonly paused: boolean
}

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

/** A pipeline as who writes it sees it. */
export interface WrittenPipeline {
  readonly id: string
  /** The name of its organisation, and its own. */
  readonly path: string
  /** The name of the organisation's namespace. */
  readonly organization: string
  readonly organization_name: string
  /** Whether that namespace is registered with Temporal. */
  readonly ready: boolean
  readonly name: string
  /** The last part of its path. */
  readonly canonified_name: string
  readonly description: string
  readonly published: boolean
  readonly evidence_public: boolean
  /** As it was saved; nothing says that it is right. `null` for none: its runs are reported by others. */
  readonly definition: unknown
  /** RFC 3339 */
  readonly updated: string
  readonly schedule: PipelineSchedule | null
  /** Its newest execution; `null` if it never ran. Instants are keys, '' for none. */
  readonly last_run: {
    readonly execution_id: string
    readonly status: string
    readonly type: string
    readonly started_at: string
    readonly closed_at: string
  } | null
}

/** A pipeline to add. */
export interface NewPipeline {
  readonly organization: string
  readonly canonified_name: string
  readonly name: string
  readonly description: string
  readonly definition: unknown
  readonly published: boolean
  readonly evidence_public: boolean
}

/** What may change of a pipeline. Its path never does: badges, links and searches in Temporal hold it. */
export type PipelineChanges = {
  readonly [Name in Exclude<keyof NewPipeline, 'organization' | 'canonified_name'>]?: NewPipeline[Name] | undefined
}

/** Revisions that a pipeline must have one of, for a change to be made; `null`: any. */
export type AllowedRevisions = readonly string[] | null

/** Writing pipelines. Every method throws StoreUnavailable. */
export interface PipelineDefinitions {
  /** A page of the pipelines of all organisations, or of one, by their paths. `page` counts from 1. */
  written(asked: {
    readonly organization: string | null
    readonly page: number
    readonly perPage: number
  }): Promise<{ readonly total: number; readonly pipelines: readonly WrittenPipeline[] }>
  /** One with its revision, a digest of all that can be written; `null` if there is none. */
  writtenOne(id: string): Promise<(WrittenPipeline & { readonly revision: string }) | null>
  /** Every organisation, by the name of its namespace. */
  organizations(): Promise<readonly { readonly name: string; readonly canonified_name: string }[]>
  create(pipeline: NewPipeline): Promise<{ readonly id: string } | 'unknown_organization' | 'exists'>
  /**
   * Changes a pipeline at once or not at all. `same`: it was so before, whatever its revision. `published`: its definition cannot
   * change.
   */
  change(
    id: string,
    changes: PipelineChanges,
    revisions: AllowedRevisions,
  ): Promise<'changed' | 'same' | 'unknown' | 'stale' | 'published'>
  /** Puts the sealed form in the place of a definition that has this revision; false for one that was changed meanwhile. */
  sealDefinition(id: string, revision: string, definition: unknown): Promise<boolean>
  /** Leaves nothing in the files of storage of what was sealed, now or before; false where that is to be tried again. */
  forgetReplaced(): Promise<boolean>
  /** Removes one that never ran. `dry` only says what would come of it. */
  remove(
    id: string,
    revisions: AllowedRevisions,
    how?: { readonly dry: boolean },
  ): Promise<'removed' | 'unknown' | 'stale' | 'ran'>
}
