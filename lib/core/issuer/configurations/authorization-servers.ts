import type { LaboratoryOptions } from '../../shared/ports/laboratory'
import { belowIssuer } from '../../shared/ports/uris'

/** The authorization servers of an issuer, as an option. OID4VCI-1FINAL-12.2.4 */
export type AuthorizationServers = LaboratoryOptions['authorization_servers']

/** Last segment of an authorization server's identifier; `own` is the issuer itself. */
export type ServerName = 'own' | 'as' | 'gone'

/** In metadata order. `gone` never responds. */
const servers: Readonly<Record<AuthorizationServers, readonly ServerName[]>> = {
  self: ['own'],
  listed: ['as'],
  two: ['own', 'as'],
  first_dead: ['gone', 'as'],
}

/** The server that a URL path names. */
export const serverNamedIn = (path: string): ServerName => {
  const [, name] = /\/lab\/[^/]+\/(as|gone)(?:\/|$)/.exec(path) ?? []
  return name === 'as' || name === 'gone' ? name : 'own'
}

/** Issuer identifier of a server: the issuer itself, or a path below it. RFC8414-2 */
export const serverIdentifier = (issuer: string, name: ServerName): string =>
  name === 'own' ? issuer : belowIssuer(issuer, name)

/** `authorization_servers` of the metadata; `null` where the issuer is its own and the member is absent. OID4VCI-1FINAL-12.2.4 */
export const listedServers = (issuer: string, choice: AuthorizationServers): readonly string[] | null =>
  choice === 'self' ? null : servers[choice].map((name) => serverIdentifier(issuer, name))

/**
 * The issuer identifier that a wallet sends as `resource` and in `locations` to an authorization server shared by
 * several issuers; `null` if the metadata lists no servers.
 * @see OID4VCI-1FINAL-5.1.1, OID4VCI-1FINAL-5.1.2
 */
export const issuerToName = (issuer: string, choice: AuthorizationServers): string | null =>
  listedServers(issuer, choice) === null ? null : issuer

const liveServers = (choice: AuthorizationServers): readonly ServerName[] =>
  servers[choice].filter((name) => name !== 'gone')

/** The first server that responds: an issuance uses it unless the wallet picks another. */
export const usualServer = (choice: AuthorizationServers): ServerName => liveServers(choice)[0] ?? 'own'

/** True if the metadata lists the server, even one that never responds. */
export const isListedServer = (choice: AuthorizationServers, name: ServerName): boolean =>
  servers[choice].includes(name)

/**
 * `authorization_server` of an offer, for an issuer with several live servers. Absent if one of the listed servers is
 * dead, because the wallet then has to find the live one itself.
 * @see OID4VCI-1FINAL-4.1.1
 */
export const offeredServer = (issuer: string, choice: AuthorizationServers): string | null =>
  liveServers(choice).length > 1 ? serverIdentifier(issuer, usualServer(choice)) : null
