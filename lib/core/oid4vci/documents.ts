import { jsonReply, textReply } from '../http/reply'
import {
  buildAuthorizationServerMetadata,
  buildUpstreamAuthorizationServerMetadata,
} from '../oauth/authorization-server-metadata'
import { clientAuthenticationMethods } from '../oauth/client-authentication/client-authentication-methods'
import { buildIssuerMetadata } from './issuer-metadata'
import { buildJwtVcIssuerMetadata } from './jwt-vc-issuer'
import { buildAuthorizationServerKeySet, buildCredentialKeySet } from './key-sets'
import { documentEndpoint, metadataEndpoint } from './metadata-endpoint'

/** Credential issuer metadata. OID4VCI-1FINAL-12.2.2 */
export const issuerMetadata = metadataEndpoint('issuer_metadata', (configuration, { settings }) =>
  buildIssuerMetadata({
    baseUrl: settings.baseUrl,
    configuration,
    keyStorageLevels: settings.keyStorageLevels,
    userAuthLevels: settings.userAuthLevels,
  }),
)

/** Authorization server metadata of the issuer. RFC8414-3 */
export const authorizationServerMetadata = metadataEndpoint(
  'authorization_server_metadata',
  (configuration, { settings }) =>
    buildAuthorizationServerMetadata({
      baseUrl: settings.baseUrl,
      configuration,
      dpopSigningAlgs: settings.dpopSigningAlgs,
      clientAuthenticationMethods: clientAuthenticationMethods(settings),
    }),
)

/** Metadata of the auto-approving server behind the issuer. RFC8414-3 */
export const upstreamServerMetadata = metadataEndpoint('upstream_server_metadata', (configuration, { settings }) =>
  buildUpstreamAuthorizationServerMetadata(settings.baseUrl, configuration),
)

/** JWT VC issuer metadata. SDJWTVC-5 */
export const jwtVcIssuerMetadata = metadataEndpoint('jwt_vc_issuer_metadata', (configuration, { settings }) =>
  buildJwtVcIssuerMetadata(settings.baseUrl, configuration.id),
)

/** Keys that sign access tokens. RFC8414-2 */
export const authorizationServerKeys = documentEndpoint('keys', (configuration, { ports }) =>
  jsonReply(200, buildAuthorizationServerKeySet(ports.issuerKeys(configuration.id))),
)

/** Keys that sign credentials. SDJWTVC-5.2 */
export const credentialKeys = documentEndpoint('keys', (configuration, { ports }) =>
  jsonReply(200, buildCredentialKeySet(ports.issuerKeys(configuration.id))),
)

/** The root behind the credential signer's certificate. */
export const trustAnchor = documentEndpoint('trust_anchor', (_configuration, { ports }) =>
  textReply(200, 'application/x-pem-file', ports.rootCertificate.pem),
)
