import type { StoredExchange } from '../../ground/ports/store-types'

/** True for a request from a wallet or from the browser that it opened. */
export const isContact = ({ origin }: Pick<StoredExchange, 'origin'>): boolean =>
  origin === 'wallet' || origin === 'user_agent'
