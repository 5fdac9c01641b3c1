import type { StoredExchange } from '../../ground/ports/store-types'
import { isObject } from '../../ground/values/json'

/**
 * An exchange without its large parts: header fields, parameters, bodies and decoded tokens. Kept are what it was, how
 * it was answered, its findings and the error code of the answer, which session checks need.
 */
export const withoutContent = (exchange: StoredExchange): StoredExchange => ({
  ...exchange,
  contentOmitted: true,
  headers: {},
  query: {},
  body: null,
  response: { ...exchange.response, headers: {}, body: errorCodeOf(exchange) },
  decoded: [],
})

function errorCodeOf({ response: { body } }: StoredExchange) {
  return isObject(body) && typeof body.error === 'string' ? { error: body.error } : null
}
