/** Names shared by the workflow, its starters and its worker. Imports nothing, so that workflow code can use it. */
export const aggregationWorkflowType = 'AggregateScoreboardWorkflow'
export const aggregationNamespace = 'default'
export const aggregationTaskQueue = 'scoreboard'
/** Id of the one-off run; there is at most one. */
export const aggregationWorkflowId = 'aggregate-scoreboard'
export const scheduledWorkflowId = 'aggregate-scoreboard-scheduled'
export const scheduleKind = 'aggregate-scoreboard'
export const scheduleIdOf = (seconds: number): string => `aggregate-scoreboard-schedule-${seconds}`
/** Retention of executions in the namespaces of organisations. */
export const retentionDays = 365

/** Number of namespaces that one activity queries. */
export const batchSize = 25

/** Input of the workflow, passed on when its history grows too long. */
export interface AggregationInput {
  readonly trigger: 'manual' | 'schedule'
  readonly max_concurrency?: number
  readonly carry_max_age_s?: number
  /** Ends at once if the rows were saved by somebody else, so that they are not replaced. */
  readonly spare_saved?: boolean
  readonly resume?: AggregationProgress
}

export interface AggregationProgress {
  readonly aggregation_id: string
  readonly seq: number
  readonly namespaces: number
  readonly next_batch: number
  readonly processed: number
  readonly started_at: number
}

/** What merging and saving report. */
interface SaveReport {
  readonly failed_namespaces: readonly string[]
  readonly carried: readonly { readonly namespace: string; readonly since: string }[]
  readonly dropped: readonly string[]
  readonly records_count: number
  readonly unresolved: number
  readonly orphans: number
  readonly superseded: boolean
}

/** The result of the workflow. */
export interface AggregationOutcome {
  readonly message: string
  readonly output: SaveReport & {
    readonly aggregation_id: string
    readonly seq: number
    readonly namespaces_processed: number
    readonly namespaces_failed: number
    readonly duration_ms: number
  }
}

/** The result of merging and saving. */
export interface SaveOutcome extends SaveReport {
  readonly failed: number
  /** False if there was nothing to save and a namespace failed; the scoreboard then keeps its rows. */
  readonly saved: boolean
}
