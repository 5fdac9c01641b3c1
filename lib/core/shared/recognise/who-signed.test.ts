import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/adapters/crypto/ports'
import { jws, testKey } from '@/lib/testing/presented/make-presentation'
import { type KnownKey, triedKeysMax, whoSigned } from './who-signed'

const [due, dpop, stranger] = [testKey(), testKey(), testKey()]
const dpopKey: KnownKey = { kind: 'dpop_key', whose: 'this_request', jwk: dpop.jwk }
const header = { alg: 'ES256' }
const ask = (text: string, keys: readonly KnownKey[] = [dpopKey]) =>
  whoSigned({ text, jwk: due.jwk }, { keys, verifySignature })

describe('whoSigned', () => {
  it('knows a signature in DER, and one by another key', async () => {
    expect(await ask(jws(header, {}, due, true))).toBe('der')
    expect(await ask(jws(header, {}, dpop))).toBe(dpopKey)
    expect(await ask(jws(header, {}, dpop, true))).toBe(dpopKey)
  })

  it('knows nothing of a key that nobody named, or of a token that was changed', async () => {
    expect(await ask(jws(header, {}, stranger))).toBeNull()
    expect(await ask(jws(header, {}, stranger, true))).toBeNull()
    const [head, , signature] = jws(header, {}, dpop).split('.')
    expect(await ask([head, 'e30', signature].join('.'), [])).toBeNull()
  })

  it.each(['', 'a.b.c', 'no token', jws({ alg: 'none' }, {}, dpop), jws({ alg: 7 }, {}, dpop)])(
    'never rejects because of input: %s',
    async (text) => {
      expect(await ask(text)).toBeNull()
    },
  )

  it('tries no more than eight keys', async () => {
    const others = Array.from({ length: triedKeysMax }, () => ({ ...dpopKey, jwk: testKey().jwk }))
    expect(await ask(jws(header, {}, dpop), [...others.slice(1), dpopKey])).toBe(dpopKey)
    expect(await ask(jws(header, {}, dpop), [...others, dpopKey])).toBeNull()
  })
})
