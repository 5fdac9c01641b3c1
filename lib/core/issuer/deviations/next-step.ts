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

/** What a parameter or member shows a request to be for, where no endpoint answered it: most telling first. */
const shownBy: readonly (readonly [member: string, operation: string])[] = [
  ['grant_type', 'requestToken'],
  ['response_type', 'pushAuthorizationRequest'],
  ['notification_id', 'sendNotification'],
  ['transaction_id', 'requestDeferredCredential'],
  ['proofs', 'requestCredential'],
  ['credential_configuration_id', 'requestCredential'],
  ['credential_identifier', 'requestCredential'],
]

/**
 * What a request is for. A wallet that goes on at a wrong address, or by a wrong method, has gone on all the same, so there the
 * request itself says it; `null` where it does not.
 */
export function operationMeant({ operation, query, body }: StoredExchange): string | null {
  if (operation !== null) return operation
  const has = (name: string) => [query, body].some((part) => isObject(part) && Object.hasOwn(part, name))
  return shownBy.find(([member]) => has(member))?.[1] ?? null
}

const wentOn = (exchange: StoredExchange): NextStep => ({
  did: 'continued',
  exchange,
  seen: requestWords[operationMeant(exchange) ?? ''] ?? 'a request',
})

/** The wallet continued if it sent one of these requests, whatever became of it. */
export const goesOnWith =
  (...operations: readonly string[]): IssuerDeviation['next'] =>
  (later) => {
    const found = later.find((exchange) => operations.includes(operationMeant(exchange) ?? ''))
    return found === undefined ? null : wentOn(found)
  }

/** Where a wallet that asked for no credential stopped: before or after it asked for access. */
export function wentAsFarAs(later: readonly StoredExchange[]): string | null {
  const before = ['pushAuthorizationRequest', 'authorize', 'requestToken']
  const last = later.map(operationMeant).findLast((operation) => before.includes(operation ?? ''))
  return requestWords[last ?? ''] ?? null
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
    const more = later.filter((exchange) => operationMeant(exchange) === operation)[most]
    return more === undefined ? null : wentOn(more)
  }

/**
 * The wallet continued if it sent again, after it was refused, what had been refused. Another value of the same member is of a
 * new start, which is its right.
 */
export const sendsAgain =
  (operation: string, member: string, seen: string): IssuerDeviation['next'] =>
  (later, refused) => {
    const first = sentAs(refused, member)
    const earlier = new Set([first])
    for (const exchange of later.filter((one) => operationMeant(one) === operation)) {
      const value = sentAs(exchange, member)
      // What the record does not show, of an encrypted request for one, may be the same.
      if (value === null ? first === null : earlier.has(value)) return { did: 'continued', exchange, seen }
      earlier.add(value)
    }
    return null
  }

/** A value as the record keeps it, by its fingerprint; `null` for none. */
const sentAs = ({ query, body }: StoredExchange, member: string): string | null => {
  const value = [body, query].flatMap((part) => (isObject(part) && part[member] !== undefined ? [part[member]] : []))[0]
  return value === undefined ? null : JSON.stringify(value)
}

/** The wallet did not wait for the answer if it sent the same request again; a notification shows that it waited. */
export const sendsOnce: IssuerDeviation['next'] = (later, answered) => {
  const exchange = later.find((one) => operationMeant(one) === answered.operation)
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
    const next = later.find((exchange) => operationMeant(exchange) === operation)
    if (next === undefined) return null
    return did(next, refused) ? wentOn(next) : { did: 'refused', exchange: next, seen: otherwise }
  }

/**
 * The notification of the wallet says whether it kept the credential: once it says so, whatever else it says.
 * `credential_deleted` says nothing: the user may have deleted it.
 */
export const notifies: IssuerDeviation['next'] = (later) => {
  const told = (event: string) =>
    later.find(
      (exchange) =>
        operationMeant(exchange) === 'sendNotification' && isObject(exchange.body) && exchange.body.event === event,
    )
  const kept = told('credential_accepted')
  if (kept !== undefined) return { did: 'continued', exchange: kept, seen: 'the notification credential_accepted' }
  const failed = told('credential_failure')
  return failed === undefined ? null : { did: 'refused', exchange: failed, seen: 'the notification credential_failure' }
}
