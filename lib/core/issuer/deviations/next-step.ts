import type { StoredExchange } from '../../ground/ports/store-types'
import { isObject } from '../../ground/values/json'
import type { IssuerDeviation, NextStep } from './issuer-deviation'
import { isAtSecondAddress } from './second-addresses'

/** Display names of requests. */
const requestWords: Readonly<Record<string, string>> = {
  pushAuthorizationRequest: 'a pushed authorization request',
  authorize: 'an authorization request',
  requestToken: 'a token request',
  requestCredential: 'a credential request',
  requestDeferredCredential: 'a deferred credential request',
}

const wentOn = (exchange: StoredExchange): NextStep => ({
  did: 'continued',
  exchange,
  seen: requestWords[exchange.operation ?? ''] ?? 'a request',
})

/** The wallet continued if it sent one of these requests. */
export const goesOnWith =
  (...operations: readonly string[]): IssuerDeviation['next'] =>
  (later) => {
    const found = later.find(({ operation }) => operation !== null && operations.includes(operation))
    return found === undefined ? null : wentOn(found)
  }

/** Where a wallet that asked for no credential stopped: before or after it asked for access. */
export function wentAsFarAs(later: readonly StoredExchange[]): string | null {
  const before = ['pushAuthorizationRequest', 'authorize', 'requestToken']
  const last = later.findLast(({ operation }) => operation !== null && before.includes(operation))
  return last === undefined ? null : (requestWords[last.operation ?? ''] ?? null)
}

/** The wallet used the metadata if it went on to the authorization server. */
export const startsFlow = goesOnWith('pushAuthorizationRequest', 'authorize', 'requestToken')

/** A wallet that went on with the unsigned form, fetched after the signed one, has rejected the signed one. */
export const trustsSignature: IssuerDeviation['next'] = (later, signed) => {
  const step = startsFlow(later, signed)
  if (step === null) return null
  const before = later.slice(0, later.indexOf(step.exchange))
  const exchange = before.findLast(({ operation }) => operation === 'getIssuerMetadata')
  return exchange?.response.contentType?.startsWith('application/json')
    ? { did: 'refused', exchange, seen: 'the metadata without a signature instead' }
    : step
}

/** Which of two sets of endpoints the wallet sends its credential request to. */
export const usesAddresses =
  (of: { readonly first: string; readonly second: string }): IssuerDeviation['next'] =>
  (later) => {
    const exchange = later.find(({ operation }) => operation === 'requestCredential')
    if (exchange === undefined) return null
    const used = isAtSecondAddress(exchange) ? of.second : of.first
    return { did: 'continued', exchange, seen: `a credential request to the endpoint ${used}` }
  }

/** The wallet continued if it got as far as a credential. */
export const goesOnToTheEnd: IssuerDeviation['next'] = (later) => {
  const issued = later.find(
    ({ operation, response }) =>
      (operation === 'requestCredential' || operation === 'requestDeferredCredential') && response.status === 200,
  )
  return issued === undefined ? null : { did: 'continued', exchange: issued, seen: 'a credential was issued' }
}

/** The wallet continued if it sent more than `most` of these requests, as one in a loop does. */
export const goesOnAfter =
  (most: number, operation: string): IssuerDeviation['next'] =>
  (later) => {
    const more = later.filter((exchange) => exchange.operation === operation)[most]
    return more === undefined ? null : wentOn(more)
  }

/** The wallet did not wait for the answer if it sent the same request again; a notification shows that it waited. */
export const sendsOnce: IssuerDeviation['next'] = (later, answered) => {
  const exchange = later.find(({ operation }) => operation === answered.operation)
  if (exchange !== undefined) return { did: 'refused', exchange, seen: 'the same request again' }
  const told = later.find(({ operation }) => operation === 'sendNotification')
  return told === undefined ? null : { did: 'continued', exchange: told, seen: 'a notification, and no second request' }
}

/** The next request of the same kind shows whether the wallet did what the answer asked for. */
export const triesAgain =
  (
    operation: string,
    did: (next: StoredExchange, refused: StoredExchange) => boolean,
    otherwise: string,
  ): IssuerDeviation['next'] =>
  (later, refused) => {
    const next = later.find((exchange) => exchange.operation === operation)
    if (next === undefined) return null
    return did(next, refused) ? wentOn(next) : { did: 'refused', exchange: next, seen: otherwise }
  }

/**
 * The notification of the wallet says whether it kept the credential. `credential_deleted` says nothing: the user may
 * have deleted it.
 */
export const notifies: IssuerDeviation['next'] = (later) => {
  for (const exchange of later) {
    if (exchange.operation !== 'sendNotification' || !isObject(exchange.body)) continue
    const { event } = exchange.body
    if (event === 'credential_failure') return { did: 'refused', exchange, seen: 'the notification credential_failure' }
    if (event === 'credential_accepted')
      return { did: 'continued', exchange, seen: 'the notification credential_accepted' }
  }
  return null
}
