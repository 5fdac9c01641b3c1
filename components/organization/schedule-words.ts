import type { PipelineSchedule } from '@/lib/core/scoreboard/pipelines/pipeline-schedule'

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** When a schedule runs, in words: `daily at 02:30 UTC`, `every 6 hours`. */
export function scheduleWords({ every_seconds, daily_at }: PipelineSchedule): string {
  if (every_seconds === null) return `daily at ${daily_at} UTC`
  const [size, unit] = units.find(([seconds]) => every_seconds % seconds === 0) ?? [1, 'second']
  const count = every_seconds / size
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}
