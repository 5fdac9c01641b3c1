import { expect, it } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { error } from './error'
import { errorResponse } from './fixtures/response'

it.each(['%25', 'a', '@a', 'did:', 'at a', 'at a(', 'at a:1', 'Exception '])(
  'looks at the beginning of a megabyte of %j only',
  async (piece) => {
    const description = piece.repeat(1_000_000 / piece.length)
    expect(await lookedAt(() => error.no_details.run(errorResponse({ description })))).toBeLessThan(100_000)
  },
)
