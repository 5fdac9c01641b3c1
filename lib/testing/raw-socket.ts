import { connect, type Socket } from 'node:net'

/** Opens a connection to the origin. */
function openSocket(baseUrl: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Writes bytes that need not be HTTP, and gives everything that comes back until the server closes. */
export async function sendRaw(baseUrl: string, text: string): Promise<string> {
  const socket = await openSocket(baseUrl)
  const chunks: Buffer[] = []
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.write(text)
  await closed
  return Buffer.concat(chunks).toString('utf8')
}

/** Sends a request and goes away before an answer can come; resolves when the connection is gone. */
export async function sendAndLeave(baseUrl: string, text: string): Promise<void> {
  const socket = await openSocket(baseUrl)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.write(text, () => socket.destroy())
  await closed
}
