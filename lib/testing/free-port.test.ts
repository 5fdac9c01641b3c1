import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort, isTaken } from './free-port'

it('gives no port twice, before anything listens on the first', async () => {
  const ports = await Promise.all(Array.from({ length: 10 }, freePort))
  expect(new Set(ports).size).toBe(10)
  // Systems assign the higher ones themselves.
  expect(ports.filter((port) => port < 10_000 || port >= 32_000)).toEqual([])
})

it('tells a port that something listens on from a free one', async () => {
  const [port, other] = [await freePort(), await freePort()]
  // Something else may take one of them in between.
  expect([await isTaken(port), await isTaken(other)]).toContain(false)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  expect(address !== null && typeof address === 'object' && (await isTaken(address.port))).toBe(true)
  await new Promise((resolve) => server.close(resolve))
})
