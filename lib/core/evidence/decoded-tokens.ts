import type { JsonObject } from '../json'
import type { StoredExchange } from '../store-types'

/** Decoded tokens of a request; those of its answer are ours. */
export const decodedTokens = ({ decoded }: StoredExchange): JsonObject[] =>
  decoded.filter(({ source }) => !String(source).startsWith('response.'))
