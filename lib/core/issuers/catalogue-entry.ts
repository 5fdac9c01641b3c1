import { credentialIssuer } from '../uris'
import type { IssuerConfiguration } from './issuer-configuration'
import { issuerUrls } from './issuer-urls'

/** An element of `GET /issuers`. `warning` is absent where there is none. */
export interface IssuerCatalogueEntry {
  readonly id: string
  readonly compliance: string
  readonly credential_issuer: string
  readonly credential_issuer_metadata: string
  readonly authorization_server_metadata: string
  readonly upstream_authorization_server: string
  readonly name: string
  readonly description: string
  readonly warning?: string
  readonly credential_configuration_ids: string[]
}

/** Describes an issuer configuration for the catalogue; all addresses are absolute. */
export function buildCatalogueEntry(baseUrl: string, configuration: IssuerConfiguration): IssuerCatalogueEntry {
  const urls = issuerUrls(baseUrl, configuration.id)
  return {
    id: configuration.id,
    compliance: configuration.compliance,
    credential_issuer: credentialIssuer(baseUrl, configuration.id),
    credential_issuer_metadata: urls.credentialIssuerMetadata,
    authorization_server_metadata: urls.authorizationServerMetadata,
    upstream_authorization_server: urls.chainedAuthorizationServer,
    name: configuration.name,
    description: configuration.description,
    ...(configuration.warning === undefined ? {} : { warning: configuration.warning }),
    credential_configuration_ids: configuration.credentialConfigurations.map(({ id }) => id),
  }
}
