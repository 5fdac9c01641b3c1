import type { StoredExchange } from '../../ground/ports/store-types'
import type { JsonObject } from '../../ground/values/json'

/** Decoded tokens of a request; those of its answer are ours. */
export const decodedTokens = ({ decoded }: StoredExchange): JsonObject[] =>
  decoded.filter(({ source }) => !String(source).startsWith('response.'))
