import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { addHash, createRollingHashes, newHashSet } from './rolling-hashes'

const characters = fc.constantFrom(...'abAB01-_. \n%/é')
const texts = fc.string({ unit: characters, maxLength: 60 })

describe('hashes of the places of a text', () => {
  it('are computed at every position, past gaps, each equal to that of its value alone', () => {
    const all = newHashSet().fill(-1)
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 6 }), (text, length) => {
        const hashes = createRollingHashes(length, randomBytes)
        const seen: [number, string][] = []
        hashes.each(text, all, (hash, end) => seen.push([hash, text.slice(0, end).replace(/\s/g, '').slice(-length)]))
        const gapless = text.replace(/\s/g, '')
        const places = Array.from({ length: gapless.length }, (_, at) => gapless.slice(at, at + length))
        const values = places.filter((value) => value.length === length && /^[\w-]+$/.test(value))
        expect(seen).toEqual(values.map((value) => [hashes.of(value), value]))
      }),
      runs(),
    )
  })

  it('are handed on at every place of one that was added, and at next to no other', () => {
    const hashes = createRollingHashes(43, randomBytes)
    const values = Array.from({ length: 3000 }, () => randomBytes(32).toString('base64url'))
    const added = values.slice(0, 1000)
    const text = values.join('.')
    const among = newHashSet()
    for (const value of added) addHash(among, hashes.of(value) ?? 0)
    const seen: string[] = []
    hashes.each(text, among, (_, end) => seen.push(text.slice(end - 43, end)))
    expect(added.filter((value) => !seen.includes(value))).toEqual([])
    expect(seen.length).toBeLessThan(1100)
  })

  it('are handed on at few places more where as many were added as are ever remembered', () => {
    const hashes = createRollingHashes(22, randomBytes)
    const among = newHashSet()
    for (const hash of new Uint32Array(Uint8Array.from(randomBytes(4 * 300_000)).buffer)) addHash(among, hash | 0)
    let seen = 0
    hashes.each(randomBytes(75_000).toString('base64url'), among, () => {
      seen += 1
    })
    expect(seen).toBeLessThan(10_000)
  })

  it('are equal for equal values only, and differ under another key', () => {
    const [hashes, others] = [createRollingHashes(43, randomBytes), createRollingHashes(43, randomBytes)]
    const values = Array.from({ length: 1000 }, () => randomBytes(32).toString('base64url'))
    expect(new Set(values.map(hashes.of)).size).toBeGreaterThan(997)
    expect(values.filter((value) => hashes.of(value) === others.of(value)).length).toBeLessThan(3)
  })

  it('do not exist for values of another length or alphabet', () => {
    const { of } = createRollingHashes(4, randomBytes)
    expect(['abc', 'abcde', 'ab.d', 'abcé', ''].map(of)).toEqual([null, null, null, null, null])
  })
})
