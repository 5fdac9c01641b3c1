import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NoPlace, Seeker } from '@/lib/core/ground/ports/places'
import { startService, type TestService } from '@/lib/testing/service'

/** Every bound that strangers can fill, as the service wires it: see docs/limits.md, "What clients share". */
let service: TestService
beforeAll(async () => {
  service = await startService({ env: { OPERATOR_TOKEN: 'a-token-of-the-operator', FETCH_ISSUER_METADATA: 'on' } })
})
afterAll(() => service.close())

const from = (remoteAddress: string, isOperator = false): Seeker => ({ remoteAddress, isOperator })

type Taken = (() => void) | NoPlace | Promise<(() => void) | NoPlace>
/** How a place is taken, how many there are, and what a client may have of them; the network around it; all strangers together. */
const bounds: readonly (readonly [
  name: string,
  take: (seeker: Seeker) => Taken,
  all: number,
  own: number,
  around: number,
  strangers: number,
])[] = [
  ['runs from pages', (seeker) => service.container.walletPlaces.session.take(seeker, 'runs'), 4, 1, 1, 3],
  ['runs through campaigns', (seeker) => service.container.walletPlaces.campaign.take(seeker, 'runs'), 2, 1, 1, 1],
  ['requests being written', (seeker) => service.container.commitPlaces.take(seeker, 'requests'), 2000, 250, 500, 1500],
  [
    'requests that wait',
    (seeker) => {
      const wait = service.container.ports.waits.begin({
        exchange: randomUUID() as never,
        seeker,
        session: 'session' as never,
        campaign: 'campaign' as never,
      })
      return 'because' in wait ? wait : wait.end
    },
    512,
    64,
    128,
    384,
  ],
  [
    'bundles that are not read',
    async (seeker) => {
      try {
        const spool = await service.container.ports.bundles.spool(seeker)
        return () => void spool.discard()
      } catch (error) {
        return { lack: 'all', because: String(error) }
      }
    },
    16,
    2,
    4,
    12,
  ],
]

describe('what clients share', () => {
  it.each(bounds)('%s', async (_name, take, all, own, around, strangers) => {
    const leaves: (() => void)[] = []
    const given = async (seeker: Seeker, tries: number): Promise<number> => {
      let count = 0
      for (let at = 0; at < tries; at++) {
        const taken = await take(seeker)
        if (typeof taken !== 'function') break
        leaves.push(taken)
        count += 1
      }
      return count
    }
    const counts = { own: await given(from('192.0.2.1'), all), around: 0, strangers: 0, operator: 0 }
    counts.around = counts.own + (await given(from('192.0.2.2'), all))
    counts.strangers = counts.around
    for (let net = 0; net < 100 && counts.strangers < strangers + 1; net++)
      counts.strangers += await given(from(`198.51.${net}.1`), all)
    counts.operator = await given(from('203.0.113.1', true), all + 1)
    for (const leave of leaves) leave()
    expect(counts).toEqual({ own, around, strangers, operator: all - strangers })
  })

  it('fetches from others', async () => {
    const { fetchDocument } = service.container.ports
    let host = 0
    // All at once: a place is taken before the host is looked up, and none of these is there.
    const refused = async (...seekers: readonly Seeker[]): Promise<(string | null)[]> => {
      const asked = seekers.map((seeker) => fetchDocument?.(`https://host-${++host}.invalid/`, seeker))
      return (await Promise.all(asked)).map((found) =>
        found && !found.answered && ['share_taken', 'busy'].includes(found.error) ? found.error : null,
      )
    }
    const many = (count: number, seeker: (index: number) => Seeker) =>
      Array.from({ length: count }, (_, at) => seeker(at))
    expect(await refused(...many(5, () => from('192.0.2.1')))).toEqual([null, null, null, null, 'share_taken'])
    const strangers = many(25, (at) => from(`198.51.${at}.1`))
    const operator = many(9, () => from('203.0.113.1', true))
    const all = await refused(...strangers, ...operator)
    expect(all.slice(0, 25)).toEqual([...Array(24).fill(null), 'busy'])
    expect(all.slice(25)).toEqual([...Array(8).fill(null), 'busy'])
  })
})
