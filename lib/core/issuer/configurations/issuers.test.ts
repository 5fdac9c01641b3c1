import { describe, expect, it } from 'vitest'
import { credentialConfiguration, issuerConfiguration, issuerConfigurationIds, issuerConfigurations } from '.'
import { buildCatalogueEntry } from './catalogue-entry'
import { issuerUrls } from './issuer-in-play'
import { credentialLogo, issuerLogo, logoPngBase64, logoSvg } from './logo'

describe('the issuer configurations', () => {
  it('are the two of the interface, in its order', () => {
    expect(issuerConfigurationIds).toEqual(['eu-pid-device-bound', 'eu-pid-jwt-proof-only'])
    expect(issuerConfigurations.map(({ id }) => id)).toEqual(issuerConfigurationIds)
  })

  it('are found by their id and by nothing else', () => {
    expect(issuerConfiguration('eu-pid-jwt-proof-only')?.compliance).toBe('deliberately-nonconforming')
    for (const id of ['', 'constructor', 'EU-PID-DEVICE-BOUND', '0']) expect(issuerConfiguration(id)).toBeNull()
  })

  it('know their own credential configurations only', () => {
    const [deviceBound, jwtProofOnly] = issuerConfigurations
    const id = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required'
    expect(credentialConfiguration(deviceBound, id)?.id).toBe(id)
    expect(jwtProofOnly && credentialConfiguration(jwtProofOnly, id)).toBeNull()
  })
})

describe('the catalogue', () => {
  it('has the entry of the device-bound issuer without a warning', () => {
    const [deviceBound] = issuerConfigurations
    expect(buildCatalogueEntry('https://capture.example', deviceBound)).toStrictEqual({
      id: 'eu-pid-device-bound',
      compliance: 'eudi-pid-device-bound',
      credential_issuer: 'https://capture.example/issuers/eu-pid-device-bound',
      credential_issuer_metadata:
        'https://capture.example/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound',
      authorization_server_metadata:
        'https://capture.example/.well-known/oauth-authorization-server/issuers/eu-pid-device-bound',
      upstream_authorization_server: 'https://capture.example/authorization-servers/eu-pid-device-bound',
      name: deviceBound.name,
      description: deviceBound.description,
      credential_configuration_ids: [
        'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
        'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required',
      ],
    })
  })

  it('warns of the issuer that departs from the rules', () => {
    const entries = issuerConfigurations.map((one) => buildCatalogueEntry('https://capture.example', one))
    expect(entries[1]).toMatchObject({
      compliance: 'deliberately-nonconforming',
      warning: expect.stringContaining('may refuse this issuer'),
      credential_configuration_ids: [
        'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
        'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
      ],
    })
  })
})

describe('addresses', () => {
  it('have the well-known string between origin and path', () => {
    expect(issuerUrls('http://localhost:3000', 'eu-pid-device-bound').jwtVcIssuerMetadata).toBe(
      'http://localhost:3000/.well-known/jwt-vc-issuer/issuers/eu-pid-device-bound',
    )
  })

  it('are all below the origin', () => {
    for (const url of Object.values(issuerUrls('https://capture.example', 'eu-pid-device-bound'))) {
      expect(url).toMatch(/^https:\/\/capture\.example\/[^/]/)
    }
  })
})

describe('the logos', () => {
  const logos = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'].flatMap((id) => [
    issuerLogo(issuerUrls('https://capture.example', id)),
    credentialLogo(issuerUrls('https://capture.example', id), 'dc+sd-jwt'),
    credentialLogo(issuerUrls('https://capture.example', id), 'mso_mdoc'),
  ])

  it('lie below the issuer, or in a data URL that wallet libraries take', () => {
    expect(logos.map(({ uri }) => uri.split(',')[0])).toEqual([
      'https://capture.example/issuers/eu-pid-device-bound/logo.png',
      'https://capture.example/issuers/eu-pid-device-bound/logo.svg',
      'data:image/png;base64',
      'https://capture.example/issuers/eu-pid-jwt-proof-only/logo.png',
      'https://capture.example/issuers/eu-pid-jwt-proof-only/logo.svg',
      'data:image/png;base64',
    ])
    for (const { alt_text } of logos) expect(alt_text).not.toBe('')
  })

  it('are a picture of 64 by 64', () => {
    const png = Buffer.from(logoPngBase64, 'base64')
    expect(png.toString('base64')).toBe(logoPngBase64)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 64])
    expect(logoSvg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 64 64">.*<\/svg>$/)
  })
})
