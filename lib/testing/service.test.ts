import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port'
import { startService } from './service'

it('starts on another port where something took the free one', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const taken = (other.address() as { port: number }).port
  const found: number[] = []
  const findPort = async () => {
    found.push(found.length === 0 ? taken : await freePort())
    return found.at(-1) ?? 0
  }
  const service = await startService({ findPort })
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200)
  expect(found).toEqual([taken, Number(new URL(service.baseUrl).port)])
  await service.close()
  other.close()
})
