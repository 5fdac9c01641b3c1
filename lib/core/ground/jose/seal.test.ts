import { CompactEncrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from './jwe'

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

describe('a sealed text', () => {
  it('never repeats its key stream within a text or between keys', async () => {
    const zeros = '\0'.repeat(96)
    const sealed = await Promise.all([key, other].map((each) => seal({ text: zeros, key: each })))
    const streams = sealed.map((jwe) => Buffer.from(jwe.split('.')[3] ?? '', 'base64url'))
    const blocks = streams.flatMap((stream) => [0, 32, 64].map((at) => stream.subarray(at, at + 32).toString('hex')))
    expect(new Set(blocks).size).toBe(6)
    expect(await unseal({ sealed: sealed[0] ?? '', key })).toBe(zeros)
  })

  it('is another one each time, under the same key too', async () => {
    const sealed = await Promise.all([1, 2, 3].map(() => seal({ text: 'the same', key })))
    expect(new Set(sealed.map((jwe) => jwe.split('.')[3])).size).toBe(3)
  })

  it('opens under no other key, and not as another kind of JWE', async () => {
    expect(await unseal({ sealed: await seal({ text: 'x', key }), key: other })).toBeNull()
    const wrapped = await new CompactEncrypt(Buffer.from('x'))
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
      .encrypt(key)
    expect(await unseal({ sealed: wrapped, key })).toBeNull()
    for (const text of ['', 'x', '....', 'a.b.c.d.e']) expect(await unseal({ sealed: text, key })).toBeNull()
  })
})
