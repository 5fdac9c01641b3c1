import { WalletStop } from '../../errors'
import { type JsonObject, stringMember, stringsMember } from '../../json'
import { need } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { Run } from '../run'
import { assumedAsMetadata } from './assumed'
import { wellKnownUrl } from './well-known-url'

/**
 * Fetches the metadata of the authorization server that belongs to the grant (OID4VCI-1FINAL-12.2.4, RFC8414-3).
 * Without `authorization_servers` the issuer is its own authorization server.
 *
 * @param wanted - the `authorization_server` member of the grant, or null
 * @throws WalletStop, Refused
 */
export async function fetchAsMetadata(run: Run, wanted: string | null): Promise<JsonObject> {
  const issuer = chooseServer(run, wanted)
  if (run.misbehaviour?.skip === 'as_metadata') {
    run.misbehaving = true
    return assumedAsMetadata(issuer)
  }
  const answer = await aroundStep(run, 'as_metadata', () =>
    sendStep(run, {
      step: 'as_metadata',
      method: 'GET',
      url: wellKnownUrl(issuer, 'oauth-authorization-server', { dropLastSlash: true }),
      headers: [['Accept', 'application/json']],
      learned: () => 'where to get tokens',
    }),
  )
  const metadata = requireJson('as_metadata', answer)
  if (metadata.issuer !== issuer) throw new WalletStop('The issuer of the authorization server metadata is another one')
  if (stringMember(metadata, 'token_endpoint') === null) throw new WalletStop('The metadata has no token_endpoint')
  const algorithms = stringsMember(metadata, 'dpop_signing_alg_values_supported')
  if (algorithms === null || !algorithms.includes('ES256')) {
    throw new WalletStop('The authorization server does not support DPoP with ES256')
  }
  return metadata
}

function chooseServer(run: Run, wanted: string | null): string {
  const issuer = need(run.facts.offer, 'credential offer').credentialIssuer
  const servers = stringsMember(run.facts.issuerMetadata, 'authorization_servers')
  if (servers === null) {
    if (wanted !== null) throw new WalletStop('The offer names an authorization server, the metadata lists none')
    return issuer
  }
  if (wanted !== null && !servers.includes(wanted))
    throw new WalletStop('The authorization server of the offer is not in the metadata')
  return need(wanted ?? servers[0], 'authorization server')
}
