import { laboratoryOf } from '../../ground/ports/laboratory'
import { credentialIssuer, issuerPath } from '../../ground/ports/uris'
import { type ServerName, serverIdentifier } from './authorization-servers'

/** All addresses of one issuer. */
export interface IssuerUrls {
  readonly authorize: string
  /** Where the chained server sends the browser back to. */
  readonly redirect: string
  readonly token: string
  readonly pushedAuthorizationRequest: string
  readonly nonce: string
  readonly challenge: string
  readonly credential: string
  /** Only issuers that defer serve it. */
  readonly deferred: string
  readonly notification: string
  readonly jwks: string
  readonly credentialJwks: string
  readonly trustAnchor: string
  /** Where type metadata is, by number. SDJWTVC-6.3.1 */
  readonly types: string
  readonly logoPng: string
  readonly logoSvg: string
  readonly credentialIssuerMetadata: string
  readonly authorizationServerMetadata: string
  readonly jwtVcIssuerMetadata: string
  /** Identifier of the auto-approving server behind the issuer. */
  readonly chainedAuthorizationServer: string
}

/**
 * The addresses of an issuer, and of the authorization server of that name, which is the issuer itself by default. The well-known part goes between the origin and the path of the identifier.
 * @see OID4VCI-1FINAL-12.2.2, RFC8414-3.1
 */
export function issuerUrls(baseUrl: string, issuerId: string, name: ServerName = 'own'): IssuerUrls {
  const issuer = credentialIssuer(baseUrl, issuerId)
  const server = serverIdentifier(issuer, name)
  const wellKnown = (name: string) => `${baseUrl}/.well-known/${name}${issuerPath(issuerId)}`
  return {
    authorize: `${server}/authorize`,
    redirect: `${issuer}/redirect`,
    token: `${server}/token`,
    pushedAuthorizationRequest: `${server}/par`,
    nonce: `${issuer}/nonce`,
    challenge: `${server}/challenge`,
    credential: `${issuer}/credential`,
    deferred: `${issuer}/deferred`,
    notification: `${issuer}/notification`,
    jwks: `${server}/jwks.json`,
    credentialJwks: `${issuer}/credential-jwks.json`,
    trustAnchor: `${issuer}/trust-anchor.pem`,
    types: `${issuer}/types`,
    logoPng: `${issuer}/logo.png`,
    logoSvg: `${issuer}/logo.svg`,
    credentialIssuerMetadata: wellKnown('openid-credential-issuer'),
    authorizationServerMetadata: wellKnown('oauth-authorization-server'),
    jwtVcIssuerMetadata: wellKnown('jwt-vc-issuer'),
    chainedAuthorizationServer:
      laboratoryOf(issuerId) === null ? `${baseUrl}/authorization-servers/${issuerId}` : `${issuer}/upstream`,
  }
}
