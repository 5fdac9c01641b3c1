import { WalletStop } from '../../errors'
import { requireWebUrl } from '../../http/wire'
import { importPublicJwk } from '../../jose/jws'
import type { EcPublicJwk } from '../../jose/key'
import { isObject, type JsonObject, objectMember, stringMember, stringsMember } from '../../json'
import { type DcqlQuery, readDcqlQuery } from '../dcql/dcql-query'
import type { PresentationProfile } from '../settings'
import { RequestRefused } from './request-refused'
import { readTransactions, type Transaction } from './transaction-data'

/** Where the verifier accepts responses, and how (OID4VP-1FINAL-8.2, 8.3). */
export interface ReplyAddress {
  /** The origin of the page if a browser carries the response. */
  responseUri: string
  encrypted: boolean
  state: string | null
  /** The key that the response is encrypted to; null if the verifier offers none that this wallet can use. */
  recipient: { jwk: EcPublicJwk; kid: string; enc: string } | null
}

/** A request that the wallet can answer. */
export interface AuthorizationRequest {
  clientId: string
  nonce: string
  /** As the request has it. */
  responseMode: string
  query: DcqlQuery
  transactions: Transaction[]
  /** Whether the verifier also wants an ID Token. */
  idToken: boolean
  /** The device's COSE signature algorithm: ES256, or its fully specified form (RFC 9864 section 2.1). */
  deviceAlgorithm: -7 | -9
}

/** A scope value: at least one of these characters (RFC6749-3.3). */
const scopeValue = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/

/** The characters allowed in `nonce` and `state` (OID4VP-1FINAL-5.2). */
const urlSafe = /^[A-Za-z0-9._~-]+$/

/**
 * Where a request wants its response, parsed leniently, because errors go there too. Null if unusable.
 * @param encValues - what this wallet supports, in order of preference
 */
export function readReplyAddress(claims: JsonObject, encValues: string[]): ReplyAddress | null {
  const responseUri = responseUriOf(claims)
  const mode = claims.response_mode
  if (responseUri === null || (mode !== 'direct_post' && mode !== 'direct_post.jwt')) return null
  try {
    requireWebUrl(responseUri, 'The response_uri')
  } catch (error) {
    if (error instanceof WalletStop) return null
    throw error
  }
  const encrypted = mode === 'direct_post.jwt'
  const recipient = encrypted ? readRecipient(objectMember(claims, 'client_metadata'), encValues) : null
  return { responseUri, encrypted, state: stringMember(claims, 'state'), recipient }
}

/**
 * How a response returns through a browser: encrypted or not (OID4VP-1FINALA-A.2). Null for any other mode.
 * @param origin - of the page that asks
 */
export function readBrowserReply(claims: JsonObject, origin: string, encValues: string[]): ReplyAddress | null {
  const { response_mode: mode } = claims
  if (mode !== 'dc_api' && mode !== 'dc_api.jwt') return null
  const encrypted = mode === 'dc_api.jwt'
  const recipient = encrypted ? readRecipient(objectMember(claims, 'client_metadata'), encValues) : null
  return { responseUri: origin, encrypted, state: null, recipient }
}

/** The response address, which may only be in the client identifier (OID4VP-1FINAL-5.9.3). Null if there is none. */
export function responseUriOf(claims: JsonObject): string | null {
  const clientId = stringMember(claims, 'client_id') ?? ''
  const prefix = 'redirect_uri:'
  return claims.response_uri === undefined && clientId.startsWith(prefix)
    ? clientId.slice(prefix.length)
    : stringMember(claims, 'response_uri')
}

/** The wallet settings that decide which requests it can answer. */
type Abilities = Pick<
  PresentationProfile,
  'transactionTypes' | 'ignoresTypeMetadata' | 'idTokenSubject' | 'responseTypes'
>

/**
 * Parses an authenticated request. Ignores unknown parameters, and `iss` (OID4VP-1FINAL-5).
 *
 * @throws RequestRefused with the code that names what is wrong (OID4VP-1FINAL-8.5)
 */
export function readAuthorizationRequest(
  claims: JsonObject,
  replyTo: ReplyAddress | null,
  abilities: Abilities,
): AuthorizationRequest {
  const { idTokenSubject, responseTypes } = abilities
  requireResponseType(claims, responseTypes)
  if (claims.redirect_uri !== undefined) invalid('redirect_uri has no place beside response_uri')
  if (replyTo === null) return invalid('The wallet knows direct_post and direct_post.jwt to a response_uri with https')
  if (claims.state !== undefined && (typeof claims.state !== 'string' || !urlSafe.test(claims.state)))
    invalid('The state has other characters')
  const request = readAsked(claims, replyTo, abilities)
  // Without a holder binding proof over the nonce, only `state` ties the response to the request (OID4VP-1FINAL-5.3).
  if (request.query.credentials.some(({ holderBinding }) => !holderBinding) && replyTo.state === null)
    invalid('The state is missing although holder binding is not required')
  const idToken = claims.response_type === 'vp_token id_token'
  if (idToken) requireIdToken(claims, idTokenSubject)
  return { ...request, idToken }
}

/**
 * Parses an authenticated request through a browser: only parameters that are defined for it, so neither `state` nor a
 * scope (OID4VP-1FINALA-A.2).
 * @param replyTo - null when its mode is another one
 * @throws RequestRefused with the code that names what is wrong (OID4VP-1FINAL-8.5)
 */
export function readBrowserRequest(
  claims: JsonObject,
  replyTo: ReplyAddress | null,
  abilities: Abilities,
): AuthorizationRequest {
  requireResponseType(claims, ['vp_token'])
  if (replyTo === null) return invalid('A browser carries the modes dc_api and dc_api.jwt')
  const { scope: _, ...defined } = claims
  return { ...readAsked(defined, replyTo, abilities), idToken: false }
}

