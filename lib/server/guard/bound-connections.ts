import type { Server, Socket } from 'node:net'
import { createPlaces, holderOf } from './places'

/**
 * Closes connections beyond the bound, and beyond the share of a network, before reading a byte of them, so that one program that
 * opens as many as it can leaves room for others. None is kept for the operator: whose a connection is, a request on it tells.
 * `isExempt` names addresses, of proxies, that many clients share. `onRefused` is called for each.
 */
export function boundConnections(
  server: Server,
  {
    max,
    isExempt = () => false,
    onRefused = () => undefined,
  }: {
    readonly max: number
    readonly isExempt?: (address: string) => boolean
    readonly onRefused?: (reason: 'all' | 'network') => void
  },
): void {
  const open = createPlaces(max, { keepsPart: false })
  server.maxConnections = max
  server.on('drop', () => onRefused('all'))
  server.on('connection', (socket: Socket) => {
    const remoteAddress = socket.remoteAddress ?? ''
    if (isExempt(remoteAddress)) return
    const holder = holderOf({ remoteAddress, isOperator: false })
    if (open.refusal(holder) === 'network') {
      socket.destroy()
      onRefused('network')
      return
    }
    open.add(holder, 1)
    socket.once('close', () => open.add(holder, -1))
  })
}
