import { expect, it } from 'vitest'
import { scheduleWords } from './schedule-panel'

it.each([
  [{ every_seconds: 86_400, daily_at: null }, 'every day'],
  [{ every_seconds: 21_600, daily_at: null }, 'every 6 hours'],
  [{ every_seconds: 900, daily_at: null }, 'every 15 minutes'],
  [{ every_seconds: 901, daily_at: null }, 'every 901 seconds'],
  [{ every_seconds: null, daily_at: '02:30' }, 'daily at 02:30 UTC'],
])('a schedule is said in the largest unit that fits: %j', (schedule, words) => {
  expect(scheduleWords({ ...schedule, paused: false })).toBe(words)
})
