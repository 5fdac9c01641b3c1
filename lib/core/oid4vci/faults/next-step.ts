import type { StoredExchange } from '../../store-types'
import type { IssuanceFault, NextStep } from './fault'

/** Names of requests, for people. */
const requestWords: Readonly<Record<string, string>> = {
  pushAuthorizationRequest: 'a pushed authorization request',
  requestToken: 'a token request',
  requestCredential: 'a credential request',
}

const wentOn = (exchange: StoredExchange): NextStep => ({
  did: 'continued',
  exchange,
  seen: requestWords[exchange.operation ?? ''] ?? 'a request',
})

/** A wallet that sends one of these requests goes on. */
export const goesOnWith =
  (...operations: readonly string[]): IssuanceFault['next'] =>
  (later) => {
    const found = later.find(({ operation }) => operation !== null && operations.includes(operation))
    return found === undefined ? null : wentOn(found)
  }

/** A wallet that is given a credential has gone on to the end. */
export const goesOnToTheEnd: IssuanceFault['next'] = (later) => {
  const issued = later.find(({ operation, response }) => operation === 'requestCredential' && response.status === 200)
  return issued === undefined ? null : { did: 'continued', exchange: issued, seen: 'a credential was issued' }
}
