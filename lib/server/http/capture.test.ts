import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { epochMillis } from '@/lib/core/shared/time/time'
import { runs } from '@/scripts/thorough.mjs'
import { createMemoryRoom } from '../guard/memory-room'
import { bytesKept, capture } from './capture'

const yes = () => true
const no = () => false

describe('bytesKept', () => {
  it('is the whole body that an endpoint accepts from wallets and testers', () => {
    for (const auth of ['none', 'dpop', 'operator'] as const)
      for (const size of [5000, bodyBytesMax.sessionCreation, bodyBytesMax.scoreboard])
        expect(bytesKept({ auth, bodyBytesMax: size }, no)).toBe(size)
  })

  it('is little of an admin request without the key, however much the endpoint accepts', () => {
    for (const auth of ['admin', 'publisher'] as const)
      for (const size of [1024, 5000, bodyBytesMax.sessionCreation, bodyBytesMax.scoreboard]) {
        expect(bytesKept({ auth, bodyBytesMax: size }, no)).toBe(4096)
        expect(bytesKept({ auth, bodyBytesMax: size }, yes)).toBe(Math.max(size, 4096))
      }
  })

  it('is enough to recognise it where no body is expected, and a wallet’s full body on unknown paths', () => {
    expect(bytesKept({ auth: 'none', bodyBytesMax: 0 }, no)).toBe(4096)
    expect(bytesKept(null, no)).toBe(bodyBytesMax.issuance)
  })
})

describe('the body of a request', () => {
  const captured = (chunks: readonly Buffer[], roomBytes: number) => {
    const request = Object.assign(Readable.from(chunks), {
      method: 'POST',
      url: '/unknown',
      rawHeaders: [],
      headers: {},
    })
    const room = createMemoryRoom({ max: roomBytes, small: roomBytes }, { keepsPart: false })
    const place = room.enter({ remoteAddress: '127.0.0.1', isOperator: false })
    const ending = new AbortController().signal
    const reading = { isAdmin: no, isOrganization: async () => false, isPublisher: no, ending, wanted: true, place }
    return { place, exchange: capture(request as unknown as IncomingMessage, epochMillis(0), '192.0.2.1', reading) }
  }

  it('is kept up to its bound and counted whole, whatever its chunks are', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 3000 }), { maxLength: 9 }), async (chunks) => {
        const whole = Buffer.concat(chunks)
        const { exchange } = captured(chunks.map(Buffer.from), 1_000_000)
        const { body, bodyBytes, bodyOverflow } = await exchange
        const kept = bytesKept({ auth: 'none', bodyBytesMax: 0 }, no)
        expect(Buffer.compare(Buffer.from(body), whole.subarray(0, kept))).toBe(0)
        expect([bodyBytes, bodyOverflow]).toEqual([whole.length, whole.length > kept])
      }),
      runs(),
    ))

  it('holds no chunk, so that many small ones cost no more than their bytes', async () => {
    const packet = Buffer.alloc(1_000_000)
    const { body } = await captured([packet.subarray(0, 1), packet.subarray(1, 2)], 1_000_000).exchange
    expect([body.length, body.buffer === packet.buffer, body.buffer.byteLength]).toEqual([2, false, 4096])
  })

  it('is not kept where there is no room, and read to its end', async () => {
    const { exchange, place } = captured([Buffer.alloc(10_000), Buffer.alloc(10_000)], 2_000)
    const { body, bodyBytes } = await exchange
    expect([body.length, bodyBytes, place.refused()]).toEqual([0, 20_000, expect.stringContaining('are taken')])
  })
})
