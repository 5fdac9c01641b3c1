import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { closed } from './closed'

const responseLike = (isClosed = false) =>
  Object.assign(new EventEmitter(), { closed: isClosed }) as unknown as ServerResponse

describe('closed', () => {
  it('adds one listener to a response, however many wait for its end', async () => {
    const response = responseLike()
    const waits = Array.from({ length: 20 }, () => closed(response))
    expect(response.listenerCount('close')).toBe(1)
    response.emit('close')
    await Promise.all(waits)
  })

  it('settles at once for a response that is over already', () => closed(responseLike(true)))
})
