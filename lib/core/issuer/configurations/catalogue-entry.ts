import { z } from 'zod'
import { credentialIssuer } from '../../shared/ports/uris'
import type { IssuerConfiguration } from './issuer-configuration'
import { issuerUrls } from './issuer-in-play'

/** An element of `GET /issuers`; `warning` is optional. */
export const zIssuerCatalogueEntry = z
  .object({
    id: z.string(),
    compliance: z.string(),
    credential_issuer: z.url(),
    credential_issuer_metadata: z.url(),
    authorization_server_metadata: z.url(),
    upstream_authorization_server: z.url(),
    name: z.string(),
    description: z.string(),
    warning: z.string().exactOptional(),
    credential_configuration_ids: z.array(z.string()),
  })
  .meta({ id: 'IssuerCatalogueEntry' })

export type IssuerCatalogueEntry = Readonly<z.infer<typeof zIssuerCatalogueEntry>>

/** Builds the catalogue entry of an issuer; all URLs are absolute. */
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
