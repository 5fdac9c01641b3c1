import { describe, expect, it } from 'vitest'
import { epochMillis } from '../../shared/time/time'
import { trendDays, trendOf } from './trend'

const now = epochMillis(Date.parse('2026-11-20T23:59:59Z'))
const day = (name: string, runs: number, successes: number) => ({
  day: name,
  total_runs: runs,
  total_successes: successes,
})

describe('the trend of a pipeline', () => {
  it('is nothing before the first numbers', () => {
    expect(trendOf([], now)).toEqual([])
    expect(trendOf([day('2026-11-21', 1, 1)], now)).toEqual([])
  })

  it('begins with the first day that has numbers, and repeats them where nothing changed', () => {
    const points = trendOf([day('2026-11-20', 4, 1), day('2026-11-17', 2, 1)], now)
    expect(points.map(({ day, rate, runs }) => [day, rate, runs])).toEqual([
      ['2026-11-17', 50, 2],
      ['2026-11-18', 50, 2],
      ['2026-11-19', 50, 2],
      ['2026-11-20', 25, 4],
    ])
  })

  it('has 90 days, the first with what was known before', () => {
    const points = trendOf([day('2026-01-02', 3, 3), day('2026-03-04', 10, 9), day('2026-11-20', 20, 19)], now)
    expect(points).toHaveLength(trendDays)
    expect(points[0]).toEqual({ day: '2026-08-23', rate: 90, runs: 10, successes: 9 })
    expect(points.at(-1)).toEqual({ day: '2026-11-20', rate: 95, runs: 20, successes: 19 })
  })
})
