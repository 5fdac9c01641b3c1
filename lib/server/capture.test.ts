import { describe, expect, it } from 'vitest'
import { bodyBytesMax } from '@/lib/core/http/limits'
import { bytesKept } from './capture'

const yes = () => true
const no = () => false

describe('bytesKept', () => {
  it('is all that an endpoint takes, however much, where wallets and testers send it', () => {
    for (const auth of ['none', 'dpop', 'operator'] as const)
      for (const size of [5000, bodyBytesMax.sessionCreation, bodyBytesMax.scoreboard])
        expect(bytesKept({ auth, bodyBytesMax: size }, no)).toBe(size)
  })

  it('is little of what an admin sends without the key, however little the endpoint takes', () => {
    for (const size of [1024, 5000, bodyBytesMax.sessionCreation, bodyBytesMax.scoreboard]) {
      expect(bytesKept({ auth: 'admin', bodyBytesMax: size }, no)).toBe(4096)
      expect(bytesKept({ auth: 'admin', bodyBytesMax: size }, yes)).toBe(Math.max(size, 4096))
    }
  })

  it('is enough to see what it was where no body is asked for, and a wallet’s where nothing answers', () => {
    expect(bytesKept({ auth: 'none', bodyBytesMax: 0 }, no)).toBe(4096)
    expect(bytesKept(null, no)).toBe(bodyBytesMax.issuance)
  })
})
