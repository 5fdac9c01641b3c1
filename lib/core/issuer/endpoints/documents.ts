import { type HeaderField, headerValues, type Reply } from '../../ground/http/exchange'
import { prefers } from '../../ground/http/prefers'
import { bytesReply, jsonReply, textReply } from '../../ground/http/reply'
import { invariant } from '../../ground/ports/errors'
import { fromBase64 } from '../../ground/values/base64'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { logoPngBase64, logoSvg } from '../configurations/logo'
import type { DocumentMembers } from '../deviations/document-change'
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
import type { IssuerMetadata } from '../read/z-issuer-metadata'
import { alteredDocument } from './altered-document'
import { documentEndpoint, metadataEndpoint } from './metadata-endpoint'

/** Credential issuer metadata, signed if the wallet prefers that. OID4VCI-1FINAL-12.2.2, OID4VCI-1FINAL-12.2.3 */
export const issuerMetadata = documentEndpoint(
  'issuer_metadata',
  (context) => inFormAsked(issuerMetadataOf(context), context),
  (context) =>
    alteredDocument(
      {
        operation: 'getIssuerMetadata',
        change: ({ issuerMetadata: change }) => change,
        right: () => issuerMetadataOf(context),
        reply: (members) => inFormAsked(members, context),
      },
      context,
    ),
)

const issuerMetadataOf = ({ issuer, settings }: IssuerContext): IssuerMetadata =>
  buildIssuerMetadata({
    issuer,
    keyStorageLevels: settings.keyStorageLevels,
    userAuthLevels: settings.userAuthLevels,
    notificationEndpoint: settings.notificationEndpoint,
    encryption: buildEncryptionMetadata(issuer.keys.requestEncryption),
  })

/** Sends metadata as JSON, or signed if the wallet prefers that and the issuer does it. */
function inFormAsked(metadata: DocumentMembers, { exchange, issuer }: IssuerContext): Reply {
  const vary: HeaderField = ['Vary', 'Accept, Accept-Language']
  const isAsked = prefers(headerValues(exchange, 'accept').join(), 'application/jwt', 'application/json')
  if (issuer.options.signed_metadata === 'never' || !isAsked) {
    return jsonReply(200, metadata, [vary])
  }
  const { identifier, keys } = issuer
  const signed = signIssuerMetadata(metadata, { identifier, signer: keys.credential, now: exchange.at })
  return textReply(200, 'application/jwt', signed, [vary])
}

/** Authorization server metadata of the issuer. RFC8414-3 */
export const authorizationServerMetadata = metadataEndpoint('authorization_server_metadata', ({ issuer, settings }) =>
  buildAuthorizationServerMetadata({
    issuer,
    dpopSigningAlgs: settings.dpopSigningAlgs,
    clientAuthenticationMethods: clientAuthenticationMethods(settings),
    challengeEndpoint: settings.attestationChallenge,
  }),
)

/** Metadata of the auto-approving server behind the issuer. RFC8414-3 */
export const chainedServerMetadata = metadataEndpoint('chained_server_metadata', ({ issuer }) =>
  buildChainedServerMetadata(issuer),
)

/** JWT VC issuer metadata. SDJWTVC-5 */
export const jwtVcIssuerMetadata = metadataEndpoint('jwt_vc_issuer_metadata', ({ issuer }) =>
  buildJwtVcIssuerMetadata(issuer),
)

/** Keys that sign access tokens. RFC8414-2 */
export const authorizationServerKeys = documentEndpoint('keys', ({ issuer }) =>
  jsonReply(200, buildAuthorizationServerKeySet(issuer.keys)),
)

/** Keys that sign credentials. SDJWTVC-5.2 */
export const credentialKeys = documentEndpoint('keys', ({ issuer }) =>
  jsonReply(200, buildCredentialKeySet(issuer.keys)),
)

/** The root behind the credential signer's certificate. */
export const trustAnchor = documentEndpoint('trust_anchor', ({ ports }) =>
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
