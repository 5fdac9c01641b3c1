import type { ProtocolSettings } from '../../../../ground/ports/settings'
import type { ClientAuthenticationMethod } from '../authorization-server-metadata'
import { type AttestationDrafts, takesCombinedMode } from './attestation-drafts'

/** Published algorithms of attestations, their PoPs and client assertions. */
export const clientSigningAlgorithms: readonly string[] = ['ES256']

/**
 * `token_endpoint_auth_methods_supported`; `private_key_jwt` only if a client is registered.
 * @see RFC8414-2, ABCA10-8
 */
export const clientAuthenticationMethods = (
  { clients }: Pick<ProtocolSettings, 'clients'>,
  drafts: AttestationDrafts,
): readonly ClientAuthenticationMethod[] => [
  'none',
  'attest_jwt_client_auth',
  ...(takesCombinedMode(drafts) ? (['attest_jwt_client_auth_dpop'] as const) : []),
  ...(clients.length > 0 ? (['private_key_jwt'] as const) : []),
]
