import { z } from 'zod'
import { contractGroup } from './contract-entry'
import { error, json, zFreeForm, zJwks } from './z-common'

const zIssuerCatalogueEntry = z
  .object({
    id: z.string(),
    compliance: z.string(),
    credential_issuer: z.url(),
    credential_issuer_metadata: z.url(),
    authorization_server_metadata: z.url(),
    upstream_authorization_server: z.url(),
    name: z.string(),
    description: z.string(),
    warning: z.string().optional(),
    credential_configuration_ids: z.array(z.string()),
  })
  .meta({ id: 'IssuerCatalogueEntry' })

const document = {
  method: 'GET',
  recorded: true,
  auth: 'none',
  bodyBytesMax: 0,
  replies: { 200: json(zFreeForm), 404: error, 503: error },
} as const
const keySet = { ...document, replies: { 200: json(zJwks), 404: error, 503: error } } as const

export const metadataContract = contractGroup({
  listIssuers: {
    ...document,
    recorded: false,
    path: '/issuers',
    summary: 'The issuer configurations',
    replies: { 200: json(z.array(zIssuerCatalogueEntry)) },
  },
  getIssuerMetadata: {
    ...document,
    path: '/.well-known/openid-credential-issuer/issuers/{issuerConfigurationId}',
    summary: 'Credential issuer metadata, as JSON or signed',
    replies: { 200: { ...json(zFreeForm), 'application/jwt': z.string() }, 404: error, 503: error },
  },
  getAuthorizationServerMetadata: {
    ...document,
    path: '/.well-known/oauth-authorization-server/issuers/{issuerConfigurationId}',
    summary: 'Authorization server metadata of the issuer',
  },
  getUpstreamServerMetadata: {
    ...document,
    path: '/.well-known/oauth-authorization-server/authorization-servers/{issuerConfigurationId}',
    summary: 'Authorization server metadata of the auto-approving server',
  },
  getJwtVcIssuerMetadata: {
    ...document,
    path: '/.well-known/jwt-vc-issuer/issuers/{issuerConfigurationId}',
    summary: 'JWT VC issuer metadata',
  },
  getAuthorizationServerKeys: {
    ...keySet,
    path: '/issuers/{issuerConfigurationId}/jwks.json',
    summary: 'Keys that sign access tokens',
  },
  getCredentialKeys: {
    ...keySet,
    path: '/issuers/{issuerConfigurationId}/credential-jwks.json',
    summary: 'Keys that sign credentials',
  },
  getTrustAnchor: {
    ...document,
    path: '/issuers/{issuerConfigurationId}/trust-anchor.pem',
    summary: 'Trust anchor of the credential signer',
    extension: true,
    replies: { 200: { 'application/x-pem-file': z.string() }, 404: error, 503: error },
  },
})
