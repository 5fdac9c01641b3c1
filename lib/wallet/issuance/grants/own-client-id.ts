/** The name of this wallet where a client must have one. */
export const ownClientId = 'wallet-capture-reference-wallet'
