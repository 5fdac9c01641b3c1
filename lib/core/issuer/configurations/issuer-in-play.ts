import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Laboratory, LaboratoryOptions } from '../../ground/ports/laboratory'
import { laboratoryIssuerId } from '../../ground/ports/laboratory'
import type { IssuerKeys, Ports } from '../../ground/ports/ports'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { credentialIssuer } from '../../ground/ports/uris'
import type { IssuerConfiguration } from './issuer-configuration'
import { type IssuerUrls, issuerUrls } from './issuer-urls'
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
  /** The issuer identifier of its authorization server. RFC8414-2 */
  readonly authorizationServer: string
  readonly urls: IssuerUrls
  /** What it issues, and what it asks of a wallet. */
  readonly configuration: IssuerConfiguration
  /** Looked up when it is asked for. */
  readonly keys: IssuerKeys
  /** How it behaves where an issuer may choose. */
  readonly options: IssuerBehaviour
  /** The session that it belongs to, and so does every request to it; `null` for one that sessions share. */
  readonly session: IssuanceSession | null
}

type IssuerBehaviour = Omit<LaboratoryOptions, 'lifetime_seconds'>

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
    configuration,
    options: sharedBehaviour,
    session: null,
  })

/** The issuer that a session has for itself, made from a configuration. */
export const laboratoryInPlay = (
  configuration: IssuerConfiguration,
  { session, laboratory }: { readonly session: IssuanceSession; readonly laboratory: Laboratory },
  { baseUrl, laboratoryKeys }: { readonly baseUrl: string } & Pick<Ports, 'laboratoryKeys'>,
): IssuerInPlay =>
  inPlay(laboratoryIssuerId(laboratory.id), {
    baseUrl,
    keysOf: () => laboratoryKeys.keys(laboratory),
    configuration,
    options: completeLaboratory(laboratory.options),
    session,
  })

/** Adds the addresses of an issuer, which is its own authorization server, and its keys. */
function inPlay(
  id: string,
  {
    baseUrl,
    keysOf,
    ...rest
  }: { readonly baseUrl: string; readonly keysOf: () => IssuerKeys } & Pick<
    IssuerInPlay,
    'configuration' | 'options' | 'session'
  >,
): IssuerInPlay {
  const identifier = credentialIssuer(baseUrl, id)
  return {
    ...rest,
    id,
    identifier,
    authorizationServer: identifier,
    urls: issuerUrls(baseUrl, id),
    get keys() {
      return keysOf()
    },
  }
}
