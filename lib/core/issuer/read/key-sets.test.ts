import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signer } from '@/lib/adapters/crypto/signer'
import { euPidDeviceBound } from '../configurations/eu-pid-device-bound'
import { issuerWithoutKeys } from '../configurations/fixtures/issuers'
import { buildAuthorizationServerKeySet, buildCredentialKeySet } from '../endpoints/documents'
import { buildJwtVcIssuerMetadata } from './issuer-metadata'

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const keys = {
  accessToken: signer(newKey()),
  credential: signer(newKey(), ['bGVhZg==']),
  mdoc: signer(newKey(), ['bWRvYw==']),
}

describe('key sets', () => {
  it('publish public members, kid, alg and use', () => {
    const { kid, publicJwk } = keys.accessToken
    expect(buildAuthorizationServerKeySet(keys)).toEqual({ keys: [{ ...publicJwk, kid, alg: 'ES256', use: 'sig' }] })
  })

  it('publish certificates with credential keys', () => {
    const { credential, mdoc } = keys
    expect(buildCredentialKeySet(keys)).toEqual({
      keys: [
        { ...credential.publicJwk, kid: credential.kid, alg: 'ES256', use: 'sig', x5c: ['bGVhZg=='] },
        { ...mdoc.publicJwk, kid: mdoc.kid, alg: 'ES256', use: 'sig', x5c: ['bWRvYw=='] },
      ],
    })
  })

  it('never publish a member that they do not name', () => {
    const careless = { ...keys.accessToken, publicJwk: { ...keys.accessToken.publicJwk, d: 'c2VjcmV0' } }
    expect(JSON.stringify(buildAuthorizationServerKeySet({ accessToken: careless }))).not.toContain('c2VjcmV0')
  })

  it('share no key', () => {
    const kids = [...buildAuthorizationServerKeySet(keys).keys, ...buildCredentialKeySet(keys).keys].map(
      ({ kid }) => kid,
    )
    expect(new Set(kids).size).toBe(3)
  })
})

describe('JWT VC issuer metadata', () => {
  it('leads from iss to the credential keys', () => {
    expect(buildJwtVcIssuerMetadata(issuerWithoutKeys(euPidDeviceBound))).toEqual({
      issuer: 'https://capture.example/issuers/eu-pid-device-bound',
      jwks_uri: 'https://capture.example/issuers/eu-pid-device-bound/credential-jwks.json',
    })
  })
})
