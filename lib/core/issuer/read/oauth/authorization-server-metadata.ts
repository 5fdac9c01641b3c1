import { z } from 'zod'
import type { IssuerInPlay } from '../../configurations/issuer-in-play'
import { scopesOf } from '../../configurations/laboratory/scope-names'
import { walletSigningAlgorithms } from '../wallet-unit/wallet-unit-rules'

export const zAuthorizationServerMetadata = z.looseObject({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  scopes_supported: z.array(z.string()).optional(),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
})

export type AuthorizationServerMetadata = z.infer<typeof zAuthorizationServerMetadata>

export type ClientAuthenticationMethod = 'none' | AttestedMethod | 'private_key_jwt'

/** A wallet attestation with its own proof of possession, or with a DPoP proof in that role. ABCA10-8 */
export type AttestedMethod = 'attest_jwt_client_auth' | 'attest_jwt_client_auth_dpop'

/** Those of the framework. RFC9101-10.5 */
const requestObjectAlgorithms = ['ES256', 'ES384', 'ES512']

/**
 * Metadata of the authorization server built into each issuer. `dpopSigningAlgs` is always published; client signing
 * algorithms only with a method that needs them.
 * @see RFC8414-2, HAIP-4, OID4VCI-1FINAL-12.3
 */
export function buildAuthorizationServerMetadata({
  issuer: { authorizationServer, configuration, options, urls, readsAuthorizationDetails, session },
  dpopSigningAlgs,
  clientAuthenticationMethods = ['none'],
  challengeEndpoint = false,
}: {
  readonly issuer: Pick<
    IssuerInPlay,
    'authorizationServer' | 'configuration' | 'options' | 'readsAuthorizationDetails' | 'session' | 'urls'
  >
  readonly dpopSigningAlgs: readonly string[]
  readonly clientAuthenticationMethods?: readonly ClientAuthenticationMethod[]
  /** Publishes the attestation challenge endpoint; wallets must use it if published. ABCA-8 */
  readonly challengeEndpoint?: boolean
}): AuthorizationServerMetadata {
  return {
    issuer: authorizationServer,
    authorization_endpoint: urls.authorize,
    token_endpoint: urls.token,
    pushed_authorization_request_endpoint: urls.pushedAuthorizationRequest,
    require_pushed_authorization_requests: true,
    ...(options.request_object === 'accepted'
      ? { request_parameter_supported: true, request_object_signing_alg_values_supported: requestObjectAlgorithms }
      : {}),
    ...(options.mtls_endpoint_aliases ? { mtls_endpoint_aliases: mtlsAliases(urls) } : {}),
    jwks_uri: urls.jwks,
    ...(options.scopes ? { scopes_supported: scopesOf(options, configuration) } : {}),
    ...(readsAuthorizationDetails ? { authorization_details_types_supported: ['openid_credential'] } : {}),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      'urn:ietf:params:oauth:grant-type:pre-authorized_code',
      ...(options.refresh === null ? [] : ['refresh_token']),
    ],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...clientAuthenticationMethods],
    ...(clientAuthenticationMethods.includes('private_key_jwt')
      ? { token_endpoint_auth_signing_alg_values_supported: ['ES256'] }
      : {}),
    ...(clientAuthenticationMethods.includes('attest_jwt_client_auth')
      ? {
          client_attestation_signing_alg_values_supported: [...walletSigningAlgorithms({ session })],
          client_attestation_pop_signing_alg_values_supported: [...walletSigningAlgorithms({ session })],
        }
      : {}),
    ...(clientAuthenticationMethods.includes('attest_jwt_client_auth_dpop')
      ? { client_attestation_pop_methods_supported: ['attestation_pop_jwt', 'dpop_combined', 'none'] }
      : {}),
    ...(challengeEndpoint ? { challenge_endpoint: urls.challenge } : {}),
    dpop_signing_alg_values_supported: [...dpopSigningAlgs],
    authorization_response_iss_parameter_supported: true,
    'pre-authorized_grant_anonymous_access_supported': true,
  }
}

/**
 * Endpoints for mutual TLS clients, of which we have none: the same URLs.
 * @see RFC8705-5
 */
const mtlsAliases = ({ token, pushedAuthorizationRequest }: IssuerInPlay['urls']) => ({
  token_endpoint: token,
  pushed_authorization_request_endpoint: pushedAuthorizationRequest,
})

/**
 * Metadata of the auto-approving server behind an issuer. Its tokens are opaque, so there is no `jwks_uri`.
 * @see RFC8414-2
 */
export function buildChainedServerMetadata({
  id,
  urls,
}: Pick<IssuerInPlay, 'id' | 'urls'>): AuthorizationServerMetadata {
  const issuer = urls.chainedAuthorizationServer
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    scopes_supported: [`capture.${id}`],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  }
}
