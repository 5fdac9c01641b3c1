import { request } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { startTemporal, type TestTemporal } from '@/lib/testing/temporal'

let temporal: TestTemporal
beforeAll(async () => {
  temporal = await startTemporal()
  // Temporal is ready before its HTTP API listens.
  await vi.waitFor(() => ask('GET', 'namespaces', {}), { timeout: 30_000 })
})
afterAll(() => temporal.remove())

/** A request to Temporal's HTTP API with a chosen Host header, which `fetch` does not allow. */
const ask = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${temporal.httpUrl}/api/v1/${path}`, { method, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
    })
    sent.once('error', reject)
    sent.end(
      method === 'POST' ? '{"workflowType":{"name":"AggregateScoreboardWorkflow"},"taskQueue":{"name":"x"}}' : '',
    )
  })

covers('D10')
it("Temporal's HTTP API answers no page, whatever host it is asked by", async () => {
  const { host, port } = new URL(temporal.httpUrl)
  const hosts = [host, `localhost:${port}`, 'localhost', '127.0.0.1', `[::1]:${port}`, 'rebound.example']
  for (const name of hosts)
    for (const origin of ['https://elsewhere.example', 'http://localhost:3000']) {
      const headers = { host: name, origin, 'content-type': 'text/plain' }
      expect([name, await ask('GET', 'namespaces', headers)]).toEqual([name, 403])
      expect([name, await ask('POST', 'namespaces/default/workflows/w', headers)]).toEqual([name, 403])
    }
})
