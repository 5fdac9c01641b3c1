import { expect, it } from 'vitest'
import { sessionId } from '@/lib/core/ground/ports/ids'
import type { KeptReadBack } from '@/lib/core/ground/ports/ports'
import { epochMillis } from '@/lib/core/ground/time/time'
import { createReadBacks } from './read-backs'

const at = epochMillis(0)
const nearby = { issuerConfigurationId: 'a', clients: [], from: at, to: at }
const id = (index: number) => sessionId(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
const of = (bytes: number): KeptReadBack => ({
  nearby,
  mark: 'm',
  kept: { bytes: new Uint8Array(bytes), until: at },
  trialAt: at,
})

it('answers are kept within a bound of bytes, the newest ones, until evidence is deleted', () => {
  const kept = createReadBacks()
  const million = of(1_000_000)
  for (let index = 0; index < 20; index++) kept.set(id(index), million)
  const left = Array.from({ length: 20 }, (_, index) => index).filter((index) => kept.get(id(index)) !== undefined)
  expect(left).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  kept.delete(id(19))
  expect(kept.get(id(19))).toBeUndefined()
  kept.forget()
  expect(left.map((index) => kept.get(id(index))).filter((one) => one !== undefined)).toEqual([])
})
