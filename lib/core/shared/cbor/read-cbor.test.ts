import { cborEncode } from '@owf/mdoc'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { type CborItem, embeddedOf, integerOf, memberOf, textOf } from './cbor-item'
import { cborBytesMax, cborDepthMax, cborItemsMax, cborValueItemsMax, createCborBudget, readCbor } from './read-cbor'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const read = (hex: string) => readCbor(bytes(hex))

/** An item as plain JavaScript values. */
function plain(item: CborItem): unknown {
  switch (item.kind) {
    case 'array':
      return item.items.map(plain)
    case 'map':
      return new Map(item.entries.map(([name, value]) => [plain(name), plain(value)]))
    case 'tag':
      return { tag: item.tag, content: plain(item.content) }
    case 'bytes':
      return Uint8Array.from(item.value)
    default:
      return item.value
  }
}

const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer(),
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((value) => Uint8Array.from(value)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 30 }),
    fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 30 }).map((entries) => new Map(entries)),
  ),
})).value

describe('CBOR', () => {
  it('is read as an independent library writes it, to the last byte', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const encoded = cborEncode(value)
        const reading = readCbor(encoded)
        expect(reading).toMatchObject({ ok: true, trailing: 0, duplicates: 0 })
        expect(reading.ok && reading.item.encoded).toEqual(encoded)
        // The library writes integers beyond 32 bits as floats of the same value.
        expect(reading.ok && plain(reading.item)).toEqual(value)
      }),
      runs(),
    )
  })

  it('is read or refused, whatever comes, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (value) => {
        expect(typeof readCbor(value).ok).toBe('boolean')
      }),
      runs(3000),
    )
  })

  it.each<[string, unknown]>([
    // RFC 8949 appendix A.
    ['00', 0],
    ['1818', 24],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1bffffffffffffffff', 18_446_744_073_709_551_615n],
    ['3bffffffffffffffff', -18_446_744_073_709_551_616n],
    ['3903e7', -1000],
    ['f93c00', 1],
    ['f90001', 2 ** -24],
    ['f97c00', Number.POSITIVE_INFINITY],
    ['f97e00', Number.NaN],
    ['fa47c35000', 100_000],
    ['fb3ff199999999999a', 1.1],
    ['f4', false],
    ['f6', null],
    ['f7', undefined],
    ['f0', 16],
    ['f8ff', 255],
    ['c11a514b67b0', { tag: 1, content: 1_363_896_240 }],
    ['64f0908591', '\u{10151}'],
    ['5f42010243030405ff', Uint8Array.of(1, 2, 3, 4, 5)],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['9fff', []],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    [
      'bf61610161629f0203ffff',
      new Map<string, unknown>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
    ],
  ])('%s says what the specification has it say', (hex, value) => {
    const reading = read(hex)
    expect(reading.ok && plain(reading.item)).toEqual(value)
  })

  it.each([
    ['', 'empty'],
    ['18', 'truncated'],
    ['42 01', 'truncated'],
    ['82 01', 'truncated'],
    ['a1 01', 'truncated'],
    ['9f 01', 'truncated'],
    ['5f 41', 'truncated'],
    ['5a ffffffff', 'truncated'],
    ['9b 0000000100000000', 'truncated'],
    ['bb ffffffffffffffff', 'truncated'],
    ['fb 00', 'truncated'],
    ['1c', 'malformed'],
    ['ff', 'malformed'],
    ['fc', 'malformed'],
    ['f818', 'malformed'],
    ['61 ff', 'malformed'],
    ['5f 6161 ff', 'malformed'],
    ['5f 5f4101ff ff', 'malformed'],
    ['bf 01 ff', 'malformed'],
    ['df', 'malformed'],
  ])('%s is refused as %s', (hex, error) => {
    expect(read(hex)).toMatchObject({ ok: false, error })
  })

  it('reports bytes that follow, and names that occur twice', () => {
    expect(read('01 0203')).toMatchObject({ ok: true, trailing: 2 })
    expect(read('a3 6161 01 6162 02 6161 03')).toMatchObject({ ok: true, duplicates: 1 })
    expect(read('a2 01 01 1801 02')).toMatchObject({ ok: true, duplicates: 1 })
    expect(read('a2 4101 01 4101 02')).toMatchObject({ ok: true, duplicates: 1 })
    const twice = read('a2 6161 01 6161 02')
    expect(twice.ok && integerOf(memberOf(twice.item, 'a'))).toBe(1)
  })

  it('keeps the bytes of every part', () => {
    const reading = read('a1 6161 d818 43 820102')
    const part = reading.ok ? memberOf(reading.item, 'a') : null
    expect(part?.encoded).toEqual(bytes('d818 43 820102'))
    expect(embeddedOf(part)).toEqual(bytes('820102'))
    expect(textOf(part)).toBeNull()
  })

  it('is followed as deep as the bound and no deeper', () => {
    expect(readCbor(new Uint8Array(cborDepthMax).fill(0x81))).toMatchObject({ ok: false, error: 'truncated' })
    for (const opening of [0x81, 0x9f, 0xa1, 0xbf, 0xc0])
      expect(readCbor(new Uint8Array(1_000_000).fill(opening))).toMatchObject({ ok: false, error: 'too_deep' })
  })

  it('is read for no more items than the bound, in one reading or in several that share it', () => {
    const many = new Uint8Array([0x99, 0x75, 0x30, ...new Uint8Array(30_000)])
    expect(readCbor(many)).toMatchObject({ ok: false, error: 'too_many_items', at: cborItemsMax + 2 })
    const chunks = new Uint8Array(100_000).fill(0x40)
    chunks[0] = 0x5f
    expect(readCbor(chunks)).toMatchObject({ ok: false, error: 'too_many_items' })
    const budget = { items: 3, values: 0 }
    expect(readCbor(bytes('820102'), budget).ok).toBe(true)
    expect(readCbor(bytes('01'), budget)).toMatchObject({ error: 'too_many_items' })
  })

  it('has a bound of its own for what is in a value', () => {
    const value = (length: number) => {
      const head = Buffer.from([0x81, 0x9a, 0, 0, 0, 0])
      head.writeUInt32BE(length, 2)
      return new Uint8Array(Buffer.concat([head, Buffer.alloc(length)]))
    }
    const budget = createCborBudget()
    expect(readCbor(value(40_000), budget, 2)).toMatchObject({ ok: true })
    expect(budget).toEqual({ items: cborItemsMax - 2, values: cborValueItemsMax - 40_000 })
    expect(readCbor(value(40_000))).toMatchObject({ ok: false, error: 'too_many_items' })
    expect(readCbor(value(cborValueItemsMax + 1), createCborBudget(), 2)).toMatchObject({ error: 'too_many_items' })
  })

  it('costs little even where all of it is the smallest items', () => {
    const names = (length: number) => {
      const head = Buffer.from([0xba, 0, 0, 0, 0])
      head.writeUInt32BE(length, 1)
      const members = Array.from({ length }, (_, at) => Buffer.from([0x81, 0x19, at >> 8, at & 255, 0]))
      return new Uint8Array(Buffer.concat([head, ...members]))
    }
    // The costliest input per byte: maps whose names are arrays. Twice, as 2 MB hold two presentations of a megabyte.
    const [budget, bytes] = [createCborBudget(), names(65_000)]
    const read = vi.spyOn(DataView.prototype, 'getUint8')
    for (let round = 0; round < 2; round += 1)
      expect(readCbor(bytes, budget, 0)).toMatchObject({ ok: false, error: 'too_many_items' })
    expect(read.mock.calls.length).toBeLessThan(3 * cborValueItemsMax)
    read.mockRestore()
  })

  it('is not looked into beyond the bound of bytes', () => {
    expect(readCbor(new Uint8Array(cborBytesMax + 1))).toMatchObject({ ok: false, error: 'too_large' })
  })

  it('costs little where names of maps are maps with such names', () => {
    const levels = 30
    const long = 1_000_000
    const nested = Buffer.alloc(levels + 5 + long + levels)
    nested.fill(0xa1, 0, levels)
    nested.writeUInt8(0x5a, levels)
    nested.writeUInt32BE(long, levels + 1)
    const spelt = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype), 'join')
    expect(readCbor(nested)).toMatchObject({ ok: true, trailing: 0 })
    expect(spelt).not.toHaveBeenCalled()
    spelt.mockRestore()
  })
})
