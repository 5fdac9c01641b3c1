import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import { compareAnswers } from './compare-answers'

it('counts an answer that was sent whole, though its client closes before it is ended', async () => {
  const body = '{"status":"ok"}'
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('Content-Length', Buffer.byteLength(body))
    response.write(body)
  })
  const { seen } = compareAnswers(server, buildOpenApi())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`)
  expect(await answer.text()).toBe(body)
  expect([...seen]).toEqual(['getHealth 200'])
  server.closeAllConnections()
  server.close()
})
