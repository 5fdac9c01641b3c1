import { createServer, type Server } from 'node:net'

/** Below the ports that systems hand out by themselves, so that no outgoing connection and no `listen(0)` gets one of ours. */
const [FIRST, PORTS] = [10_000, 22_000]
/** How many ports a process may take before another process that runs beside it begins. */
const OF_A_PROCESS = 40

let asked = 0

/**
 * A free port of the loopback interface. Nothing holds it until the caller listens, which a whole `npm start` does only
 * seconds later: so processes that run side by side choose from different ports. Two services of ours at one port would
 * answer each other's tests. The one after it is given to nobody: METRICS_PORT takes both.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries += 1) {
    const port = FIRST + ((process.pid * OF_A_PROCESS + 2 * asked++) % PORTS)
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
