import type { IncomingMessage } from 'node:http'

/** A request as a scripted server received it. */
export interface Received {
  method: string
  path: string
  query: string
  rawHeaders: string[]
  headers: IncomingMessage['headers']
  body: string
}

/** An answer of a scripted server. */
export interface Scripted {
  status: number
  headers?: Record<string, string>
  body: unknown
}

/** Reads a request to its end. */
export async function readRequest(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const [path = '', query = ''] = (incoming.url ?? '').split('?')
  return {
    method: incoming.method ?? '',
    path,
    query,
    rawHeaders: incoming.rawHeaders,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}
