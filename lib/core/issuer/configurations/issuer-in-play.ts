import type { RequestContext } from '../../engine/endpoints/request-context'
import type { IssuerKeys, Ports } from '../../ground/ports/ports'
import { credentialIssuer } from '../../ground/ports/uris'
import type { IssuerConfiguration } from './issuer-configuration'
import { type IssuerUrls, issuerUrls } from './issuer-urls'

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
}

/** The input of an endpoint under an issuer. */
export interface IssuerContext extends RequestContext {
  readonly issuer: IssuerInPlay
}

/** The issuer of a configuration. It is its own authorization server. */
export function issuerInPlay(
  configuration: IssuerConfiguration,
  { baseUrl, issuerKeys }: { readonly baseUrl: string; readonly issuerKeys: Ports['issuerKeys'] },
): IssuerInPlay {
  const { id } = configuration
  const identifier = credentialIssuer(baseUrl, id)
  return {
    id,
    identifier,
    authorizationServer: identifier,
    urls: issuerUrls(baseUrl, id),
    configuration,
    get keys() {
      return issuerKeys(id)
    },
  }
}
