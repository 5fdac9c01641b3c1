import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { boundConnections } from './bound-connections'

/** The parts of a connection that the bound reads. */
const from = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress, destroy: () => undefined })

function bounded(isExempt?: (address: string) => boolean) {
  const server = Object.assign(new EventEmitter(), { maxConnections: 0 })
  const refused: string[] = []
  boundConnections(server as unknown as Server, {
    max: 16,
    onRefused: (reason) => refused.push(reason),
    ...(isExempt ? { isExempt } : {}),
  })
  const open = (address: string) => {
    const socket = from(address)
    server.emit('connection', socket)
    return socket
  }
  return { server, refused, open }
}

it('connections of one network are its share of all, and one that ends makes room', () => {
  const { server, refused, open } = bounded()
  const [first] = [open('192.0.2.1'), open('192.0.2.1'), open('198.51.100.1')]
  expect([server.maxConnections, refused]).toEqual([16, []])
  open('192.0.2.1')
  expect(refused).toEqual(['network'])
  first?.emit('close')
  open('192.0.2.1')
  open('192.0.2.1')
  expect(refused).toEqual(['network', 'network'])
})

covers('D4')
it('connections of one IPv6 network are bounded together, for it has an address for each, and so are those of a site', () => {
  const { refused, open } = bounded()
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8:0:2::1']) open(address)
  expect(refused).toEqual([])
  open('2001:db8:0:3::1')
  expect(refused).toEqual(['network'])
  open('2001:db8:1::1')
  expect(refused).toEqual(['network'])
})

it('connections of this machine and of a proxy are bounded altogether alone', () => {
  const { refused, open } = bounded((address) => address === '192.0.2.9')
  for (let count = 0; count < 10; count++) for (const address of ['127.0.0.1', '::1', '192.0.2.9']) open(address)
  expect(refused).toEqual([])
})
