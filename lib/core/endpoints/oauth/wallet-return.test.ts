import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyedHash } from '../../ports'
import { seal, unseal } from './seal'
import { sealReturn, unsealReturn } from './wallet-return'

const keyedHash: KeyedHash = (purpose, data) => createHmac('sha256', `key ${purpose}`).update(data).digest()

describe('the sealed way back', () => {
  it('opens to what was sealed, whatever a wallet sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), fc.string({ minLength: 1 }), (redirectUri, state, handle) => {
        const sealed = sealReturn({ redirectUri, state }, handle, keyedHash)
        expect(unsealReturn(sealed, handle, keyedHash)).toEqual({ redirectUri, state })
      }),
    )
  })

  it('shows nothing of the text, and opens under no other handle', () => {
    const sealed = sealReturn({ redirectUri: 'https://wallet.example/cb', state: 'a-secret-state' }, 'one', keyedHash)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secret')
    expect(unsealReturn(sealed, 'two', keyedHash)).toBeNull()
    expect(unsealReturn(undefined, 'one', keyedHash)).toBeNull()
    expect(unsealReturn('not base64url!', 'one', keyedHash)).toBeNull()
  })

  it('never repeats its key stream within a text or between handles', () => {
    const zeros = '\0'.repeat(96)
    const streams = ['one', 'two'].map((handle) => Buffer.from(seal(zeros, handle, keyedHash), 'base64url'))
    const blocks = streams.flatMap((stream) => [0, 32, 64].map((at) => stream.subarray(at, at + 32).toString('hex')))
    expect(new Set(blocks).size).toBe(6)
    expect(unseal(seal(zeros, 'one', keyedHash), 'one', keyedHash)).toBe(zeros)
  })
})
