import { isListedServer } from './authorization-servers'
import type { IssuerInPlay } from './issuer-in-play'

/** Operations of an authorization server: none responds at a server that the metadata does not list. */
const ofServer = new Set([
  'getAuthorizationServerMetadata',
  'getAuthorizationServerKeys',
  'pushAuthorizationRequest',
  'requestAttestationChallenge',
  'authorize',
  'requestToken',
])

/**
 * True if an issuer has the endpoint that a path names. One that it does not have is a 404, and a wallet that calls it
 * did not take the address from the metadata.
 */
export function hasEndpoint({ options, server }: Pick<IssuerInPlay, 'options' | 'server'>, operation: string): boolean {
  if (ofServer.has(operation)) return isListedServer(options.authorization_servers, server)
  return operation !== 'requestNonce' || options.nonce === 'required'
}
