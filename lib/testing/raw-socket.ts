import { connect, type Socket } from 'node:net'

/** Opens a connection to the origin. */
function openSocket(baseUrl: string, options: { readonly allowHalfOpen?: boolean } = {}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const address = { port: Number(new URL(baseUrl).port), host: '127.0.0.1', ...options }
    const socket = connect(address, () => resolve(socket))
    socket.once('error', reject)
  })
}

/**
 * Writes bytes that need not be HTTP, and returns everything received until the server closes. Each character of the
 * text is one byte. Several parts are sent as separate packets, each after the previous one was received.
 */
export async function sendRaw(baseUrl: string, ...parts: readonly string[]): Promise<string> {
  const socket = await openSocket(baseUrl)
  socket.setNoDelay(true)
  const chunks: Buffer[] = []
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => undefined)
  for (const part of parts) await new Promise((resolve) => socket.write(part, 'latin1', resolve))
  await closed
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Like `sendRaw`, but writes more on the same connection after the first received bytes, even if the server has ended
 * its side. Then it ends its own, and returns everything received until the server closes.
 */
export async function sendRawThen(baseUrl: string, parts: readonly string[], further: string): Promise<string> {
  const socket = await openSocket(baseUrl, { allowHalfOpen: true })
  socket.setNoDelay(true)
  const chunks: Buffer[] = []
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.once('data', () => socket.end(further, 'latin1'))
  socket.on('error', () => undefined)
  for (const part of parts) await new Promise((resolve) => socket.write(part, 'latin1', resolve))
  await closed
  return Buffer.concat(chunks).toString('utf8')
}

/** A response parsed from raw bytes. */
export interface RawAnswer {
  readonly status: number
  /** By lower-case name; of repeated fields the last one. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Splits the received bytes into responses, including interim ones. Throws on anything else. */
export function readRawAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(line)?.[1])
    if (end === -1 || Number.isNaN(status)) throw new Error(`This is not a response: ${rest.slice(0, 200)}`)
    const headers = Object.fromEntries(
      lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** Sends a request and disconnects before a response can come; resolves when the connection is closed. */
export async function sendAndLeave(baseUrl: string, text: string): Promise<void> {
  const socket = await openSocket(baseUrl)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.write(text, () => socket.destroy())
  await closed
}
