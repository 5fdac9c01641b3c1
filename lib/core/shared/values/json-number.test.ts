import { expect, it } from 'vitest'
import { isHeldByDouble } from './json-number'

it.each(['0', '-0', '1', '1.50', '0.1', '1e2', '100E-2', '9007199254740992', '1e308', '12345678901234500000', '0e999'])(
  '%s stays what it is',
  (text) => {
    expect(isHeldByDouble(text)).toBe(true)
  },
)

it.each(['9007199254740993', '0.1234567890123456789', '1e400', '-1e400', '1e-400', '12345678901234567890'])(
  '%s becomes another number',
  (text) => {
    expect(isHeldByDouble(text)).toBe(false)
  },
)
