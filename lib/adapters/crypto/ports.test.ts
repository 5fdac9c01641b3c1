import { describe, expect, it } from 'vitest'
import { digest, keyedHash, random, sha256 } from './ports'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('sha256', () => {
  it('is SHA-256 of the example in FIPS 180-4', () => {
    expect(hex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('takes text as UTF-8', () => {
    expect(sha256('ë')).toEqual(sha256(new Uint8Array([0xc3, 0xab])))
  })
})

describe('digest', () => {
  it('is the digest of the examples in FIPS 180-4, by its registered name', () => {
    expect(digest('sha-256', 'abc')).toEqual(sha256('abc'))
    expect(hex(digest('sha-384', 'abc'))).toMatch(/^cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163/)
    expect(hex(digest('sha-512', 'abc'))).toMatch(/^ddaf35a193617abacc417349ae20413112e6fa4e89a97ea2/)
  })
})

describe('random', () => {
  it('gives as many bytes as asked for, never the same', () => {
    expect(random(16)).toHaveLength(16)
    expect(random(16)).not.toEqual(random(16))
  })
})

describe('keyedHash', () => {
  const hash = keyedHash(new Uint8Array(32).fill(7))

  it('depends on key, purpose and data, and is repeatable', () => {
    expect(hash('code', 'a')).toEqual(hash('code', 'a'))
    expect(hash('code', 'a')).toHaveLength(32)
    const values = [
      hash('code', 'a'),
      hash('code', 'b'),
      hash('nonce', 'a'),
      keyedHash(new Uint8Array(32))('code', 'a'),
    ]
    expect(new Set(values.map(hex)).size).toBe(4)
  })

  it('does not confuse purpose with data', () => {
    expect(hash('ab', 'c')).not.toEqual(hash('a', 'bc'))
  })
})
