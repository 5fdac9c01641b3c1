import { WalletStop } from '../../errors'
import { isObject, type JsonObject, stringMember, stringsMember } from '../../json'
import { need } from '../../run'
import { requireConfiguration } from '../metadata/issuer-metadata'
import type { Run } from '../run'

/** Whether this wallet asks with `authorization_details`: where it wants to, or where the configuration has no scope. */
export function usesDetails(run: Run): boolean {
  const { facts, profile } = run
  const id = need(facts.configurationId, 'credential configuration')
  const uses = profile.authorizationDetails || stringMember(requireConfiguration(run, id), 'scope') === null
  const types = stringsMember(facts.asMetadata, 'authorization_details_types_supported') ?? []
  if (uses && !types.includes('openid_credential'))
    throw new WalletStop('The authorization server takes no authorization_details for credentials')
  return uses
}

/**
 * The parameter for the offered configuration (OID4VCI-1FINAL-5.1.1), with the issuer in `locations` where its metadata lists
 * authorization servers.
 */
export function authorizationDetails({ facts }: Run): [string, string] {
  const issuer = need(facts.offer, 'credential offer').credentialIssuer
  const entry: JsonObject = {
    type: 'openid_credential',
    credential_configuration_id: need(facts.configurationId, 'credential configuration'),
    ...(stringsMember(facts.issuerMetadata, 'authorization_servers') === null ? {} : { locations: [issuer] }),
  }
  return ['authorization_details', JSON.stringify([entry])]
}

/**
 * The identifiers that a token response gives for a configuration, none by default (OID4VCI-1FINAL-6.2).
 *
 * @throws WalletStop when the token is for other credentials only
 */
export function identifiersIn(body: JsonObject, configurationId: string | null): string[] {
  const details: unknown[] = Array.isArray(body.authorization_details) ? body.authorization_details : []
  const entries = details.filter(isObject).filter(({ type }) => type === 'openid_credential')
  const ours = entries.filter((entry) => entry.credential_configuration_id === configurationId)
  if (entries.length > 0 && ours.length === 0) throw new WalletStop('The access token is for other credentials')
  return ours.flatMap((entry) => stringsMember(entry, 'credential_identifiers') ?? [])
}
