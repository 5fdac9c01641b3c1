import type { ProtocolSettings } from '../../../../ground/ports/settings'
import type { ClientAuthenticationMethod } from '../authorization-server-metadata'

/** Published algorithms of attestations, their PoPs and client assertions. */
export const clientSigningAlgorithms: readonly string[] = ['ES256']

/** `token_endpoint_auth_methods_supported`; `private_key_jwt` only if a client is registered. RFC8414-2 */
export const clientAuthenticationMethods = ({
  clients,
}: Pick<ProtocolSettings, 'clients'>): readonly ClientAuthenticationMethod[] => [
  'none',
  'attest_jwt_client_auth',
  ...(clients.length > 0 ? (['private_key_jwt'] as const) : []),
]
