import type { RequestContext } from '../../engine/endpoints/request-context'
import type { IssuerKeys } from '../../shared/ports/keys'
import {
  issuerIdOf,
  type Laboratory,
  type LaboratoryOptions,
  laboratoryIssuerId,
  laboratoryOf,
} from '../../shared/ports/laboratory'
import type { Ports } from '../../shared/ports/ports'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { credentialIssuer, issuerPath } from '../../shared/ports/uris'
import {
  isListedServer,
  listedServers,
  type ServerName,
  serverIdentifier,
  serverNamedIn,
  usualServer,
} from './authorization-servers'
import type { IssuerConfiguration } from './issuer-configuration'
import { laboratoryConfiguration } from './laboratory/laboratory-configuration'
import { completeLaboratory, sharedBehaviour } from './laboratory/laboratory-options'

/** The end of an identifier. OID4VCI-1FINAL-12.2.1 */
type Slash = '' | '/'

const slashOf = ({ identifier_slash: hasSlash }: Pick<LaboratoryOptions, 'identifier_slash'>): Slash =>
  hasSlash ? '/' : ''

export interface IssuerUrls {
  readonly authorize: string
  /** Redirect URI of the issuer at the chained server. */
  readonly redirect: string
  readonly token: string
  readonly pushedAuthorizationRequest: string
  readonly nonce: string
  readonly challenge: string
  readonly credential: string
  /** Served only by issuers that defer. */
  readonly deferred: string
  readonly notification: string
  readonly jwks: string
  readonly credentialJwks: string
  readonly trustAnchor: string
  /** Base URL of the numbered type metadata. SDJWTVC-6.3.1 */
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
 * Builds the URLs of an issuer and of its authorization server `name`, by default the issuer itself. The well-known
 * part goes between the origin and the path of the identifier, whose slash at the end, if it has one, only the address
 * of the issuer metadata keeps.
 * @see OID4VCI-1FINAL-12.2.2, RFC8414-3.1
 */
export function issuerUrls(
  baseUrl: string,
  issuerId: string,
  { name = 'own', slash = '' }: { readonly name?: ServerName; readonly slash?: Slash } = {},
): IssuerUrls {
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
    credentialIssuerMetadata: `${wellKnown('openid-credential-issuer')}${slash}`,
    authorizationServerMetadata: wellKnown('oauth-authorization-server'),
    jwtVcIssuerMetadata: wellKnown('jwt-vc-issuer'),
    chainedAuthorizationServer:
      laboratoryOf(issuerId) === null ? `${baseUrl}/authorization-servers/${issuerId}` : `${issuer}/upstream`,
  }
}

/**
 * The issuer that a request addresses, with all that endpoints, documents and checks know about it. Nothing else
 * distinguishes issuers.
 */
export interface IssuerInPlay {
  /** Values, nonces and exchanges are bound to this id. */
  readonly id: string
  /** Credential Issuer Identifier. OID4VCI-1FINAL-12.2.1 */
  readonly identifier: string
  /** Issuer identifier of the authorization server addressed, or else of the first live one. RFC8414-2 */
  readonly authorizationServer: string
  /** The authorization server in the path, even if the issuer lacks it. */
  readonly server: ServerName
  /** URLs of the issuer and of the authorization server addressed. */
  readonly urls: IssuerUrls
  readonly configuration: IssuerConfiguration
  /** Lazy: looked up on access. */
  readonly keys: IssuerKeys
  /** Settings for what the specifications leave to the issuer. */
  readonly options: IssuerBehaviour
  /** Whether its authorization server supports and advertises `authorization_details`. RFC9396-10 */
  readonly readsAuthorizationDetails: boolean
  /** The session that owns this issuer, and thus every request to it; `null` for a shared issuer. */
  readonly session: IssuanceSession | null
}

type IssuerBehaviour = Omit<LaboratoryOptions, 'lifetime_seconds'>

/** Options of a session's own issuer, otherwise of the shared ones. */
export const behaviourOf = ({ laboratory }: Pick<IssuanceSession, 'laboratory'>): IssuerBehaviour =>
  laboratory === undefined ? sharedBehaviour : completeLaboratory(laboratory.options)

/** True for an issuer of one session alone; no wallet can have cached its documents earlier. */
export const hasOwnIssuer = ({ laboratory }: Pick<IssuanceSession, 'laboratory'>): boolean => laboratory !== undefined

type OfIssuer = Pick<IssuanceSession, 'issuerConfigurationId' | 'laboratory'>

/** Credential Issuer Identifier of a session's issuer. OID4VCI-1FINAL-12.2.1 */
export const identifierOf = (session: OfIssuer, baseUrl: string): string =>
  `${credentialIssuer(baseUrl, issuerIdOf(session))}${slashOf(behaviourOf(session))}`

