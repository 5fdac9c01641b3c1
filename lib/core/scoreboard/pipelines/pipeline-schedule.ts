/** When a pipeline runs by itself: every so many seconds, or daily at a minute of UTC, `HH:MM`. */
export interface PipelineSchedule {
  readonly every_seconds: number | null
  readonly daily_at: string | null
  readonly paused: boolean
}
