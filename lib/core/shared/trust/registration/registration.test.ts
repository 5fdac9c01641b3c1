import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Signer } from '../../ports/ports'
import { epochMillis } from '../../time/time'
import {
  encodeRegistration,
  issuerRegistration,
  mayRegisterPerson,
  type RegistrationInput,
  readRegistration,
  registrationHeader,
  signRegistration,
  verifierRegistration,
} from './registration'

const issuedAt = epochMillis(1_800_000_000_500)

const input: RegistrationInput = {
  organization: { identifier: 'NTRIT-X', legalName: 'Legal', tradeName: 'Trade', country: 'IT' },
  baseUrl: 'https://capture.example',
  entitlements: ['Service_Provider'],
  jti: 'a-jti',
  issuedAt,
  status: { idx: 7, uri: 'https://capture.example/trust/s/abc/status.jwt' },
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const signer: Signer = {
  kid: 'registrar',
  alg: 'ES256',
  x5c: [Buffer.from('a leaf').toString('base64')],
  validFrom: null,
  publicJwk: publicKey.export({ format: 'jwk' }) as Signer['publicJwk'],
  sign: (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
}

const use = { id: 'use', purpose: 'Test of this wallet', credentials: [{ format: 'x', meta: {} }] }

describe('a registration certificate', () => {
  it('of a verifier says who it is, what for, and where its status is', () => {
    expect(verifierRegistration(input, use)).toMatchObject({
      sub: 'NTRIT-X',
      sub_ln: 'Legal',
      name: 'Trade',
      country: 'IT',
      registry_uri: 'https://capture.example/trust/registrar',
      srv_description: [[{ lang: 'en', value: expect.any(String) }]],
      entitlements: ['https://uri.etsi.org/19475/Entitlement/Service_Provider'],
      policy_id: ['0.4.0.19475.3.1'],
      iat: 1_800_000_000,
      exp: 1_800_000_000 + 180 * 86_400,
      status: { status_list: { idx: 7, uri: 'https://capture.example/trust/s/abc/status.jwt' } },
      intended_use_id: 'use',
      purpose: [{ lang: 'en', value: 'Test of this wallet' }],
      credentials: [{ format: 'x', meta: {} }],
    })
    expect(verifierRegistration(input, { ...use, credentials: null })).not.toHaveProperty('credentials')
  })

  it('of an issuer says what it provides, without purpose and intended use', () => {
    const claims = issuerRegistration({ ...input, entitlements: ['PID_Provider'] }, [{ format: 'x', meta: { a: 1 } }])
    expect(claims.provides_attestations).toEqual([{ format: 'x', meta: { a: 1 } }])
    for (const member of ['purpose', 'intended_use_id', 'credentials']) expect(claims).not.toHaveProperty(member)
  })

  it('is a JWS that another library verifies, with the digest of its leaf in the header', async () => {
    const header = registrationHeader({ typ: 'rc-wrp+jwt', x5c: signer.x5c, issuedAt }, sha256)
    const claims = verifierRegistration(input, use)
    const compact = signRegistration(header, claims, signer)
    const verified = await compactVerify(compact, await importJWK(signer.publicJwk, 'ES256'))
    expect(JSON.parse(new TextDecoder().decode(verified.payload))).toEqual(claims)
    expect(verified.protectedHeader).toEqual({
      typ: 'rc-wrp+jwt',
      alg: 'ES256',
      x5c: signer.x5c,
      'x5t#S256': sha256('a leaf').toString('base64url'),
      iat: 1_800_000_000,
    })
    expect(encodeRegistration(compact, 'compact')).toBe(compact)
    expect(Buffer.from(encodeRegistration(compact, 'base64url'), 'base64url').toString()).toBe(compact)
  })

  it('is read without a verdict; what is no JWS with claims is none', () => {
    const claims = verifierRegistration(input, use)
    const compact = signRegistration({ typ: 'JWT' }, claims, signer)
    expect(readRegistration(compact)).toMatchObject({
      header: { typ: 'JWT' },
      claims,
      credentials: [{ format: 'x', meta: {} }],
    })
    expect(readRegistration(`${compact.slice(0, compact.lastIndexOf('.'))}.`)).not.toBeNull()
    for (const text of ['', 'a.b', 'a.b.c', 'e30.W10.x', `${compact}.x`, compact.replace('.', '')])
      expect(readRegistration(text)).toBeNull()
  })
})

it.each([
  [{ sub: 'NTRDE-HRB1' }, false],
  [{ sub: 'x', sub_ln: 'A Company' }, false],
  [{ sub: { id: 'LEIXG-1' } }, false],
  [{ sub: { legal_name: 'A Company' } }, false],
  [{ sub: 'PNODE-1' }, true],
  [{ sub: 'x', sub_ln: '' }, true],
  [{ sub: 'NTRDE-HRB1', sub_gn: 'Erika' }, true],
  [{ sub: { id: 'NTRDE-HRB1', family_name: 'Mustermann' } }, true],
  [{}, true],
])('tells of %j whether it may name a person: %s', (claims, may) => {
  expect(mayRegisterPerson(claims)).toBe(may)
})
