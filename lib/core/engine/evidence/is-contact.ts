import type { StoredExchange } from '../../ground/ports/store-types'

/** True for what a wallet, or the browser that it opened, has sent. */
export const isContact = ({ origin }: Pick<StoredExchange, 'origin'>): boolean =>
  origin === 'wallet' || origin === 'user_agent'
