import { expect, it } from 'vitest'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { euPidDeviceBound } from '../../configurations/eu-pid-device-bound'
import { issuerWithoutKeys } from '../../configurations/fixtures/issuers'
import type { IssuerInPlay } from '../../configurations/issuer-in-play'
import { buildIssuerMetadata } from '../issuer-metadata'
import { buildAuthorizationServerMetadata } from '../oauth/authorization-server-metadata'

const all = ['ES256', 'ES384', 'ES512']

it.each([
  ['a shared issuer', null, ['ES256']],
  ['a laboratory outside the framework', 'test_root', ['ES256']],
  ['a laboratory in the framework', 'eu', all],
] as const)('%s lists its algorithms of attestations and proofs', (_, framework, listed) => {
  const session = framework === null ? null : ({ options: { trust_framework: framework } } as IssuanceSession)
  const issuer: IssuerInPlay = Object.create(issuerWithoutKeys(euPidDeviceBound), { session: { value: session } })
  const server = buildAuthorizationServerMetadata({
    issuer,
    dpopSigningAlgs: ['ES256'],
    clientAuthenticationMethods: ['attest_jwt_client_auth', 'private_key_jwt'],
  })
  expect(server.client_attestation_signing_alg_values_supported).toEqual(listed)
  expect(server.client_attestation_pop_signing_alg_values_supported).toEqual(listed)
  // Those of DPoP and of client assertions are the same everywhere.
  expect(server.dpop_signing_alg_values_supported).toEqual(['ES256'])
  expect(server.token_endpoint_auth_signing_alg_values_supported).toEqual(['ES256'])
  const metadata = buildIssuerMetadata({ issuer, keyStorageLevels: [], userAuthLevels: [] })
  for (const { proof_types_supported } of Object.values(metadata.credential_configurations_supported))
    for (const type of Object.values(proof_types_supported ?? {}))
      expect(type).toMatchObject({ proof_signing_alg_values_supported: listed })
})
