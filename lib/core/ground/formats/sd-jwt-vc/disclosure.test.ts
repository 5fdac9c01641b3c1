import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/adapters/crypto/ports'
import { runs } from '@/scripts/thorough.mjs'
import { toBase64url, utf8 } from '../../values/base64url'
import type { Json, JsonObject } from '../../values/json'
import { conceal, concealClaims, disclosureDigest } from './issue-sd-jwt-vc'
import { readSdJwt } from './read-sd-jwt'

const salt = (text: string) => () => Buffer.from(text, 'base64url')
let counter = 0
const counted = (bytes: number) => new Uint8Array(bytes).fill(0).map((_, index) => (counter++ >> index) & 0xff)

const encode = (value: unknown) => toBase64url(utf8(JSON.stringify(value)))
const sdJwt = (claims: unknown, disclosures: readonly string[]) =>
  `${encode({ alg: 'ES256' })}.${encode(claims)}.AAAA~${disclosures.map((one) => `${one}~`).join('')}`

describe('digests', () => {
  it('are those of the examples in RFC 9901 sections 4.2.1 to 4.2.3', () => {
    const member = 'WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0'
    expect(disclosureDigest(member, sha256)).toBe('X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0')
    const element = 'WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0'
    expect(disclosureDigest(element, sha256)).toBe('w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs')
  })
})

describe('conceal', () => {
  it('encodes salt, name and value of a member', () => {
    const made = conceal({ name: 'family_name', value: 'Möbius', random: salt('eI8ZWm9QnKPpNPeNenHdhQ'), hash: sha256 })
    expect(Buffer.from(made.encoded, 'base64url').toString()).toBe('["eI8ZWm9QnKPpNPeNenHdhQ","family_name","Möbius"]')
    expect(made.digest).toBe(disclosureDigest(made.encoded, sha256))
  })

  it('encodes salt and value of an array element', () => {
    const made = conceal({ value: 'FR', random: salt('lklxF5jMYlGTPUovMNIvCA'), hash: sha256 })
    expect(Buffer.from(made.encoded, 'base64url').toString()).toBe('["lklxF5jMYlGTPUovMNIvCA","FR"]')
  })
})

describe('concealClaims', () => {
  it('refuses names that SD-JWT reserves', () => {
    expect(() => concealClaims({ _sd: [] }, { random: counted, hash: sha256 })).toThrow(/reserved/)
    expect(() => concealClaims({ a: { '...': 1 } }, { random: counted, hash: sha256 })).toThrow(/reserved/)
  })

  it('is undone by readSdJwt, whatever the claims', () => {
    const name = fc.string({ unit: 'grapheme' }).filter((text) => !['_sd', '...', '_sd_alg'].includes(text))
    const { value } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 5 }), (claims) => {
        const { payload, disclosures } = concealClaims(claims, { random: counted, hash: sha256 })
        const read = readSdJwt(
          sdJwt(
            { ...payload, _sd_alg: 'sha-256' },
            disclosures.map(({ encoded }) => encoded),
          ),
          sha256,
        )
        expect(read.readable && JSON.parse(JSON.stringify(read.claims))).toEqual(JSON.parse(JSON.stringify(claims)))
      }),
      runs(),
    )
  })
})

describe('readSdJwt', () => {
  const family = conceal({ name: 'family_name', value: 'Fabbri', random: counted, hash: sha256 })
  const element = conceal({ value: 'IT', random: counted, hash: sha256 })

  it('leaves out digests that nothing discloses', () => {
    const read = readSdJwt(sdJwt({ _sd: [family.digest], list: [{ '...': element.digest }] }, []), sha256)
    expect(read).toMatchObject({ readable: true, claims: { list: [] } })
  })

  it.each([
    ['no tilde', 'a.b.c', 'The SD-JWT does not end with a tilde.'],
    ['a key binding JWT', `${sdJwt({}, [])}a.b.c`, 'The SD-JWT does not end with a tilde.'],
    ['a foreign Disclosure', sdJwt({}, [family.encoded]), 'A Disclosure belongs to no digest.'],
    [
      'a repeated Disclosure',
      sdJwt({ _sd: [family.digest] }, [family.encoded, family.encoded]),
      'A Disclosure is repeated.',
    ],
    [
      'a Disclosure that replaces a claim',
      sdJwt({ _sd: [family.digest], family_name: 'x' }, [family.encoded]),
      'A Disclosure would replace a claim.',
    ],
    [
      'an element where a member belongs',
      sdJwt({ _sd: [element.digest] }, [element.encoded]),
      'A Disclosure is used in a place for the other kind.',
    ],
    ['another digest algorithm', sdJwt({ _sd_alg: 'md5' }, []), 'The digest algorithm is not sha-256.'],
    [
      'a Disclosure of four elements',
      sdJwt({}, [encode(['s', 'n', 1, 2])]),
      'A Disclosure is not an array of two or three elements.',
    ],
    ['an unreadable JWT', '~', 'The token is not three parts separated by dots.'],
  ])('refuses %s', (_name, value, reason) => {
    expect(readSdJwt(value, sha256)).toMatchObject({ readable: false, reason })
  })

  it('refuses Disclosures nested inside one another without end', () => {
    const encoded: string[] = []
    let inner: JsonObject = {}
    for (let level = 0; level < 200; level++) {
      const made = conceal({ name: 'a', value: inner, random: counted, hash: sha256 })
      encoded.push(made.encoded)
      inner = { _sd: [made.digest] }
    }
    expect(readSdJwt(sdJwt(inner, encoded), sha256)).toEqual({
      readable: false,
      reason: 'The claims are nested too deep.',
    })
  })

  it('never throws', () => {
    const part = fc.oneof(fc.string(), fc.jsonValue().map(encode), fc.constant(family.encoded))
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(part), (claims, parts) => {
        expect(() => readSdJwt(sdJwt(claims, parts), sha256)).not.toThrow()
        expect(() => readSdJwt(parts.join('~'), sha256)).not.toThrow()
      }),
      runs(),
    )
  })
})
