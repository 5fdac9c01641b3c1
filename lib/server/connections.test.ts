import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { watchConnections } from './connections'
import { pipelinedMax } from './limits'

it('nothing more is read from a connection with many unanswered requests, until some are answered', async () => {
  const read: string[] = []
  const socket = Object.assign(new EventEmitter(), { pause: () => read.push('no'), resume: () => read.push('yes') })
  const connection = watchConnections(new EventEmitter() as Server, 'connection')(socket as unknown as Socket)
  const ends: (() => void)[] = []
  const ask = () => {
    const response = new EventEmitter() as ServerResponse
    connection.begin({ complete: true } as IncomingMessage, response)
    connection.inTurn(response, () => new Promise((resolve) => ends.push(resolve)))
  }
  for (let count = 0; count < pipelinedMax; count++) ask()
  expect([ends.length, read]).toEqual([1, []])
  ask()
  expect(read).toEqual(['no'])
  for (let count = 1; count <= pipelinedMax + 1; count++) {
    await vi.waitFor(() => expect(ends).toHaveLength(count))
    ends[count - 1]?.()
  }
  await vi.waitFor(() => expect(read).toEqual(['no', 'yes']))
})
