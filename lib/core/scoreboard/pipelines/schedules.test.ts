import { describe, expect, it } from 'vitest'
import { epochMillis, toIso } from '../../shared/time/time'
import { nextRunAt } from './schedules'

const at = epochMillis(Date.parse('2026-11-20T10:07:30.500Z'))

const next = (schedule: Partial<Parameters<typeof nextRunAt>[0]>, from = at): string | null => {
  const found = nextRunAt({ every_seconds: null, daily_at: null, paused: false, ...schedule }, from)
  return found === null ? null : toIso(found)
}

describe('the next run of a schedule', () => {
  it('is the next multiple of its interval', () => {
    expect(next({ every_seconds: 900 })).toBe('2026-11-20T10:15:00.000Z')
    expect(next({ every_seconds: 900 }, epochMillis(Date.parse('2026-11-20T10:15:00Z')))).toBe(
      '2026-11-20T10:30:00.000Z',
    )
  })

  it('is the next time that it is that minute in UTC, today or tomorrow', () => {
    expect(next({ daily_at: '10:08' })).toBe('2026-11-20T10:08:00.000Z')
    expect(next({ daily_at: '10:07' })).toBe('2026-11-21T10:07:00.000Z')
    expect(next({ daily_at: '00:00' })).toBe('2026-11-21T00:00:00.000Z')
  })

  it('never comes while it is paused', () => {
    expect(next({ every_seconds: 900, paused: true })).toBeNull()
  })
})
