import { cborEncode, DataItem, DateOnly } from '@owf/mdoc'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { WalletStop } from '../../errors'
import { CborTag, cborArray, cborBytes, cborText, embed, readCbor, tagged, writeCbor } from './cbor'

/** CBOR values of the kinds that mobile documents use. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 30 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.integer({ min: -100, max: 100 })), tie('value')), { maxLength: 30 })
      .map((entries) => new Map(entries)),
  ),
}))

const asBuffers = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (Array.isArray(value)) return value.map(asBuffers)
  return value instanceof Map ? new Map([...value].map(([name, inner]) => [name, asBuffers(inner)])) : value
}

describe('CBOR', () => {
  it('reads what an independent library writes', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(readCbor(Buffer.from(cborEncode(value)))).toEqual(asBuffers(value))
      }),
      runs(),
    )
  })

  it('is written as it was read, whatever is in it', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const encoded = Buffer.from(cborEncode(value))
        expect(writeCbor(readCbor(encoded))).toEqual(encoded)
      }),
      runs(),
    )
  })

  it('is written under a tag as the library writes it', () => {
    const date = new DateOnly('1990-04-12')
    expect(writeCbor([tagged(1004, '1990-04-12')])).toEqual(Buffer.from(cborEncode([date])))
    expect(writeCbor(embed(writeCbor(-7)))).toEqual(Buffer.from(cborEncode(DataItem.fromData(-7))))
  })

  it('is read or refused with a sentence, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readCbor(Buffer.from(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(WalletStop)
        }
      }),
      runs(2000),
    )
  })

  it('keeps the bytes of what is under a tag', () => {
    const embedded = readCbor(Buffer.from('d8184401020304', 'hex'))
    expect(embedded).toEqual(new CborTag(24, Buffer.from('01020304', 'hex'), Buffer.from('d8184401020304', 'hex')))
  })

  it.each([
    ['1800', 'more bytes than necessary'],
    ['19 00ff', 'more bytes than necessary'],
    ['5f4101ff', 'indefinite length'],
    ['9fff', 'indefinite length'],
    ['bfff', 'indefinite length'],
    ['fb3ff0000000000000', 'do not have'],
    ['f7', 'undefined values are not supported'],
    ['a2 6161 01 6161 02', 'repeat map key'],
    ['a1 80 01', 'not text'],
    ['9b 0000000100000000', 'not enough entries'],
    ['5a ffffffff', 'not enough data'],
    ['1b ffffffffffffffff', 'integers outside of the safe integer range'],
    ['61 ff', 'not UTF-8'],
    ['01 01', 'too many terminals'],
    ['', 'did not find any content'],
  ])('refuses %s: %s', (hex, sentence) => {
    expect(() => readCbor(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toThrow(new RegExp(sentence))
  })

  it('refuses endless nesting', () => {
    expect(() => readCbor(Buffer.alloc(10_000, 0x81))).toThrow('nested too deeply')
  })

  it('writes byte strings, texts and arrays of every length as the library does', () => {
    // As text: toEqual compares the bytes of two buffers one by one, which takes seconds.
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    for (const length of [0, 1, 23, 24, 255, 256, 65_535, 65_536]) {
      const [bytes, text] = [Buffer.alloc(length, 7), 'x'.repeat(length)]
      expect(hex(cborBytes(bytes))).toBe(hex(cborEncode(bytes)))
      expect(hex(cborText(text))).toBe(hex(cborEncode(text)))
    }
    expect(cborArray(cborText('a'), cborBytes(Buffer.from([1])))).toEqual(
      Buffer.from(cborEncode(['a', Uint8Array.of(1)])),
    )
  })
})
