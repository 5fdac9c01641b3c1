import { describe, expect, it } from 'vitest'
import { bodyBytesMax } from '@/lib/core/http/limits'
import { bytesKept } from './capture'

const yes = () => true
const no = () => false

describe('bytesKept', () => {
  it('is the whole body that an endpoint accepts from wallets and testers', () => {
    for (const auth of ['none', 'dpop', 'operator'] as const)
      for (const size of [5000, bodyBytesMax.sessionCreation, bodyBytesMax.scoreboard])
        expect(bytesKept({ auth, bodyBytesMax: size }, no)).toBe(size)
  })

  it('is little of an admin request without the key, however much the endpoint accepts', () => {
    for (const size of [1024, 5000, bodyBytesMax.sessionCreation, bodyBytesMax.scoreboard]) {
      expect(bytesKept({ auth: 'admin', bodyBytesMax: size }, no)).toBe(4096)
      expect(bytesKept({ auth: 'admin', bodyBytesMax: size }, yes)).toBe(Math.max(size, 4096))
    }
  })

  it('is enough to recognise it where no body is expected, and a wallet’s full body on unknown paths', () => {
    expect(bytesKept({ auth: 'none', bodyBytesMax: 0 }, no)).toBe(4096)
    expect(bytesKept(null, no)).toBe(bodyBytesMax.issuance)
  })
})
