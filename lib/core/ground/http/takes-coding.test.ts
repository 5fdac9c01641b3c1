import { describe, expect, it } from 'vitest'
import { takesCoding } from './request-headers'

describe('a content coding', () => {
  it.each(['br', 'gzip, br', 'gzip;q=1.0, BR;q=0.5', 'br ;q=0.001'])('is taken by "%s"', (header) => {
    expect(takesCoding(header, 'br')).toBe(true)
  })

  it.each([null, undefined, '', 'gzip', 'brotli', 'br;q=0', 'br; q=0.000', 'x-br'])(
    'is not taken by "%s"',
    (header) => {
      expect(takesCoding(header, 'br')).toBe(false)
    },
  )
})
