import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JwkFacts } from '../../../shared/jose/jwk'
import { chooseRequestEncryption } from './read-request-fetch'

type PublicJwk = Readonly<Record<string, string>>

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const ecJwk = publicKey.export({ format: 'jwk' }) as PublicJwk

const rsa = (modulusLength: number) => ({
  kty: 'RSA',
  crv: null,
  publicJwk: generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' }) as PublicJwk,
})

const facts = (changes: Partial<JwkFacts> = {}): JwkFacts => ({
  isObject: true,
  kty: 'EC',
  crv: 'P-256',
  alg: null,
  kid: 'k',
  privateMembers: [],
  valid: true,
  publicJwk: ecJwk,
  thumbprint: 't',
  ...changes,
})

const key = (changes: Partial<JwkFacts> = {}, use: string | null = null) => ({ facts: facts(changes), use })

describe('the encryption of a request', () => {
  it('takes the key, its alg, and the first enc that the wallet lists and we know', async () => {
    const metadata = { request_object_encryption_enc_values_supported: ['X', 'A256GCM', 'A128GCM'] }
    expect(await chooseRequestEncryption(metadata, [key({ alg: 'ECDH-ES+A256KW' }, 'enc')])).toMatchObject({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: 'k',
    })
  })

  it('takes the first listed alg that fits a key without one, and A128GCM without a list', async () => {
    const metadata = { request_object_encryption_alg_values_supported: ['RSA-OAEP-256', 'ECDH-ES+A128KW'] }
    expect(await chooseRequestEncryption(metadata, [key()])).toMatchObject({ alg: 'ECDH-ES+A128KW', enc: 'A128GCM' })
    expect(await chooseRequestEncryption(metadata, [key(rsa(2048))])).toMatchObject({ alg: 'RSA-OAEP-256' })
  })

  it('passes over keys that sign, cannot be used, or name another alg', async () => {
    const unusable = [
      key({}, 'sig'),
      key({ publicJwk: null, valid: false }),
      key({ alg: 'RSA1_5' }),
      key({ alg: 'toString' }),
      key(rsa(1024)),
    ]
    expect(await chooseRequestEncryption({}, unusable)).toBeNull()
    expect(await chooseRequestEncryption({}, [...unusable, key({ kid: 'good' })])).toMatchObject({
      kid: 'good',
      alg: 'ECDH-ES',
    })
  })
})
