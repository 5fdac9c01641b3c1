import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withPackedFiles } from './packed-files'

const folder = mkdtempSync(join(tmpdir(), 'packed-'))
const script = 'console.log(1);'.repeat(40)
let server: Server

beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'))
  writeFileSync(join(folder, 'chunks/a.js'), script)
  writeFileSync(join(folder, 'chunks/a.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'chunks/plain.js'), script)
  const pages = withPackedFiles((_, response) => void response.end('pages'), folder)
  server = createServer(pages)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  rmSync(folder, { recursive: true })
})

const ask = (path: string, headers: OutgoingHttpHeaders, method = 'GET') =>
  new Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Buffer }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    get({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }))
    }).on('error', reject)
  })

describe('a packed file', () => {
  const br = { 'Accept-Encoding': 'gzip, br' }

  it('goes to a browser that takes it, to be kept for good', async () => {
    const { headers, body } = await ask('/_next/static/chunks/a.js', br)
    expect(brotliDecompressSync(body).toString()).toBe(script)
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=UTF-8',
      'content-encoding': 'br',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    const head = await ask('/_next/static/chunks/a.js', br, 'HEAD')
    expect([head.body.length, head.headers['content-length']]).toEqual([0, headers['content-length']])
  })

  it.each([
    ['does not take the coding', '/_next/static/chunks/a.js', { 'Accept-Encoding': 'gzip' }],
    ['names no coding', '/_next/static/chunks/a.js', {}],
    ['asks for a part', '/_next/static/chunks/a.js', { ...br, Range: 'bytes=0-1' }],
    ['asks for one that was not packed', '/_next/static/chunks/plain.js', br],
    ['asks for the packed name', '/_next/static/chunks/a.js.br', br],
    ['asks for something else', '/', br],
    ['leaves the folder', '/_next/static/chunks/../chunks/a.js', br],
  ])('is left to the pages where a caller %s', async (_name, path, headers) => {
    expect((await ask(path, headers)).body.toString()).toBe('pages')
  })
})

it('leaves everything to the pages where nothing was built', () => {
  const seen: unknown[] = []
  const listener = withPackedFiles((request) => void seen.push(request.url), null)
  Reflect.apply(listener, null, [{ url: '/_next/static/chunks/a.js', headers: {} }, {}])
  expect(seen).toEqual(['/_next/static/chunks/a.js'])
})