function requireResponseType({ response_type: asked }: JsonObject, known: readonly string[]): void {
  if (typeof asked !== 'string' || !known.includes(asked))
    throw new RequestRefused('unsupported_response_type', `The wallet responds with ${known.join(' or ')}`)
}

/** What is requested, and in which formats. */
function readAsked(
  claims: JsonObject,
  replyTo: ReplyAddress,
  { transactionTypes, ignoresTypeMetadata }: Abilities,
): Omit<AuthorizationRequest, 'idToken'> {
  const nonce = stringMember(claims, 'nonce')
  if (nonce === null || !urlSafe.test(nonce)) return invalid('The nonce is missing or has other characters')
  const query = readQuery(claims)
  const transactions = readTransactions(claims.transaction_data, query, transactionTypes, ignoresTypeMetadata)
  if (replyTo.encrypted && replyTo.recipient === null) invalid('There is no key that the wallet can encrypt to')
  const formats = readFormats(query, objectMember(claims, 'client_metadata'))
  const responseMode = stringMember(claims, 'response_mode') ?? ''
  return { clientId: stringMember(claims, 'client_id') ?? '', nonce, responseMode, query, transactions, ...formats }
}

/** A query, or a scope that represents one; this wallet supports no such scope (OID4VP-1FINAL-5.1). */
function readQuery({ dcql_query: query, scope }: JsonObject): DcqlQuery {
  const scopes = typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '' && name !== 'openid') : []
  if (query === undefined) {
    if (typeof scope === 'string' && !scopeValue.test(scope))
      throw new RequestRefused('invalid_scope', 'The scope is empty or has other characters')
    if (scopes.length === 0) invalid('There is neither dcql_query nor scope')
    throw new RequestRefused('invalid_scope', 'The wallet has no query behind this scope')
  }
  if (scopes.length > 0) invalid('There are both dcql_query and scope')
  return readDcqlQuery(query)
}

/**
 * An ID Token is requested by the scope openid, and must be self-issued with a subject type that the verifier supports
 * (OID4VP-1FINAL-8, SIOP2-9).
 */
function requireIdToken(claims: JsonObject, subject: PresentationProfile['idTokenSubject']): void {
  const words = (name: string): string[] => (stringMember(claims, name) ?? '').split(' ')
  if (!words('scope').includes('openid')) throw new RequestRefused('invalid_scope', 'The scope lacks openid')
  if (!words('id_token_type').includes('subject_signed_id_token'))
    invalid('The wallet makes self-issued ID Tokens only')
  const taken = stringsMember(objectMember(claims, 'client_metadata'), 'subject_syntax_types_supported') ?? []
  const own = subject === 'jwk_thumbprint' ? ['urn:ietf:params:oauth:jwk-thumbprint'] : [subject, 'did']
  if (!own.some((syntax) => taken.includes(syntax)))
    throw new RequestRefused('subject_syntax_types_not_supported', 'The verifier takes no subject of this wallet')
}

/** The formats and algorithms that the verifier supports (OID4VP-1FINAL-11.1, B.2.2, B.3.4). */
function readFormats(
  { credentials }: DcqlQuery,
  metadata: JsonObject | null,
): Pick<AuthorizationRequest, 'deviceAlgorithm'> {
  const formats = objectMember(metadata, 'vp_formats_supported')
  if (formats === null) throw new RequestRefused('invalid_request', 'client_metadata has no vp_formats_supported')
  const asked = (format: string): boolean => credentials.some((query) => query.format === format)
  const firstTaken = <Algorithm>(format: string, name: string, own: readonly Algorithm[]): Algorithm => {
    const taken = objectMember(formats, format)
    const values = taken?.[name] ?? own
    const found = Array.isArray(values) ? own.find((value) => values.includes(value)) : undefined
    if (taken !== null && found !== undefined) return found
    throw new RequestRefused('vp_formats_not_supported', `The verifier does not take ${format} with ES256`)
  }
  if (asked('dc+sd-jwt')) {
    firstTaken('dc+sd-jwt', 'sd-jwt_alg_values', ['ES256'])
    firstTaken('dc+sd-jwt', 'kb-jwt_alg_values', ['ES256'])
  }
  if (!asked('mso_mdoc')) return { deviceAlgorithm: -7 }
  firstTaken('mso_mdoc', 'issuerauth_alg_values', [-7, -9])
  return { deviceAlgorithm: firstTaken('mso_mdoc', 'deviceauth_alg_values', [-7, -9]) }
}

/**
 * An encryption key with `alg` and `kid`, and the first content encryption algorithm that both sides support
 * (OID4VP-1FINAL-8.3).
 */
function readRecipient(metadata: JsonObject | null, encValues: string[]): ReplyAddress['recipient'] {
  const jwks = objectMember(metadata, 'jwks')?.keys
  const usable = (Array.isArray(jwks) ? jwks : [])
    .filter(isObject)
    .find((jwk) => jwk.alg === 'ECDH-ES' && jwk.kty === 'EC' && jwk.crv === 'P-256' && (jwk.use ?? 'enc') === 'enc')
  const kid = stringMember(usable, 'kid')
  const offered = stringsMember(metadata, 'encrypted_response_enc_values_supported') ?? ['A128GCM']
  const enc = encValues.find((value) => offered.includes(value))
  if (usable === undefined || kid === null || enc === undefined) return null
  const { x, y } = usable
  const jwk: EcPublicJwk = { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) }
  return importPublicJwk({ ...jwk }) === null ? null : { jwk, kid, enc }
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}
