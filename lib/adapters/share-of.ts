import type { StoredExchange } from '@/lib/core/ground/ports/store-types'

/**
 * Whose share of the ledger an exchange counts towards: the network of its client, the first part of `client`. Records of
 * before have one part only, for address and user agent together.
 */
export const shareOf = ({ client }: Pick<StoredExchange, 'client'>): string => client.split('.', 1)[0] ?? client
