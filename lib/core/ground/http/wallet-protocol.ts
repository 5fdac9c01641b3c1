/** The protocols that wallets speak to this service. */
export type WalletProtocol = 'openid4vci' | 'openid4vp'

export const walletProtocols: readonly WalletProtocol[] = ['openid4vci', 'openid4vp']

/**
 * True for what the ledger shows. Whoever saw a certificate or a credential reads lists of trusted entities and of statuses,
 * and whom that concerns finds it in the session.
 */
export const isOfLedger = ({ path }: { readonly path: string }): boolean => !path.startsWith('/trust/')

/** What every address of the verifier has in its path; an index of storage looks for the same text, without case. */
const verifierPathPart = '/openid4vp/'

/** The protocol that a request was meant for, by its path: a misdirected one names its protocol too. */
export const walletProtocolOf = ({ path }: { readonly path: string }): WalletProtocol =>
  path.toLowerCase().includes(verifierPathPart) ? 'openid4vp' : 'openid4vci'
