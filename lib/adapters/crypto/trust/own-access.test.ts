import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import { readOwnCertificate } from './own-access'

describe('an access certificate of a tester', () => {
  it('is refused with a private key that only claims the public half of it', async () => {
    const [{ chain, privateKey }, other] = [await makeOwnCertificate(), await makeOwnCertificate()]
    const jwkOf = (pem: string) => createPrivateKey(pem).export({ format: 'jwk' }) as Record<string, string>
    const jwk = jwkOf(privateKey)
    const read = (key: Record<string, string>) =>
      readOwnCertificate({ chain, privateKey: key }, epochMillis(Date.now()))
    expect(read(jwk)).toHaveProperty('signer')
    for (const d of [jwkOf(other.privateKey).d ?? '', 'AAAA', '!!', 'A'.repeat(43)])
      expect(read({ ...jwk, d }), d).toMatchObject({ member: 'private_key' })
  })

  it('is refused where it is that of an authority', async () => {
    const { chain, privateKey } = await makeOwnCertificate({ isAuthority: true })
    expect(readOwnCertificate({ chain, privateKey }, epochMillis(Date.now()))).toMatchObject({ member: 'chain' })
  })

  it.each([
    ['0.4.0.194118.1.1', true],
    ['0.4.0.194118.1.2', false],
  ])('of the policy %s names a person: %s', async (policy, isPerson) => {
    const { chain, privateKey } = await makeOwnCertificate({ policies: [policy] })
    const read = readOwnCertificate({ chain, privateKey }, epochMillis(Date.now()))
    expect('holder' in read && read.holder.withoutPerson !== null).toBe(isPerson)
  })
})
