/** The protocols that wallets speak to this service. */
export type WalletProtocol = 'openid4vci' | 'openid4vp'

export const walletProtocols: readonly WalletProtocol[] = ['openid4vci', 'openid4vp']

/** What every address of the verifier has in its path; an index of storage looks for the same text, without case. */
const verifierPathPart = '/openid4vp/'

/** The protocol that a request was meant for, by its path: a misdirected one names its protocol too. */
export const walletProtocolOf = ({ path }: { readonly path: string }): WalletProtocol =>
  path.toLowerCase().includes(verifierPathPart) ? 'openid4vp' : 'openid4vci'
