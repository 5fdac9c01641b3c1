import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, vi } from 'vitest'
import { freePort } from './free-port'
import { startService } from './service'

vi.mock('./free-port', async (importOriginal) => {
  const actual = await importOriginal<typeof import('./free-port')>()
  return { ...actual, freePort: vi.fn(actual.freePort) }
})

it('starts on another port where something took the free one', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const taken = (other.address() as { port: number }).port
  vi.mocked(freePort).mockResolvedValueOnce(taken)
  const service = await startService()
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200)
  expect(new URL(service.baseUrl).port).not.toBe(String(taken))
  await service.close()
  other.close()
})
