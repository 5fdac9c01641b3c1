import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/testing/processor-time'
import { fromBase64, toBase64, withoutPadding } from './base64'

describe('padding', () => {
  it.each([
    ['', ''],
    ['====', ''],
    ['YQ==', 'YQ'],
    ['Y=Q=', 'Y=Q'],
    ['YWI', 'YWI'],
  ])('goes from the end of %j and from nowhere else', (text, expected) => {
    expect(withoutPadding(text)).toBe(expected)
  })

  it('takes no longer inside a long text than at its end', () => {
    const text = `${'='.repeat(1_000_000)}x`
    const started = processorMillis()
    expect(withoutPadding(text)).toBe(text)
    expect(processorMillis() - started).toBeLessThan(200)
  })

  it('is what base64 ends with', () => {
    expect(toBase64(Uint8Array.of(97))).toBe('YQ==')
    expect(fromBase64('YQ==')).toEqual(Uint8Array.of(97))
    expect(fromBase64('YQ')).toBeNull()
    expect(fromBase64('Y=Q=')).toBeNull()
  })
})
