import type { ListedWorkflows } from './listed-workflows'

/** Starts aggregations. Every method throws SchedulerUnavailable if Temporal cannot be reached. */
export interface AggregationScheduler {
  /** Starts an aggregation, or joins the running one. */
  startOnce(): Promise<{ readonly workflowId: string; readonly runId: string; readonly alreadyRunning: boolean }>
  /** Repeats an aggregation at an interval. `null` if the maximum number of intervals is reached. */
  startEvery(seconds: number): Promise<Schedule | null>
  /** Our schedules, the shortest interval first. */
  list(): Promise<readonly ScheduleView[]>
  /** `false` if we have no such schedule. */
  cancel(scheduleId: string): Promise<boolean>
  /** The newest workflows of a namespace, of any type. A namespace unknown to Temporal has none. */
  workflows(namespace: string): Promise<ListedWorkflows>
}

/** A schedule as an operator sees it. */
export interface ScheduleView {
  readonly scheduleId: string
  /** Seconds between two runs; 0 if unknown. */
  readonly everySeconds: number
  /** RFC 3339; `null` if unknown. */
  readonly nextRunAt: string | null
  readonly paused: boolean
}

interface Schedule {
  readonly scheduleId: string
  readonly created: boolean
  /** RFC 3339; `null` if unknown. */
  readonly nextRunAt: string | null
}

/** Temporal is unavailable: endpoints that need it answer 503, all others keep working. */
export class SchedulerUnavailable extends Error {
  override readonly name = 'SchedulerUnavailable'
}

/** Recognised by its name, like `isProtocolError`. */
export const isSchedulerUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'SchedulerUnavailable'

/** Maximum number of intervals scheduled at the same time. */
export const schedulesMax = 5
/** The longest interval in seconds: a year. */
export const scheduleSecondsMax = 31_536_000
