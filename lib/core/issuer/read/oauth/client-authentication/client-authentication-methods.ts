import type { ProtocolSettings } from '../../../../shared/ports/settings'
import type { AttestationDraft } from '../../../configurations/laboratory/protocol-options'
import type { ClientAuthenticationMethod } from '../authorization-server-metadata'

/** Client attestation drafts that an issuer accepts; empty: judges by draft 07 and refuses no other. */
export type AttestationDrafts = readonly AttestationDraft[]

/** Whether attestations of other drafts are refused. */
export const refusesOtherDrafts = (drafts: AttestationDrafts): boolean => drafts.length > 0

/** Whether both JWTs need `iss`: later drafts removed it and ignore it. ABCA-5.1, ABCA08-5.1 */
export const requiresIss = (drafts: AttestationDrafts): boolean => drafts.every((draft) => draft === '07')

/** Whether a DPoP proof may serve as proof of possession. ABCA10-5.2 */
export const takesCombinedMode = (drafts: AttestationDrafts): boolean => drafts.includes('10')

/** Published algorithms of client assertions. */
export const clientSigningAlgorithms: readonly string[] = ['ES256']

/**
 * `token_endpoint_auth_methods_supported`; includes `private_key_jwt` only if a client is registered.
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
