/**
 * By what wallets know the verifier of a session: the prefix of its client id, or a name that was registered with the wallet.
 * @see OID4VP-1FINAL-5.9.3
 */
export const clientIdPrefixes = [
  'x509_hash',
  'x509_san_dns',
  'verifier_attestation',
  'decentralized_identifier',
  'redirect_uri',
  'pre_registered',
] as const
export type ClientIdPrefix = (typeof clientIdPrefixes)[number]

/** How the DID of the verifier is resolved: it holds the key, or its document is served here. */
export const didMethods = ['jwk', 'web'] as const
export type DidMethod = (typeof didMethods)[number]
