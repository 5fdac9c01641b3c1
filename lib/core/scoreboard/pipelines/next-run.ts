import { type EpochMillis, epochMillis } from '../../ground/time/time'
import type { PipelineSchedule } from './pipeline-schedule'

const daySeconds = 86_400

/** When a schedule is due next after an instant, as Temporal reckons: intervals count from 1970. `null` if it is paused. */
export function nextRunAt({ every_seconds, daily_at, paused }: PipelineSchedule, at: EpochMillis): EpochMillis | null {
  if (paused) return null
  const every = every_seconds ?? daySeconds
  const [hour = '0', minute = '0'] = (daily_at ?? '').split(':')
  const offset = every_seconds === null ? (Number(hour) * 60 + Number(minute)) * 60 : 0
  const passed = Math.floor((at / 1000 - offset) / every)
  return epochMillis(((passed + 1) * every + offset) * 1000)
}
