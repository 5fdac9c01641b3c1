import type { StoredExchange } from '../../shared/ports/store-types'
import { isObject } from '../../shared/values/json'
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

/** Parameters or members that identify the purpose of a request to an unknown address, most specific first. */
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
 * Purpose of a request. A wallet that continues at a wrong address or with a wrong method has continued, so there the
 * parameters decide; `null` if they do not tell.
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

/** Continued if the wallet sent one of these requests, whatever the response. */
export const goesOnWith =
  (...operations: readonly string[]): IssuerDeviation['next'] =>
  (later) => {
    const found = later.find((exchange) => operations.includes(operationMeant(exchange) ?? ''))
    return found === undefined ? null : wentOn(found)
  }

/** Endpoints that take an Authorization header for a client, not for a token. */
const ofClients: readonly (string | null)[] = ['pushAuthorizationRequest', 'requestToken']
const ofTokens: readonly (string | null)[] = ['requestCredential', 'requestDeferredCredential', 'sendNotification']

/**
 * Continued if the wallet presented the token of the response, at whatever endpoint and in whatever scheme. With a DPoP proof the
 * token is bound all the same, which only a profile that demands such tokens forbids. RFC9449-5
 */
export const presentsToken: IssuerDeviation['next'] = (later) => {
  const exchange = later.find((one) => {
    const meant = operationMeant(one)
    return ofTokens.includes(meant) || (one.headers.authorization !== undefined && !ofClients.includes(meant))
  })
  if (exchange === undefined) return null
  const proven = exchange.headers.dpop !== undefined
  const how = `${schemeWords(exchange)} and ${proven ? 'a' : 'no'} DPoP proof`
  return { ...wentOn(exchange), seen: `${wentOn(exchange).seen} with ${how}`, onlyUnderHaip: proven }
}

function schemeWords({ headers: { authorization } }: StoredExchange): string {
  const scheme = isObject(authorization) ? String(authorization.scheme) : ''
  const known = ['DPoP', 'Bearer'].find((one) => one.toLowerCase() === scheme.toLowerCase())
  return known === undefined ? 'no known scheme' : `the scheme ${known}`
}

/** Where a wallet without a credential request stopped: before or after requesting a token. */
export function farthestStep(later: readonly StoredExchange[]): string | null {
  const before = ['pushAuthorizationRequest', 'authorize', 'requestToken']
  const last = later.map(operationMeant).findLast((operation) => before.includes(operation ?? ''))
  return requestWords[last ?? ''] ?? null
}

/** Used the metadata if it contacted the authorization server. */
export const startsFlow = goesOnWith('pushAuthorizationRequest', 'authorize', 'requestToken')

/** Rejected the signed metadata if it continued with an unsigned copy fetched later. */
export const trustsSignature: IssuerDeviation['next'] = (later, signed) => {
  const step = startsFlow(later, signed)
  if (step === null) return null
  const before = later.slice(0, later.indexOf(step.exchange))
  const exchange = before.findLast(({ operation }) => operation === 'getIssuerMetadata')
  return exchange?.response.contentType?.startsWith('application/json')
    ? { did: 'refused', exchange, seen: 'the metadata without a signature instead' }
    : step
}

/** Which of two sets of endpoints received the credential request. */
export const usesAddresses =
  (of: { readonly first: string; readonly second: string }): IssuerDeviation['next'] =>
  (later) => {
    const exchange = later.find(({ operation }) => operation === 'requestCredential')
    if (exchange === undefined) return null
    const used = isAtSecondAddress(exchange) ? of.second : of.first
    return { did: 'continued', exchange, seen: `a credential request to the endpoint ${used}` }
  }

/** Continued if it got as far as a credential request. */
export const goesOnToTheEnd: IssuerDeviation['next'] = (later) => {
  const issued = later.find(
    ({ operation, response }) =>
      (operation === 'requestCredential' || operation === 'requestDeferredCredential') && response.status === 200,
  )
  return issued === undefined ? null : { did: 'continued', exchange: issued, seen: 'a credential was issued' }
}

/** Continued, as in a loop, if it sent more than `most` of these requests. */
export const goesOnAfter =
  (most: number, operation: string): IssuerDeviation['next'] =>
  (later) => {
    const more = later.filter((exchange) => operationMeant(exchange) === operation)[most]
    return more === undefined ? null : wentOn(more)
  }

/** Continued if it resent a refused value. A new value means a new attempt, which is allowed. */
export const sendsAgain =
  (operation: string, member: string, seen: string): IssuerDeviation['next'] =>
  (later, refused) => {
    const first = sentAs(refused, member)
    const earlier = new Set([first])
    for (const exchange of later.filter((one) => operationMeant(one) === operation)) {
      const value = sentAs(exchange, member)
      // Values that are not on record, e.g. in an encrypted request, may be equal.
      if (value === null ? first === null : earlier.has(value)) return { did: 'continued', exchange, seen }
      earlier.add(value)
    }
    return null
  }

/** The recorded fingerprint of a value; `null` if there is none. */
const sentAs = ({ query, body }: StoredExchange, member: string): string | null => {
  const value = [body, query].flatMap((part) => (isObject(part) && part[member] !== undefined ? [part[member]] : []))[0]
  return value === undefined ? null : JSON.stringify(value)
}

/** Did not wait if it sent the same request again; a notification shows that it waited. */
export const sendsOnce: IssuerDeviation['next'] = (later, answered) => {
  const exchange = later.find((one) => operationMeant(one) === answered.operation)
  if (exchange !== undefined) return { did: 'refused', exchange, seen: 'the same request again' }
  const told = later.find(({ operation }) => operation === 'sendNotification')
  return told === undefined ? null : { did: 'continued', exchange: told, seen: 'a notification, and no second request' }
}

/** The next request of the same kind shows whether the wallet did what the reply asked for. */
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
 * The notification says whether the wallet kept the credential; the first one counts. `credential_deleted` says
 * nothing, since the user may have deleted it.
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
