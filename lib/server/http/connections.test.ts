import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { pipelinedMax } from '../basics/limits'
import { watchConnections } from './connections'

const watch = (socket: EventEmitter) =>
  watchConnections(new EventEmitter() as Server, 'connection')(socket as unknown as Socket)
/** A response; `connection` is the header of that name. */
const responseWith = (connection?: string, shouldKeepAlive = true): ServerResponse =>
  Object.assign(new EventEmitter(), { shouldKeepAlive, getHeader: () => connection }) as unknown as ServerResponse

covers('D4')
it('nothing more is read from a connection with many unanswered requests, until some are answered', async () => {
  const read: string[] = []
  const socket = Object.assign(new EventEmitter(), { pause: () => read.push('no'), resume: () => read.push('yes') })
  const connection = watch(socket)
  const ends: (() => void)[] = []
  const ask = () => {
    const response = responseWith()
    connection.begin({ complete: true } as IncomingMessage, response)
    connection.inTurn(response, () => new Promise((resolve) => ends.push(resolve)))
  }
  for (let count = 0; count < pipelinedMax; count++) ask()
  expect([ends.length, read]).toEqual([1, []])
  ask()
  expect(read).toEqual(['no'])
  for (let count = 1; count <= pipelinedMax + 1; count++) {
    await vi.waitFor(() => expect(ends).toHaveLength(count), 30_000)
    ends[count - 1]?.()
  }
  await vi.waitFor(() => expect(read).toEqual(['no', 'yes']), 30_000)
})

covers('D8')
it.each([
  ['goes on behind a response', responseWith(), true],
  ['ends behind a response that closes it', responseWith('close'), false],
  ['ends behind a response to a client that closes it', responseWith(undefined, false), false],
])('what is read from a connection %s', async (_name, first, goesOn) => {
  const connection = watch(new EventEmitter())
  const worked: string[] = []
  for (const [name, response] of [['first', first] as const, ['second', responseWith()] as const]) {
    connection.begin({ complete: true } as IncomingMessage, response)
    connection.inTurn(response, async () => void worked.push(name))
  }
  await vi.waitFor(() => expect(connection.isOver()).toBe(!goesOn), 30_000)
  for (let round = 0; round < 5; round++) await new Promise(setImmediate)
  expect(worked).toEqual(goesOn ? ['first', 'second'] : ['first'])
})
