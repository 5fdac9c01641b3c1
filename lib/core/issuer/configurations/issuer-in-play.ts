import type { RequestContext } from '../../engine/endpoints/request-context'
import type { IssuerKeys } from '../../ground/ports/keys'
import type { Laboratory, LaboratoryOptions } from '../../ground/ports/laboratory'
import { issuerIdOf, laboratoryIssuerId } from '../../ground/ports/laboratory'
import type { Ports } from '../../ground/ports/ports'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { credentialIssuer } from '../../ground/ports/uris'
import { type ServerName, serverIdentifier, usualServer } from './authorization-servers'
import type { IssuerConfiguration } from './issuer-configuration'
import { type IssuerUrls, issuerUrls } from './issuer-urls'
import { laboratoryConfiguration } from './laboratory/laboratory-configuration'
import { completeLaboratory, sharedBehaviour } from './laboratory/laboratory-options'

/**
 * The issuer that a request is for, with everything that endpoints, documents and checks need to know of it. Nothing
 * else of the service distinguishes issuers.
 */
export interface IssuerInPlay {
  /** What its values, nonces and exchanges are bound to. */
  readonly id: string
  /** Its Credential Issuer Identifier. OID4VCI-1FINAL-12.2.1 */
  readonly identifier: string
  /**
   * The issuer identifier of the authorization server that the request is at; elsewhere of the first that responds.
   * RFC8414-2
   */
  readonly authorizationServer: string
  /** The authorization server that the path names, whether the issuer has it or not. */
  readonly server: ServerName
  /** Its addresses, and those of that server. */
  readonly urls: IssuerUrls
  /** What it issues, and what it asks of a wallet. */
  readonly configuration: IssuerConfiguration
  /** Looked up when it is asked for. */
  readonly keys: IssuerKeys
  /** How it behaves where an issuer may choose. */
  readonly options: IssuerBehaviour
  /** Whether its authorization server takes `authorization_details`, and says so. RFC9396-10 */
  readonly readsAuthorizationDetails: boolean
  /** The session that it belongs to, and so does every request to it; `null` for one that sessions share. */
  readonly session: IssuanceSession | null
}

type IssuerBehaviour = Omit<LaboratoryOptions, 'lifetime_seconds'>

/** How the issuer of a session behaves. */
export const behaviourOf = ({ laboratory }: Pick<IssuanceSession, 'laboratory'>): IssuerBehaviour =>
  laboratory === undefined ? sharedBehaviour : completeLaboratory(laboratory.options)

/** True if the issuer belongs to the session alone, so that nobody can have its documents from an earlier one. */
export const hasOwnIssuer = ({ laboratory }: Pick<IssuanceSession, 'laboratory'>): boolean => laboratory !== undefined

/** The authorization server that a session is told to start with. */
export const startingServer = (session: IssuanceSession, baseUrl: string): string =>
  serverIdentifier(
    credentialIssuer(baseUrl, issuerIdOf(session)),
    usualServer(behaviourOf(session).authorization_servers),
  )

/** The input of an endpoint under an issuer. */
export interface IssuerContext extends RequestContext {
  readonly issuer: IssuerInPlay
}

/** The issuer of a configuration, which sessions share. */
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

/** The issuer that a session has for itself, made from a configuration. */
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

/** Adds the addresses of an issuer and its keys. */
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
  const identifier = credentialIssuer(baseUrl, id)
  const { server } = rest
  const { authorization_servers: choice } = rest.options
  const usual = usualServer(choice)
  const named = server === 'own' ? usual : server
  return {
    ...rest,
    id,
    identifier,
    authorizationServer: serverIdentifier(identifier, named),
    urls: issuerUrls(baseUrl, id, named),
    get keys() {
      return keysOf()
    },
  }
}
