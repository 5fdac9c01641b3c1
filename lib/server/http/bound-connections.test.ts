import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { expect, it } from 'vitest'
import { boundConnections } from './bound-connections'

/** The parts of a connection that the bound reads. */
const from = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress, destroy: () => undefined })

it('connections of one IPv6 network are bounded together, for it has an address for each', () => {
  const server = Object.assign(new EventEmitter(), { maxConnections: 0 })
  const refused: string[] = []
  boundConnections(server as unknown as Server, {
    max: 10,
    perAddressMax: 2,
    onRefused: (reason) => refused.push(reason),
  })
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']) server.emit('connection', from(address))
  expect(refused).toEqual([])
  server.emit('connection', from('2001:db8::3'))
  expect(refused).toEqual(['address'])
})
