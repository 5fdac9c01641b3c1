/** A name that a parameter or member had before. */
export interface OldName {
  readonly name: string
  /** Its name now. */
  readonly now: string
  /** Where it has the old name. */
  readonly draft: string
}

const oldIssuance = 'OpenID4VCI before 1.0'
const oldPresentation = 'OpenID4VP before 1.0'

/** Names of drafts and of sibling specifications. */
export const oldNames: readonly OldName[] = [
  { name: 'user_pin', now: 'tx_code', draft: oldIssuance },
  { name: 'acceptance_token', now: 'transaction_id', draft: oldIssuance },
  { name: 'proof', now: 'proofs', draft: oldIssuance },
  { name: 'op_state', now: 'issuer_state', draft: oldIssuance },
  { name: 'credential_encryption_jwk', now: 'credential_response_encryption', draft: oldIssuance },
  { name: 'format', now: 'credential_configuration_id', draft: oldIssuance },
  { name: 'vp_formats', now: 'vp_formats_supported', draft: oldPresentation },
  { name: 'client_id_schemes_supported', now: 'client_id_prefixes_supported', draft: oldPresentation },
  { name: 'presentation_definition', now: 'dcql_query', draft: oldPresentation },
]
