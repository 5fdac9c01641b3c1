import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { sessionId } from '../../shared/ports/ids'
import type { KeyedHash } from '../../shared/ports/ports'
import { fitsOffer, transactionCode, transactionCodeObject } from './transaction-code'

const keyedHash: KeyedHash = (purpose, data) => createHmac('sha256', purpose).update(data).digest()

describe('a transaction code', () => {
  it('has the shape of its offer, is the same each time, and differs between sessions', () => {
    const mode = fc.constantFrom('numeric' as const, 'text' as const, undefined)
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), mode, fc.integer({ min: 4, max: 12 }), (one, two, input_mode, length) => {
        const offer = { input_mode, length }
        const code = transactionCode(sessionId(one), offer, keyedHash)
        expect(fitsOffer(code, offer)).toBe(true)
        expect(transactionCode(sessionId(one), offer, keyedHash)).toBe(code)
        if (one !== two && length === 12) expect(transactionCode(sessionId(two), offer, keyedHash)).not.toBe(code)
      }),
      runs(),
    )
  })

  it('is numeric and of six characters where the offer says nothing', () => {
    expect(transactionCode(sessionId('x'), {}, keyedHash)).toMatch(/^\d{6}$/)
    expect(transactionCodeObject({})).toEqual({})
  })

  it('does not fit when letters or another length come', () => {
    expect(fitsOffer('12a4', { length: 4 })).toBe(false)
    expect(fitsOffer('12345', { length: 4 })).toBe(false)
    expect(fitsOffer('AB12', { length: 4, input_mode: 'text' })).toBe(true)
  })
})
