import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { freePort } from '@/lib/testing/free-port'
import { readBack } from './drill.mjs'
import { Stop } from './terminal.mjs'

const row = { id: 'one', kind: 'issuance', events: 0, exchanges: 0 }
const failure = (origin: string) => readBack(origin, row, undefined).catch((error: unknown) => error)

it('a service that cannot be reached, or asks for its token, is told in a sentence', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`
  const unreached = await failure(origin)
  expect(unreached).toBeInstanceOf(Stop)
  expect(`${unreached}`).toContain(`${origin}/sessions/one cannot be read: connect ECONNREFUSED`)

  const server = createServer((_, response) => response.writeHead(401).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const refused = await failure(`http://127.0.0.1:${address.port}`)
  expect([refused instanceof Stop, `${refused}`]).toEqual([
    true,
    expect.stringContaining('answered 401: {}\nSet OPERATOR_TOKEN'),
  ])
  await new Promise((resolve) => server.close(resolve))
})
