import type { JsonObject } from '../../json'
import type { CredentialOffer } from '../offer/credential-offer'

/** The issuer metadata that a wallet assumes if it never reads it. Only for misbehaviour. */
export function assumedIssuerMetadata({ credentialIssuer, configurationIds }: CredentialOffer): JsonObject {
  const configuration = { format: 'dc+sd-jwt', vct: 'urn:eudi:pid:1', proof_types_supported: { jwt: {} } }
  return {
    credential_issuer: credentialIssuer,
    credential_endpoint: `${credentialIssuer}/credential`,
    nonce_endpoint: `${credentialIssuer}/nonce`,
    credential_configurations_supported: Object.fromEntries(configurationIds.map((id) => [id, configuration])),
  }
}

/** The authorization server metadata that a wallet assumes if it never reads it. Only for misbehaviour. */
export function assumedAsMetadata(issuer: string): JsonObject {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/authorize`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    'pre-authorized_grant_anonymous_access_supported': true,
  }
}
