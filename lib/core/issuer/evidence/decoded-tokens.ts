import type { StoredExchange } from '../../ground/ports/store-types'
import type { JsonObject } from '../../ground/values/json'

/** The decoded tokens of the request; those of the answer are our own. */
export const decodedTokens = ({ decoded }: StoredExchange): JsonObject[] =>
  decoded.filter(({ source }) => !String(source).startsWith('response.'))
