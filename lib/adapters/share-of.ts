import type { StoredExchange } from '@/lib/core/ground/ports/store-types'

/**
 * The share of the ledger that an exchange counts towards: the network of its client, which is the first part of
 * `client`. Older records have a single part that combines address and user agent.
 */
export const shareOf = ({ client }: Pick<StoredExchange, 'client'>): string => client.split('.', 1)[0] ?? client
