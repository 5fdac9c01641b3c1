/** Starts aggregations. Every method throws SchedulerUnavailable if Temporal cannot be reached. */
export interface AggregationScheduler {
  /** Starts one, or joins the one that runs. */
  startOnce(): Promise<{ readonly workflowId: string; readonly runId: string; readonly alreadyRunning: boolean }>
  /** Repeats one every so many seconds. `null` when there are as many intervals as there may be. */
  startEvery(seconds: number): Promise<Schedule | null>
  /** The schedules of ours, the shortest interval first. */
  list(): Promise<readonly ScheduleView[]>
  /** `false` when there is no such schedule of ours. */
  cancel(scheduleId: string): Promise<boolean>
}

/** A schedule as an operator sees it. */
export interface ScheduleView {
  readonly scheduleId: string
  /** Seconds between two runs; 0 if unknown. */
  readonly everySeconds: number
  /** RFC 3339, `null` when it is not known. */
  readonly nextRunAt: string | null
  readonly paused: boolean
}

interface Schedule {
  readonly scheduleId: string
  readonly created: boolean
  /** RFC 3339, `null` when it is not known. */
  readonly nextRunAt: string | null
}

/** Temporal is unavailable: endpoints that need it answer 503, all others keep working. */
export class SchedulerUnavailable extends Error {
  override readonly name = 'SchedulerUnavailable'
}

/** Told by its name, as `isProtocolError` does. */
export const isSchedulerUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'SchedulerUnavailable'

/** Intervals that may be scheduled at the same time. */
export const schedulesMax = 5
/** The longest interval in seconds: a year. */
export const scheduleSecondsMax = 31_536_000
