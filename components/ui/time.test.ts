import { expect, it } from 'vitest'
import { localInstant, utcInstant } from './time'

const at = '2026-11-14T23:41:05.870Z'

it('tells an instant in a zone that it names, with the day there', () => {
  expect(localInstant(at, 'minute', 'Europe/Berlin')).toMatch(/^2026-11-15 00:41 (CET|GMT\+1)$/)
  expect(localInstant(at, 'second', 'UTC')).toBe('2026-11-14 23:41:05 UTC')
})

it('tells it in UTC as exactly as asked', () => {
  expect(utcInstant(at)).toBe('2026-11-14 23:41:05.870 UTC')
  expect(utcInstant(at, 'second')).toBe('2026-11-14 23:41:05 UTC')
  expect(utcInstant(at, 'minute')).toBe('2026-11-14 23:41 UTC')
})

it('leaves alone what is no instant', () => {
  expect(localInstant('soon', 'minute')).toBe('soon')
})
