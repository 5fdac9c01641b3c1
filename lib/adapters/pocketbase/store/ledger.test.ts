import { describe, expect, it } from 'vitest'
import { type StoredExchange, toLedgerExchange } from '@/lib/core/shared/ports/store-types'
import { epochMillis } from '@/lib/core/shared/time/time'
import { commitOf, sampleExchange, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import { createLedgerRing } from './ledger'

const exchangeAt = (offset: number): StoredExchange => sampleExchange({ at: epochMillis(sampleStart + offset) })
const loaded = (...exchanges: StoredExchange[]) => exchanges.map((exchange) => ({ exchange, characters: 10 }))

describe('the ledger ring', () => {
  it('asks storage once, also when many read at the same time', async () => {
    let loads = 0
    const ring = createLedgerRing({
      size: 5,
      charactersMax: 1000,
      load: async () => {
        loads++
        return loaded(exchangeAt(1), exchangeAt(2))
      },
    })
    const readings = await Promise.all([ring.newest(5), ring.newest(1), ring.newest(5)])
    expect(readings.map((reading) => reading.length)).toEqual([2, 1, 2])
    await ring.newest(5)
    expect(loads).toBe(1)
  })

  it('misses nothing and doubles nothing of what is committed while it is being filled', async () => {
    const [old, both, late] = [exchangeAt(1), exchangeAt(2), exchangeAt(3)]
    const { sessionId } = sampleSession()
    let finish: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const ring = createLedgerRing({
      size: 5,
      charactersMax: 1000,
      load: async () => {
        await gate
        return loaded(old, both)
      },
    })
    const reading = ring.newest(5)
    ring.written(commitOf({ exchange: both }), 10)
    ring.written(commitOf({ exchange: late, effects: [{ type: 'bind', exchangeId: old.id, sessionId }] }), 10)
    finish()
    expect(await reading).toEqual([{ ...old, sessionId }, both, late].map(toLedgerExchange))
  })

  it('a failed filling is told to the reader and tried again by the next one', async () => {
    let tries = 0
    const ring = createLedgerRing({
      size: 5,
      charactersMax: 1000,
      load: async () => {
        if (++tries === 1) throw new Error('away')
        return loaded(exchangeAt(1))
      },
    })
    await expect(ring.newest(5)).rejects.toThrow('away')
    expect(await ring.newest(5)).toHaveLength(1)
  })

  it('what was being read when all was forgotten is not kept', async () => {
    let loads = 0
    const ring = createLedgerRing({
      size: 5,
      charactersMax: 1000,
      load: async () => loaded(...Array.from({ length: ++loads }, (_, index) => exchangeAt(index))),
    })
    const reading = ring.newest(5)
    ring.forget()
    expect(await reading).toHaveLength(1)
    expect(await ring.newest(5)).toHaveLength(2)
    expect(await ring.newest(5)).toHaveLength(2)
  })

  it('holds no more text than its bound, but always the newest exchange', async () => {
    const ring = createLedgerRing({ size: 100, charactersMax: 25, load: async () => loaded(exchangeAt(1)) })
    await ring.newest(1)
    const [two, three, four] = [exchangeAt(2), exchangeAt(3), exchangeAt(4)]
    ring.written(commitOf({ exchange: two }), 10)
    ring.written(commitOf({ exchange: three }), 10)
    expect(await ring.newest(100)).toEqual([two, three].map(toLedgerExchange))
    ring.written(commitOf({ exchange: four }), 5000)
    expect(await ring.newest(100)).toEqual([toLedgerExchange(four)])
  })
})
