import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below the ports that systems assign, so that no outgoing connection and no `listen(0)` gets one of ours. */
const [FIRST, PORTS] = [10_000, 22_000]
const given = new Set<number>()

/**
 * A free port of the loopback interface. Nothing holds it until the caller listens, seconds later for a whole `npm
 * start`, so ports are drawn at random: processes that count upwards would meet. Two services at one port would answer
 * each other's tests. The next port stays unused, because METRICS_PORT takes both.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries += 1) {
    const port = FIRST + 2 * randomInt(PORTS / 2)
    if (given.has(port)) continue
    given.add(port)
    if (!(await isTaken(port))) return port
  }
  throw new Error('No port is free.')
}

/** Whether a port of the loopback interface is in use, even by an outgoing connection. */
export async function isTaken(port: number): Promise<boolean> {
  try {
    const server = await listen(port)
    await new Promise((resolve) => server.close(resolve))
    return false
  } catch {
    return true
  }
}

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
