import { createServer, type Server } from 'node:net'

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = await listen(0)
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was given.')
  return address.port
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
