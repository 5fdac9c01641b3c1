import type { Server, Socket } from 'node:net'
import { networkOf } from '../guard/client-networks'

/** How many connections may be open at a time: altogether, and from one address. */
export interface ConnectionBounds {
  readonly max: number
  readonly perAddressMax: number
}

/**
 * Closes connections beyond the bounds before reading a byte of them, so that one program that opens as many as it can
 * leaves room for others. `isExempt` names addresses, of proxies, that many clients share. `onRefused` is called for
 * each.
 */
export function boundConnections(
  server: Server,
  {
    max,
    perAddressMax,
    isExempt = () => false,
    onRefused = () => undefined,
  }: ConnectionBounds & {
    readonly isExempt?: (address: string) => boolean
    readonly onRefused?: (reason: 'all' | 'address') => void
  },
): void {
  const open = new Map<string, number>()
  server.maxConnections = max
  server.on('drop', () => onRefused('all'))
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? ''
    if (isExempt(remote)) return
    const address = networkOf(remote)
    const count = (open.get(address) ?? 0) + 1
    if (count > perAddressMax) {
      socket.destroy()
      onRefused('address')
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
