import { expect, it } from 'vitest'
import { epochMillis } from '../../shared/time/time'
import { secondsAfter } from './verifier-history'

it.each([
  [0, 0],
  [1999, 1],
  [-1, 0],
  [-5000, 0],
])('an answer %i ms after another came %i s after it', (millis, seconds) => {
  const first = epochMillis(1_800_000_000_000)
  expect(secondsAfter(first, epochMillis(first + millis))).toBe(seconds)
})
