/** Names that the workflow, its starters and its worker share. Imports nothing, so that workflow code may read it. */
export const aggregationWorkflowType = 'AggregateScoreboardWorkflow'
export const aggregationNamespace = 'default'
export const aggregationTaskQueue = 'scoreboard'
/** The one-off run: there is at most one of it. */
export const aggregationWorkflowId = 'aggregate-scoreboard'
export const scheduledWorkflowId = 'aggregate-scoreboard-scheduled'
export const scheduleKind = 'aggregate-scoreboard'
export const scheduleIdOf = (seconds: number): string => `aggregate-scoreboard-schedule-${seconds}`
/** Retention of executions in the namespaces of organisations. */
export const retentionDays = 365

/** Namespaces that one activity asks. */
export const batchSize = 25

/** What starts the workflow; what it hands on when its history grows long. */
export interface AggregationInput {
  readonly trigger: 'manual' | 'schedule'
  readonly max_concurrency?: number
  readonly carry_max_age_s?: number
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

/** What merging and saving tell of themselves. */
interface SaveReport {
  readonly failed_namespaces: readonly string[]
  readonly carried: readonly { readonly namespace: string; readonly since: string }[]
  readonly dropped: readonly string[]
  readonly records_count: number
  readonly unresolved: number
  readonly orphans: number
  readonly superseded: boolean
}

/** What the workflow ends with. */
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

/** What merging and saving came to. */
export interface SaveOutcome extends SaveReport {
  readonly failed: number
  /** False when there was nothing to save and a namespace failed: the scoreboard keeps its rows. */
  readonly saved: boolean
}
