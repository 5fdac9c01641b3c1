import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBase64url, utf8 } from '@/lib/core/shared/values/base64url'
import { runs } from '@/scripts/thorough.mjs'
import { decodeText } from './decode-text'

const json = (value: unknown) => toBase64url(utf8(JSON.stringify(value)))
const jwt = `${json({ typ: 'dpop+jwt' })}.${json({ htm: 'POST' })}.c2ln`

describe('a pasted text', () => {
  it('is a JWT, also over several lines', () => {
    const { what, parts } = decodeText(` ${jwt.slice(0, 20)}\n${jwt.slice(20)} `)
    expect(what).toBe('A JWT. Its signature is not verified.')
    expect(parts.map(({ title, text }) => [title, JSON.parse(text)])).toEqual([
      ['Header', { typ: 'dpop+jwt' }],
      ['Claims', { htm: 'POST' }],
    ])
  })

  it('is an SD-JWT with Disclosures and Key Binding JWT, or a JWE of which only the header is readable', () => {
    const sdJwt = decodeText(`${jwt}~${json(['salt', 'family_name', 'Fabbri'])}~${jwt}`)
    expect(sdJwt.parts.map(({ title }) => title)).toEqual([
      'Header',
      'Claims',
      'Disclosure 1',
      'Key Binding JWT, header',
      'Key Binding JWT, claims',
    ])
    expect(decodeText(`${json({ alg: 'ECDH-ES' })}..aXY.Y2lwaGVy.dGFn`).parts.map(({ title }) => title)).toEqual([
      'Header',
    ])
  })

  it('is CBOR, with what is embedded in it', () => {
    // {"a": 24(h'820102'), "b": h'00'}
    const bytes = [0xa2, 0x61, 0x61, 0xd8, 24, 0x43, 0x82, 1, 2, 0x61, 0x62, 0x41, 0]
    const { what, parts } = decodeText(toBase64url(Uint8Array.from(bytes)))
    expect(what).toBe('CBOR.')
    expect(parts[0]?.text.replace(/\s/g, '')).toBe('{"a":24(<<[1,2]>>),"b":h\'00\'}')
  })

  it('is never too much, whatever it is', () => {
    expect(decodeText('').parts).toEqual([])
    expect(decodeText('what?').what).toMatch(/^Neither/)
    fc.assert(
      fc.property(fc.string(), (text) => void decodeText(text)),
      runs(),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void decodeText(toBase64url(bytes))),
      runs(),
    )
    // Byte strings within byte strings, each said to be CBOR.
    let bytes: number[] = [0]
    while (bytes.length < 3000) bytes = [0xd8, 24, 0x59, bytes.length >> 8, bytes.length & 255, ...bytes]
    expect(decodeText(toBase64url(Uint8Array.from(bytes))).what).toBe('CBOR.')
    expect(decodeText(`${json({ a: 'x'.repeat(100_000) })}.${json({})}.x`).parts[0]?.text.length).toBeLessThan(41_000)
  })
})
