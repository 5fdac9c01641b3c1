import { createServer } from 'node:net'

const loopback = '127.0.0.1'

/** @returns {Promise<number>} a free port of the loopback interface */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, loopback, () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/**
 * Keeps a port of the loopback interface until it is released. It ends whoever connects, and keeps no process running.
 * @param {number} port @returns {Promise<{ port: number, release: () => Promise<void> } | undefined>} undefined if it
 *   cannot be had
 */
export function keepPort(port) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: loopback }, () => {
      server.unref()
      const release = () => new Promise((/** @type {(value: void) => void} */ closed) => server.close(() => closed()))
      resolve({ port, release })
    })
  })
}
