import { metadataAt } from '../../engine/evidence/tied-by-time'
import type { StoredExchange } from '../../shared/ports/store-types'
import { isObject, type Json } from '../../shared/values/json'
import type { IssuerDeviation, NextStep } from './issuer-deviation'
import { isAtSecondAddress } from './second-addresses'

/** Display names of requests. */
const requestWords: Readonly<Record<string, string>> = {
  pushAuthorizationRequest: 'a pushed authorization request',
  authorize: 'an authorization request',
  requestToken: 'a token request',
  requestNonce: 'a nonce request',
  requestCredential: 'a credential request',
  requestDeferredCredential: 'a deferred credential request',
  sendNotification: 'a notification',
}

/** Display names of fetches, which belong to no flow. */
const fetchWords: Readonly<Record<string, string>> = {
  getIssuerMetadata: 'a request for the metadata of an issuer',
  getAuthorizationServerMetadata: 'a request for the metadata of an authorization server',
}

/** Parameters or members that identify the purpose of a request to an unknown address, most specific first. */
const shownBy: readonly (readonly [member: string, operation: string])[] = [
  ['grant_type', 'requestToken'],
  ['code_verifier', 'requestToken'],
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
export const operationMeant = (exchange: StoredExchange): string | null =>
  exchange.operation ?? purposeOf(exchange) ?? metadataAt(exchange.path)

/** True for a request with which a wallet goes on, also one that no endpoint answers. */
export const isOfFlow = (exchange: StoredExchange): boolean =>
  Object.hasOwn(requestWords, operationMeant(exchange) ?? '')

/** Purpose of a request by its parameters or members alone. */
const purposeOf = (exchange: StoredExchange): string | null =>
  shownBy.find(([member]) => sent(exchange, member).length > 0)?.[1] ?? null

/** The recorded values of a member, in the body or the URL. */
const sent = ({ query, body }: StoredExchange, member: string): Json[] =>
  [body, query].flatMap((part) => (isObject(part) && Object.hasOwn(part, member) ? [part[member] as Json] : []))

/** Continued with this request; `meant` is its purpose. How it was sent is told, and decides nothing. */
const wentOn = (exchange: StoredExchange, meant = operationMeant(exchange)): NextStep => ({
  did: 'continued',
  exchange,
  seen: `${requestWords[meant ?? ''] ?? fetchWords[meant ?? ''] ?? 'a request'}${manner(exchange, meant)}`,
})

/** How a request was sent, where no endpoint takes it so; empty otherwise. */
function manner({ operation, method, response }: StoredExchange, meant: string | null): string {
  if (operation !== null) return operation === meant ? '' : ' to another endpoint'
  return response.status === 405 ? ` with the method ${method}` : ' to an address that does not exist'
}

/** Continued if the wallet sent one of these requests, wherever, however, and whatever the response. */
export const goesOnWith =
  (...operations: readonly string[]): IssuerDeviation['next'] =>
  (later) => {
    for (const exchange of later) {
      const meant = [operationMeant(exchange), purposeOf(exchange)].find((one) => operations.includes(one ?? ''))
      if (meant) return wentOn(exchange, meant)
    }
    return null
  }

/** Endpoints that take an Authorization header for a client, not for a token. */
const ofClients: readonly (string | null)[] = ['pushAuthorizationRequest', 'requestToken']
const ofTokens: readonly (string | null)[] = ['requestCredential', 'requestDeferredCredential', 'sendNotification']

/**
 * Continued if the wallet presented a token of the response, at whatever endpoint, under whatever name and in whatever scheme.
 * With a DPoP proof the token is bound all the same, which only a profile that demands such tokens forbids. RFC9449-5
 */
export const presentsToken: IssuerDeviation['next'] = (later, { response }) => {
  const given = ['access_token', 'refresh_token'].flatMap((name) => fingerprintsIn(memberOf(response.body, name)))
  const exchange = later.find((one) => {
    const meant = operationMeant(one)
    const isHeader = one.headers.authorization !== undefined && !ofClients.includes(meant)
    return ofTokens.includes(meant) || isHeader || carries(one, given)
  })
  if (exchange === undefined) return null
  const proven = exchange.headers.dpop !== undefined
  const how = `${schemeWords(exchange)} and ${proven ? 'a' : 'no'} DPoP proof`
  const step = wentOn(exchange)
  return { ...step, seen: `${step.seen} with ${how}`, onlyUnderHaip: proven }
}

const memberOf = (value: Json, name: string): Json =>
  isObject(value) ? ((value[name] as Json | undefined) ?? null) : null

/** Whether a request has one of these redacted values, at whatever place. */
const carries = ({ headers, query, body }: StoredExchange, fingerprints: readonly string[]): boolean =>
  fingerprints.length > 0 &&
  [headers, query, body].some((part) => fingerprintsIn(part).some((one) => fingerprints.includes(one)))

/** The fingerprints of redacted values, which are equal for equal values. What is recorded of a message is bounded. */
function fingerprintsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    isObject(value) && value.redacted === true && typeof value.fingerprint === 'string' ? [value.fingerprint] : []
  return [...own, ...Object.values(value).flatMap((inner) => fingerprintsIn(inner as Json))]
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

/** Started the flow if it sent any request of it, in whatever order. */
export const startsFlow = goesOnWith('pushAuthorizationRequest', 'authorize', 'requestToken', 'requestCredential')

/** Used the issuer metadata if it started the flow, or asked the nonce endpoint that they name. */
export const usesMetadata = goesOnWith(
  'pushAuthorizationRequest',
  'authorize',
  'requestToken',
  'requestCredential',
  'requestNonce',
)

/** Rejected the signed metadata if it continued with an unsigned copy fetched later. */
export const trustsSignature: IssuerDeviation['next'] = (later, signed) => {
  const step = usesMetadata(later, signed)
  if (step === null) return null
  const before = later.slice(0, later.indexOf(step.exchange))
  const exchange = before.findLast(
    ({ operation, response }) => operation === 'getIssuerMetadata' && response.status === 200,
  )
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

/**
 * Continued if it resent a refused value, at whatever place and under whatever name. A new value means a new attempt, which is
 * allowed.
 */
export const sendsAgain =
  (operation: string, member: string, seen: string): IssuerDeviation['next'] =>
  (later, refused) => {
    const first = sentAs(refused, member)
    const earlier = new Set([first])
    for (const exchange of later) {
      const isMeant = [operationMeant(exchange), purposeOf(exchange)].includes(operation)
      const value = isMeant ? sentAs(exchange, member) : null
      // Values that are not on record, e.g. in an encrypted request, may be equal.
      const isUnseen = isMeant && value === null && first === null
      if (
        isUnseen ||
        (value !== null && earlier.has(value)) ||
        carries(exchange, sent(refused, member).flatMap(fingerprintsIn))
      )
        return { did: 'continued', exchange, seen }
      if (value !== null) earlier.add(value)
    }
    return null
  }

/** The recorded fingerprint of a value; `null` if there is none. */
const sentAs = (exchange: StoredExchange, member: string): string | null => {
  const [value] = sent(exchange, member)
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
    later.find((exchange) => operationMeant(exchange) === 'sendNotification' && sent(exchange, 'event').includes(event))
  const kept = told('credential_accepted')
  if (kept !== undefined) return { did: 'continued', exchange: kept, seen: 'the notification credential_accepted' }
  const failed = told('credential_failure')
  return failed === undefined ? null : { did: 'refused', exchange: failed, seen: 'the notification credential_failure' }
}
