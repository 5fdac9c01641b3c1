import { expect, it } from 'vitest'
import { processorMillis } from '@/lib/testing/processor-time'
import { errorResponse } from '../fixtures/response'
import { errorNoDetails } from './no-details'

it.each(['%25', 'a', '@a', 'did:', 'at a', 'at a(', 'at a:1', 'Exception '])(
  'takes no longer for a megabyte of %j than for a sentence',
  (piece) => {
    const description = piece.repeat(1_000_000 / piece.length)
    const started = processorMillis()
    errorNoDetails.run(errorResponse({ description }))
    expect(processorMillis() - started).toBeLessThan(200)
  },
)
