import { describe, expect, it } from 'vitest'
import { euPidDeviceBound } from '../../configurations/eu-pid-device-bound'
import { euPidJwtProofOnly } from '../../configurations/eu-pid-jwt-proof-only'
import { issuerWithoutKeys } from '../../configurations/fixtures/issuers'
import {
  buildAuthorizationServerMetadata,
  buildChainedServerMetadata,
  zAuthorizationServerMetadata,
} from './authorization-server-metadata'

const common = { issuer: issuerWithoutKeys(euPidDeviceBound), dpopSigningAlgs: ['ES256'] }

describe('authorization server metadata', () => {
  it('says what the server of the device-bound issuer does', () => {
    const metadata = buildAuthorizationServerMetadata(common)
    expect(metadata).toEqual({
      issuer: 'https://capture.example/issuers/eu-pid-device-bound',
      authorization_endpoint: 'https://capture.example/issuers/eu-pid-device-bound/authorize',
      token_endpoint: 'https://capture.example/issuers/eu-pid-device-bound/token',
      pushed_authorization_request_endpoint: 'https://capture.example/issuers/eu-pid-device-bound/par',
      require_pushed_authorization_requests: true,
      jwks_uri: 'https://capture.example/issuers/eu-pid-device-bound/jwks.json',
      scopes_supported: [
        'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
        'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required',
      ],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'urn:ietf:params:oauth:grant-type:pre-authorized_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      dpop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      'pre-authorized_grant_anonymous_access_supported': true,
    })
    expect(zAuthorizationServerMetadata.safeParse(metadata).success).toBe(true)
  })

  it('names the scopes of its own issuer only', () => {
    const metadata = buildAuthorizationServerMetadata({ ...common, issuer: issuerWithoutKeys(euPidJwtProofOnly) })
    expect(metadata.scopes_supported).toEqual([
      'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
      'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
    ])
  })

  it('publishes the DPoP algorithms of the settings', () => {
    const metadata = buildAuthorizationServerMetadata({ ...common, dpopSigningAlgs: ['ES256', 'EdDSA'] })
    expect(metadata.dpop_signing_alg_values_supported).toEqual(['ES256', 'EdDSA'])
  })

  it('publishes signing algorithms of clients with the method that needs them, and not otherwise', () => {
    expect(
      buildAuthorizationServerMetadata({ ...common, clientAuthenticationMethods: ['none', 'attest_jwt_client_auth'] }),
    ).toMatchObject({
      token_endpoint_auth_methods_supported: ['none', 'attest_jwt_client_auth'],
      client_attestation_signing_alg_values_supported: ['ES256'],
      client_attestation_pop_signing_alg_values_supported: ['ES256'],
    })
    const withKeys = buildAuthorizationServerMetadata({ ...common, clientAuthenticationMethods: ['private_key_jwt'] })
    expect(withKeys.token_endpoint_auth_signing_alg_values_supported).toEqual(['ES256'])
    expect(withKeys).not.toHaveProperty('client_attestation_signing_alg_values_supported')
  })
})

describe('metadata of the auto-approving server', () => {
  it('has opaque tokens and one scope', () => {
    const metadata = buildChainedServerMetadata(issuerWithoutKeys(euPidJwtProofOnly))
    expect(metadata).toEqual({
      issuer: 'https://capture.example/authorization-servers/eu-pid-jwt-proof-only',
      authorization_endpoint: 'https://capture.example/authorization-servers/eu-pid-jwt-proof-only/authorize',
      token_endpoint: 'https://capture.example/authorization-servers/eu-pid-jwt-proof-only/token',
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      scopes_supported: ['capture.eu-pid-jwt-proof-only'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(zAuthorizationServerMetadata.safeParse(metadata).success).toBe(true)
  })
})
