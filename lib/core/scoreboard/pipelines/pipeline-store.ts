import type { WaitsFor } from './fold-run'
import type { Entities } from './ledger-record'
import type { StepRecord } from './run-types'

/** When a pipeline runs by itself: at an interval in seconds, or daily at `HH:MM` UTC. */
export interface PipelineSchedule {
  readonly every_seconds: number | null
  readonly daily_at: string | null
  readonly paused: boolean
}

/** The part of a pipeline that its runs need. */
export interface StoredPipeline {
  readonly id: string
  readonly path: string
  readonly name: string
  /** The namespace of the organisation that owns it. */
  readonly namespace: string
  /** Whether that namespace is registered with Temporal. */
  readonly ready: boolean
  readonly published: boolean
  /** As saved; may be invalid. */
  readonly definition: unknown
}

/** A whole execution in the ledger. Instants are keys, '' for none. */
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

/** What an external program reported about its step. */
interface StepResult {
  readonly passed: boolean
  readonly summary: string
}

/** What a ledger execution was started with. */
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

/** Storage of pipelines and their runs. Every method throws StoreUnavailable. */
export interface PipelineStore extends PipelineDefinitions {
  pipeline(id: string): Promise<StoredPipeline | null>
  execution(id: string): Promise<StoredExecution | null>
  /**
   * Whether a published pipeline shows a session's evidence to everybody: only this one, and only one of the organisation
   * with this id; `null`: any.
   */
  showsSession(
    sessionId: string,
    by: { readonly pipeline: string | null; readonly organization: string | null },
  ): Promise<boolean>
  /** Stores the result of an external step, once. `ended`: the execution has ended without it. */
  giveResult(
    executionId: string,
    step: string,
    result: StepResult,
  ): Promise<'given' | 'same' | 'other' | 'ended' | 'unknown'>
  result(run: { readonly workflowId: string; readonly runId: string }, step: string): Promise<StepResult | null>
  /** `null` if the ledger has no such run. */
  members(run: { readonly workflowId: string; readonly runId: string }): Promise<KeptMembers | null>
  keepSchedule(pipeline: string, schedule: PipelineSchedule & { readonly next_run_at: string | null }): Promise<void>
  /** Notes when a schedule is due next. `false`, without noting anything, if it is gone or was replaced. */
  noteNextRun(pipeline: string, schedule: PipelineSchedule & { readonly next_run_at: string | null }): Promise<boolean>
  /** `false` if the pipeline had none. */
  dropSchedule(pipeline: string): Promise<boolean>
  /** Number of waiting runs, by whom they wait for. */
  waiting(): Promise<Readonly<Record<WaitsFor, number>>>
  /** All schedules, or that of one pipeline. */
  schedules(pipeline?: string): Promise<readonly StoredSchedule[]>
}

/** A pipeline as its author sees it. */
export interface WrittenPipeline {
  readonly id: string
  /** The name of its organisation, a slash, and its own last segment. */
  readonly path: string
  /** The name of the organisation's namespace. */
  readonly organization: string
  readonly organization_name: string
  /** Whether that namespace is registered with Temporal. */
  readonly ready: boolean
  readonly name: string
  /** The last segment of its path. */
  readonly canonified_name: string
  readonly description: string
  readonly published: boolean
  readonly evidence_public: boolean
  /** As saved; may be invalid. `null` if there is none: others report its runs. */
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

/** What may change in a pipeline. Its path never does: badges, links and Temporal searches contain it. */
export type PipelineChanges = {
  readonly [Name in Exclude<keyof NewPipeline, 'organization' | 'canonified_name'>]?: NewPipeline[Name] | undefined
}

/** A change is made only if the pipeline has one of these revisions; `null`: any. */
export type AllowedRevisions = readonly string[] | null

/** Writing pipelines. Every method throws StoreUnavailable. */
export interface PipelineDefinitions {
  /** A page of the pipelines of all organisations, or of one, sorted by path. `page` counts from 1. */
  written(asked: {
    readonly organization: string | null
    readonly page: number
    readonly perPage: number
  }): Promise<{ readonly total: number; readonly pipelines: readonly WrittenPipeline[] }>
  /** One pipeline with its revision, a digest of everything writable; `null` if there is none. */
  writtenOne(id: string): Promise<(WrittenPipeline & { readonly revision: string }) | null>
  /** Every organisation, by namespace name. */
  organizations(): Promise<readonly { readonly name: string; readonly canonified_name: string }[]>
  create(pipeline: NewPipeline): Promise<{ readonly id: string } | 'unknown_organization' | 'exists'>
  /**
   * Changes a pipeline atomically. `same`: already so, whatever its revision. `published`: its definition cannot
   * change.
   */
  change(
    id: string,
    changes: PipelineChanges,
    revisions: AllowedRevisions,
  ): Promise<'changed' | 'same' | 'unknown' | 'stale' | 'published'>
  /** Replaces a definition of this revision by its sealed form; false if it was changed meanwhile. */
  sealDefinition(id: string, revision: string, definition: unknown): Promise<boolean>
  /** Removes what was sealed from the storage files, now or later; false if it must be retried. */
  forgetReplaced(): Promise<boolean>
  /** Removes a pipeline that never ran. `dry` only reports what would happen. */
  remove(
    id: string,
    revisions: AllowedRevisions,
    how?: { readonly dry: boolean },
  ): Promise<'removed' | 'unknown' | 'stale' | 'ran'>
}
