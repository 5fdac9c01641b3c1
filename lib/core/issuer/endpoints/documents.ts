import { type HeaderField, headerValues } from '../../ground/http/exchange'
import { prefers } from '../../ground/http/prefers'
import { bytesReply, jsonReply, textReply } from '../../ground/http/reply'
import { invariant } from '../../ground/ports/errors'
import { fromBase64 } from '../../ground/values/base64'
import { logoPngBase64, logoSvg } from '../configurations/logo'
import { buildEncryptionMetadata } from '../read/encryption/parameters'
import { buildIssuerMetadata } from '../read/issuer-metadata'
import { buildJwtVcIssuerMetadata } from '../read/jwt-vc-issuer'
import { buildAuthorizationServerKeySet, buildCredentialKeySet } from '../read/key-sets'
import {
  buildAuthorizationServerMetadata,
  buildChainedServerMetadata,
} from '../read/oauth/authorization-server-metadata'
import { clientAuthenticationMethods } from '../read/oauth/client-authentication/client-authentication-methods'
import { signIssuerMetadata } from '../read/sign-issuer-metadata'
import { documentEndpoint, metadataEndpoint } from './metadata-endpoint'

/** Credential issuer metadata, signed if the wallet prefers that. OID4VCI-1FINAL-12.2.2, OID4VCI-1FINAL-12.2.3 */
export const issuerMetadata = documentEndpoint('issuer_metadata', (configuration, { exchange, settings, ports }) => {
  const metadata = buildIssuerMetadata({
    baseUrl: settings.baseUrl,
    configuration,
    keyStorageLevels: settings.keyStorageLevels,
    userAuthLevels: settings.userAuthLevels,
    notificationEndpoint: settings.notificationEndpoint,
    encryption: buildEncryptionMetadata(ports.issuerKeys(configuration.id).requestEncryption),
  })
  const vary: HeaderField = ['Vary', 'Accept, Accept-Language']
  if (!prefers(headerValues(exchange, 'accept').join(), 'application/jwt', 'application/json')) {
    return jsonReply(200, metadata, [vary])
  }
  const signer = ports.issuerKeys(configuration.id).credential
  return textReply(200, 'application/jwt', signIssuerMetadata(metadata, { signer, now: exchange.at }), [vary])
})

/** Authorization server metadata of the issuer. RFC8414-3 */
export const authorizationServerMetadata = metadataEndpoint(
  'authorization_server_metadata',
  (configuration, { settings }) =>
    buildAuthorizationServerMetadata({
      baseUrl: settings.baseUrl,
      configuration,
      dpopSigningAlgs: settings.dpopSigningAlgs,
      clientAuthenticationMethods: clientAuthenticationMethods(settings),
      challengeEndpoint: settings.attestationChallenge,
    }),
)

/** Metadata of the auto-approving server behind the issuer. RFC8414-3 */
export const chainedServerMetadata = metadataEndpoint('chained_server_metadata', (configuration, { settings }) =>
  buildChainedServerMetadata(settings.baseUrl, configuration),
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

const logoPng = fromBase64(logoPngBase64)

/** The logo that the metadata refers to. OID4VCI-1FINAL-12.2.4 */
export const issuerLogoPng = documentEndpoint('logo', () => {
  invariant(logoPng !== null, 'The logo is base64.')
  return bytesReply(200, 'image/png', logoPng)
})

/** The logo as SVG. A browser opens it as a document of our origin, so its headers allow no scripts. */
export const issuerLogoSvg = documentEndpoint('logo', () =>
  textReply(200, 'image/svg+xml', logoSvg, [['Content-Security-Policy', "default-src 'none'"]]),
)