/** URLs of a session's issuer. */
export const urlsOf = (session: OfIssuer, baseUrl: string): IssuerUrls =>
  issuerUrls(baseUrl, issuerIdOf(session), { slash: slashOf(behaviourOf(session)) })

/** The authorization server that the session's offer points to. */
export const startingServer = (session: IssuanceSession, baseUrl: string): string =>
  serverIdentifier(identifierOf(session, baseUrl), usualServer(behaviourOf(session).authorization_servers))

/** Input of endpoints under an issuer. */
export interface IssuerContext extends RequestContext {
  readonly issuer: IssuerInPlay
}

/** A shared issuer. */
export const issuerInPlay = (
  configuration: IssuerConfiguration,
  { baseUrl, issuerKeys }: { readonly baseUrl: string; readonly issuerKeys: Ports['issuerKeys'] },
): IssuerInPlay =>
  inPlay(configuration.id, {
    baseUrl,
    keysOf: () => issuerKeys(configuration.id),
    server: 'own',
    configuration,
    options: sharedBehaviour,
    readsAuthorizationDetails: false,
    session: null,
  })

/** The own issuer of a session, derived from a configuration. */
export const laboratoryInPlay = (
  configuration: IssuerConfiguration,
  { session, laboratory }: { readonly session: IssuanceSession; readonly laboratory: Laboratory },
  {
    baseUrl,
    laboratoryKeys,
    server = 'own',
  }: { readonly baseUrl: string; readonly server?: ServerName } & Pick<Ports, 'laboratoryKeys'>,
): IssuerInPlay =>
  inPlay(laboratoryIssuerId(laboratory.id), {
    baseUrl,
    keysOf: () => laboratoryKeys.keys(laboratory),
    server,
    configuration: laboratoryConfiguration(configuration, laboratory.options),
    options: completeLaboratory(laboratory.options),
    readsAuthorizationDetails: true,
    session,
  })

/** Adds URLs and keys. */
function inPlay(
  id: string,
  {
    baseUrl,
    keysOf,
    ...rest
  }: { readonly baseUrl: string; readonly keysOf: () => IssuerKeys } & Pick<
    IssuerInPlay,
    'configuration' | 'options' | 'readsAuthorizationDetails' | 'server' | 'session'
  >,
): IssuerInPlay {
  const slash = slashOf(rest.options)
  const identifier = `${credentialIssuer(baseUrl, id)}${slash}`
  const { server } = rest
  const { authorization_servers: choice } = rest.options
  const usual = usualServer(choice)
  const named = server === 'own' ? usual : server
  return {
    ...rest,
    id,
    identifier,
    authorizationServer: serverIdentifier(identifier, named),
    urls: issuerUrls(baseUrl, id, { name: named, slash }),
    get keys() {
      return keysOf()
    },
  }
}

/** Operations of an authorization server. A server that the metadata does not list answers none of them. */
const ofServer = new Set([
  'getAuthorizationServerMetadata',
  'getAuthorizationServerKeys',
  'pushAuthorizationRequest',
  'requestAttestationChallenge',
  'authorize',
  'requestToken',
])

/** True for an operation of an authorization server, which the issuer itself may not be. */
export const isOfServer = (operation: string): boolean => ofServer.has(operation)

/**
 * True if the issuer serves the endpoint that a path names. Others are a 404; a wallet that calls them did not get the
 * URL from the metadata.
 */
export function hasEndpoint(
  { options, server }: Pick<IssuerInPlay, 'options' | 'server'>,
  operation: string,
  path = '',
): boolean {
  if (operation === 'getIssuerMetadata') return path.endsWith('/') === options.identifier_slash
  if (isOfServer(operation)) return isListedServer(options.authorization_servers, server)
  return operation !== 'requestNonce' || options.nonce === 'required'
}

/** Last segments of the addresses of an authorization server. */
const partsOfServer: readonly string[] = ['authorize', 'token', 'par', 'challenge', 'jwks.json']

/**
 * The authorization servers that the metadata of an issuer names, for a path that takes the issuer itself for one although it
 * is none of them; `null` for any other path.
 * @see OID4VCI-1FINAL-12.2.4
 */
export function serversPassedOver(session: OfIssuer, path: string, baseUrl: string): readonly string[] | null {
  const { authorization_servers: choice } = behaviourOf(session)
  if (serverNamedIn(path) !== 'own' || isListedServer(choice, 'own')) return null
  const identifier = identifierOf(session, baseUrl)
  const own = new URL(identifier).pathname.replace(/\/$/, '')
  const wellKnown = '/.well-known/oauth-authorization-server'
  const taken = [`${wellKnown}${own}`, `${own}${wellKnown}`, ...partsOfServer.map((part) => `${own}/${part}`)]
  return taken.includes(path.replace(/\/$/, '')) ? listedServers(identifier, choice) : null
}
