import type { StoredExchange } from '../../ground/ports/store-types'
import { isObject } from '../../ground/values/json'

/**
 * An exchange without what makes it large: header fields, parameters, bodies and decoded tokens. What it was, how it was
 * answered and what the checks found in it stays; of the answer's body the error code, for checks of the whole session.
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
