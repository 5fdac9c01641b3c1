/** The requests of a flow by their purpose. */
export type StepName =
  | 'offer'
  | 'issuer_metadata'
  | 'as_metadata'
  | 'par'
  | 'authorize'
  | 'challenge'
  | 'token'
  | 'nonce'
  | 'credential'
  | 'issuer_keys'
  | 'notification'
