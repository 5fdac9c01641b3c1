import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import type { Exchange } from '@/lib/core/shared/http/exchange'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createAddressLimit } from './address-limit'
import { createRateLimit } from './rate-limit'
import { createRestraint } from './restrain'
import { createStorageBounds } from './storage-bounds'

const at = epochMillis(1_700_000_000_000)
const exchange = { remoteAddress: '192.0.2.7', at, method: 'GET', path: '/', query: null, body: new Uint8Array() }
const answer = { reply: { status: 200, headers: [], body: null }, sessionId: null, events: [], effects: [] }
const made = { ...answer, session: {} } as unknown as Decision
const continued = answer as unknown as Decision

it('a request that loses the race for a session, and then continues that of the winner, counts for nothing', async () => {
  const sessionLimit = createAddressLimit(2)
  const storageBounds = createStorageBounds({
    sessionLimit,
    quota: { count: () => undefined, waitSeconds: () => 0 } as never,
    disk: { isLow: async () => false } as never,
  })
  const request = () =>
    createRestraint(exchange as unknown as Exchange, {
      ports: { sha256: (bytes) => createHash('sha256').update(bytes).digest() },
      storageBounds,
      repeatLimit: createRateLimit(0),
    })
  const [winner, loser] = [request(), request()]
  expect([await winner(made), await loser(made)]).toEqual([made, made])
  expect(sessionLimit.wait(exchange.remoteAddress, at)).toBeGreaterThan(0)
  expect([await loser(continued), await loser(continued)]).toEqual([continued, continued])
  expect(sessionLimit.take(exchange.remoteAddress, at)).toBe(0)
  expect(sessionLimit.wait(exchange.remoteAddress, at)).toBeGreaterThan(0)
  // A request that is decided again with a session of its own counts once.
  const third = request()
  expect(await third(made)).toMatchObject({ reply: { status: 429 } })
})
