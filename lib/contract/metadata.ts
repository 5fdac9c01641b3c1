import { z } from 'zod'
import { zIssuerCatalogueEntry } from '@/lib/core/issuer/configurations/catalogue-entry'
import {
  zIssuerMetadata,
  zIssuerMetadataOfLaboratory,
  zJwtVcIssuerMetadata,
} from '@/lib/core/issuer/read/issuer-metadata'
import { zAuthorizationServerMetadata } from '@/lib/core/issuer/read/oauth/authorization-server-metadata'
import { zTypeMetadata } from '@/lib/core/issuer/read/type-metadata'
import { contractGroup } from './contract-entry'
import { error, json, zJwks } from './z-common'

const issuerMetadata = zIssuerMetadata.meta({ id: 'CredentialIssuerMetadata' })
const issuerMetadataOfLaboratory = zIssuerMetadataOfLaboratory.meta({ id: 'CredentialIssuerMetadataOfLaboratory' })
const authorizationServerMetadata = zAuthorizationServerMetadata.meta({ id: 'AuthorizationServerMetadata' })

const document = {
  method: 'GET',
  recorded: true,
  origin: 'wallet',
  area: 'wallet',
  underIssuer: true,
  auth: 'none',
  bodyBytesMax: 0,
  cors: true,
  anyHost: true,
} as const
const describing = (schema: z.ZodType) => ({ 200: json(schema), 404: error, 503: error })
const keySet = { ...document, replies: describing(zJwks) } as const

export const metadataContract = contractGroup({
  listIssuers: {
    ...document,
    recorded: false,
    underIssuer: false,
    path: '/issuers',
    summary: 'The issuer configurations',
    replies: { 200: json(z.array(zIssuerCatalogueEntry)) },
  },
  getIssuerMetadata: {
    ...document,
    path: '/.well-known/openid-credential-issuer/issuers/{issuerConfigurationId}',
    labPath: '/.well-known/openid-credential-issuer/lab/{labId}',
    summary: 'Credential issuer metadata, as JSON or signed',
    replies: { 200: { ...json(issuerMetadata), 'application/jwt': z.string() }, 404: error, 503: error },
    labReplies: { 200: { ...json(issuerMetadataOfLaboratory), 'application/jwt': z.string() } },
  },
  getAuthorizationServerMetadata: {
    ...document,
    path: '/.well-known/oauth-authorization-server/issuers/{issuerConfigurationId}',
    labPath: '/.well-known/oauth-authorization-server/lab/{labId}',
    renderedPaths: [
      '/.well-known/oauth-authorization-server/lab/{labId}/as',
      '/.well-known/oauth-authorization-server/lab/{labId}/gone',
    ],
    summary: 'Authorization server metadata of the issuer',
    replies: describing(authorizationServerMetadata),
  },
  getChainedServerMetadata: {
    ...document,
    path: '/.well-known/oauth-authorization-server/authorization-servers/{issuerConfigurationId}',
    labPath: '/.well-known/oauth-authorization-server/lab/{labId}/upstream',
    summary: 'Authorization server metadata of the auto-approving server',
    replies: describing(authorizationServerMetadata),
  },
  getJwtVcIssuerMetadata: {
    ...document,
    path: '/.well-known/jwt-vc-issuer/issuers/{issuerConfigurationId}',
    labPath: '/.well-known/jwt-vc-issuer/lab/{labId}',
    summary: 'JWT VC issuer metadata',
    replies: describing(zJwtVcIssuerMetadata),
  },
  getAuthorizationServerKeys: {
    ...keySet,
    path: '/issuers/{issuerConfigurationId}/jwks.json',
    labPath: '/lab/{labId}/jwks.json',
    renderedPaths: ['/lab/{labId}/as/jwks.json'],
    summary: 'Keys that sign access tokens',
  },
  getCredentialKeys: {
    ...keySet,
    path: '/issuers/{issuerConfigurationId}/credential-jwks.json',
    labPath: '/lab/{labId}/credential-jwks.json',
    summary: 'Keys that sign credentials',
  },
  getTypeMetadata: {
    ...document,
    path: '/lab/{labId}/types/{typeNumber}',
    summary: 'Metadata of a type of SD-JWT VC that a laboratory hosts',
    extension: true,
    replies: describing(zTypeMetadata),
  },
  getTrustAnchor: {
    ...document,
    path: '/issuers/{issuerConfigurationId}/trust-anchor.pem',
    labPath: '/lab/{labId}/trust-anchor.pem',
    summary: 'Trust anchor of the credential signer',
    extension: true,
    replies: { 200: { 'application/x-pem-file': z.string() }, 404: error, 503: error },
  },
  getLogoPng: {
    ...document,
    path: '/issuers/{issuerConfigurationId}/logo.png',
    labPath: '/lab/{labId}/logo.png',
    summary: 'Logo that the issuer metadata refers to, as PNG',
    extension: true,
    replies: { 200: { 'image/png': z.string().meta({ format: 'binary' }) }, 404: error, 503: error },
  },
  getLogoSvg: {
    ...document,
    path: '/issuers/{issuerConfigurationId}/logo.svg',
    labPath: '/lab/{labId}/logo.svg',
    summary: 'Logo that the issuer metadata refers to, as SVG',
    extension: true,
    replies: { 200: { 'image/svg+xml': z.string() }, 404: error, 503: error },
    replyHeaders: { 200: { 'Content-Security-Policy': 'Prevents the image from loading anything' } },
  },
})
