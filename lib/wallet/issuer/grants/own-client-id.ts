/** The `client_id` of this wallet where one is required. */
export const ownClientId = 'wallet-capture-reference-wallet'
