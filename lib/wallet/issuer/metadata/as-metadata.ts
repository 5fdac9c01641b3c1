import { WalletStop } from '../../errors'
import type { WireAnswer } from '../../http/wire'
import { type JsonObject, readJsonObject, stringMember, stringsMember } from '../../json'
import { need } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import { requireThat, skipsRule } from '../care'
import type { Run } from '../run'
import { assumedAsMetadata } from './assumed'
import { wellKnownUrl } from './well-known-url'

/**
 * Fetches the metadata of the authorization server that belongs to the grant (OID4VCI-1FINAL-12.2.4, RFC8414-3).
 * Without `authorization_servers` the issuer is its own authorization server; of several, and without a hint in the
 * offer, the first one that responds is taken.
 *
 * @param wanted - the `authorization_server` member of the grant, or null
 * @throws WalletStop, Refused
 */
export async function fetchAsMetadata(run: Run, wanted: string | null): Promise<JsonObject> {
  const servers = possibleServers(run, wanted)
  const [first] = servers
  if (run.misbehaviour?.skip === 'as_metadata') {
    run.misbehaving = true
    return assumedAsMetadata(need(first, 'authorization server'))
  }
  const { issuer, answer } = await aroundStep(run, 'as_metadata', () => firstLiving(run, servers))
  const isRight = answer.status === 200 && readJsonObject(answer.body) !== null
  if (!isRight && skipsRule(run, 'server_metadata')) return assumedAsMetadata(issuer)
  return requireUsable(run, issuer, requireJson('as_metadata', answer))
}

/** RFC8414-3.3 wants the very same identifier: no normalization of any kind. */
function requireUsable(run: Run, issuer: string, metadata: JsonObject): JsonObject {
  const isSame = metadata.issuer === issuer
  requireThat(run, 'server_binding', isSame, 'The issuer of the authorization server metadata is another one')
  const algorithms = stringsMember(metadata, 'dpop_signing_alg_values_supported')
  if (algorithms === null || !algorithms.includes('ES256')) {
    throw new WalletStop('The authorization server does not support DPoP with ES256')
  }
  const endpoint = stringMember(metadata, 'token_endpoint')
  requireThat(run, 'server_metadata', endpoint !== null, 'The metadata has no token_endpoint')
  if (endpoint === null) return { ...metadata, token_endpoint: assumedAsMetadata(issuer).token_endpoint }
  // RFC8414-2 wants https; where the issuer itself has none, as on a laptop, there is none to ask for.
  const isSecure = endpoint.startsWith('https:') || !issuer.startsWith('https:')
  requireThat(run, 'https', isSecure, 'The token endpoint is not an https address')
  return isSecure ? metadata : { ...metadata, token_endpoint: endpoint.replace(/^http:/, 'https:') }
}

/** Asks one server after the other until one responds (OID4VCI-1FINAL-12.2.4 lets a wallet query their metadata). */
async function firstLiving(
  run: Run,
  servers: readonly string[],
): Promise<{ readonly issuer: string; readonly answer: WireAnswer }> {
  let found: { readonly issuer: string; readonly answer: WireAnswer } | null = null
  for (const issuer of servers) {
    found = { issuer, answer: await fetchFrom(run, issuer) }
    if (found.answer.status === 200) return found
  }
  return need(found, 'authorization server')
}

const fetchFrom = (run: Run, issuer: string): Promise<WireAnswer> =>
  sendStep(run, {
    step: 'as_metadata',
    method: 'GET',
    url: wellKnownUrl(issuer, 'oauth-authorization-server', { dropLastSlash: true }),
    headers: [['Accept', 'application/json']],
    learned: () => 'where to get tokens',
  })

/** The servers that the grant may be redeemed at, in the order in which they are asked. */
function possibleServers(run: Run, wanted: string | null): readonly string[] {
  const issuer = need(run.facts.offer, 'credential offer').credentialIssuer
  const servers = stringsMember(run.facts.issuerMetadata, 'authorization_servers')
  if (servers === null) {
    if (wanted !== null) throw new WalletStop('The offer names an authorization server, the metadata lists none')
    return [issuer]
  }
  if (wanted === null) return servers
  const message = 'The authorization server of the offer is not in the metadata'
  requireThat(run, 'server_listed', servers.includes(wanted), message)
  return [wanted]
}
