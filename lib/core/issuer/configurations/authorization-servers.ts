import type { LaboratoryOptions } from '../../ground/ports/laboratory'

/** Which authorization servers an issuer relies on. OID4VCI-1FINAL-12.2.4 */
export type AuthorizationServers = LaboratoryOptions['authorization_servers']

/** An authorization server of an issuer, by the last segment of its identifier; `own` is the issuer itself. */
export type ServerName = 'own' | 'as' | 'gone'

/** In the order of the metadata. Of each issuer, `gone` has never responded. */
const servers: Readonly<Record<AuthorizationServers, readonly ServerName[]>> = {
  self: ['own'],
  listed: ['as'],
  two: ['own', 'as'],
  first_dead: ['gone', 'as'],
}

/** The server that an address of an issuer names by its path. */
export const serverNamedIn = (path: string): ServerName => {
  const [, name] = /\/lab\/[^/]+\/(as|gone)(?:\/|$)/.exec(path) ?? []
  return name === 'as' || name === 'gone' ? name : 'own'
}

/** The issuer identifier of a server. RFC8414-2 */
export const serverIdentifier = (issuer: string, name: ServerName): string =>
  name === 'own' ? issuer : `${issuer}/${name}`

/** `authorization_servers` of the metadata; `null` where the issuer is its own and the member is absent. OID4VCI-1FINAL-12.2.4 */
export const listedServers = (issuer: string, choice: AuthorizationServers): readonly string[] | null =>
  choice === 'self' ? null : servers[choice].map((name) => serverIdentifier(issuer, name))

/**
 * What a wallet names its issuer by at an authorization server that may have others, in `resource` and in `locations`; `null` where
 * the metadata lists no servers.
 * @see OID4VCI-1FINAL-5.1.1, OID4VCI-1FINAL-5.1.2
 */
export const issuerToName = (issuer: string, choice: AuthorizationServers): string | null =>
  listedServers(issuer, choice) === null ? null : issuer

/** The servers that respond. */
const liveServers = (choice: AuthorizationServers): readonly ServerName[] =>
  servers[choice].filter((name) => name !== 'gone')

/** The first server that responds: the one that an issuance takes unless the wallet chooses another. */
export const usualServer = (choice: AuthorizationServers): ServerName => liveServers(choice)[0] ?? 'own'

/** True if the metadata names the server, whether it responds or not. */
export const isListedServer = (choice: AuthorizationServers, name: ServerName): boolean =>
  servers[choice].includes(name)

/**
 * `authorization_server` of an offer: where an issuer lists several that respond, the offer may say which to take. It
 * names none where one of them is dead, for then the wallet has to find the living one.
 * @see OID4VCI-1FINAL-4.1.1
 */
export const offeredServer = (issuer: string, choice: AuthorizationServers): string | null =>
  liveServers(choice).length > 1 ? serverIdentifier(issuer, usualServer(choice)) : null
