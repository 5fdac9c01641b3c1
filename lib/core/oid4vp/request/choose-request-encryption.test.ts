import { describe, expect, it } from 'vitest'
import type { JwkFacts } from '../../jose/jwk-facts'
import { chooseRequestEncryption } from './choose-request-encryption'

const facts = (changes: Partial<JwkFacts> = {}): JwkFacts => ({
  isObject: true,
  kty: 'EC',
  crv: 'P-256',
  alg: null,
  kid: 'k',
  privateMembers: [],
  valid: true,
  publicJwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  thumbprint: 't',
  ...changes,
})
const key = (changes: Partial<JwkFacts> = {}, use: string | null = null) => ({ facts: facts(changes), use })

describe('the encryption of a request', () => {
  it('takes the key, its alg, and the first enc that the wallet lists and we know', () => {
    const metadata = { request_object_encryption_enc_values_supported: ['X', 'A256GCM', 'A128GCM'] }
    expect(chooseRequestEncryption(metadata, [key({ alg: 'ECDH-ES+A256KW' }, 'enc')])).toMatchObject({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: 'k',
    })
  })

  it('takes the first listed alg that fits a key without one, and A128GCM without a list', () => {
    const metadata = { request_object_encryption_alg_values_supported: ['RSA-OAEP-256', 'ECDH-ES+A128KW'] }
    expect(chooseRequestEncryption(metadata, [key()])).toMatchObject({ alg: 'ECDH-ES+A128KW', enc: 'A128GCM' })
    const rsa = { kty: 'RSA', crv: null, publicJwk: { kty: 'RSA', n: 'n', e: 'AQAB' } }
    expect(chooseRequestEncryption(metadata, [key(rsa)])).toMatchObject({ alg: 'RSA-OAEP-256' })
  })

  it('passes over keys that sign, cannot be used, or name another alg', () => {
    const unusable = [
      key({}, 'sig'),
      key({ publicJwk: null, valid: false }),
      key({ alg: 'RSA1_5' }),
      key({ alg: 'toString' }),
    ]
    expect(chooseRequestEncryption({}, unusable)).toBeNull()
    expect(chooseRequestEncryption({}, [...unusable, key({ kid: 'good' })])).toMatchObject({
      kid: 'good',
      alg: 'ECDH-ES',
    })
  })
})
