import { type BoundedProblems, boundNames, boundProblems } from '../../../shared/http/problem-words'
import type { EpochMillis } from '../../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { browserMode, browserResponseModes, type presentationChannels } from '../session/dc-api-options'
import { responseModes, responseTypes } from '../session/session-options'
import { clientMetadataProblems } from './metadata-problems'
import { payloadProblems } from './payload-problems'
import {
  type DecodedEntry,
  readTransactionData,
  type TransactionDataReading,
  transactionDataWithoutBinding,
} from './read-transaction-data'
import { onlyForPid, type PidTypes, type RefusalCause, watchForRefusals } from './refused-transactions'
import { type RequestProblem, under } from './request-problem'
import { sentOtherwise } from './sent-otherwise'
import { asksForNoScope, defaultDcqlQuery, readScopes } from './session-query'
import { readVerifierInfo } from './verifier-info'

/** A tester's request, as in the body. */
export interface AskedRequest {
  readonly response_type: string
  readonly response_mode: (typeof responseModes)[number]
  /** Channel of the request; a link if absent. */
  readonly presentation_channel?: (typeof presentationChannels)[number]
  readonly presentation_request?: JsonObject
  readonly dcql_query?: JsonObject
  readonly scopes?: Json
  readonly transaction_data?: Json
  readonly verifier_info?: Json
  /** Query for a body without a query or scope that implies one; a PID by default. */
  readonly defaultQuery?: JsonObject
  /** When it was asked for; without it, no date lies in the past. */
  readonly now?: EpochMillis
  readonly pidTypes?: PidTypes
  /** Members set in the body; they override `presentation_request`. */
  readonly named: ReadonlySet<string>
}

/** The parameters to send, without those reserved for the service. */
export interface EffectiveRequest {
  readonly parameters: JsonObject
  /** Replaces or adds members of `client_metadata`. */
  readonly clientMetadata: JsonObject
  readonly nonce: string | null
  readonly state: string | null
  readonly problems: BoundedProblems<RequestProblem>
  readonly overriddenMembers: readonly string[]
  /** Why a good wallet refuses the transaction data; `null` if nothing in them calls for that. */
  readonly refusalCause: RefusalCause | null
}

/**
 * Reserved for the service: otherwise our signature would vouch for a foreign name, URL or key. Some are never sent:
 * those of drafts (`client_id_scheme`, `client_metadata_uri`, `presentation_definition_uri`), of SIOPv2
 * (`registration`, `registration_uri`), and of OpenID Federation, where a wallet would take the verifier for somebody
 * else (`iss`, `trust_chain`, `jwks_uri`). A key in `jwks` is sent: an official case uses it to show that a wallet
 * takes keys from `client_metadata` only.
 */
const serviceOwned = [
  'client_id',
  'client_id_scheme',
  'client_metadata_uri',
  'registration',
  'registration_uri',
  'presentation_definition_uri',
  'iss',
  'trust_chain',
  'jwks_uri',
  'response_uri',
  'redirect_uri',
  'aud',
  'iat',
  'exp',
  'nbf',
  'jti',
  'sub',
  'request',
  'request_uri',
  'request_uri_method',
  'wallet_nonce',
  'expected_origins',
] as const

/**
 * Likewise inside `client_metadata`: the verifier's name and issuer, response encryption keys or their URL, and
 * response URLs. A `software_statement` would override all other members. RFC 7591 section 2.3
 */
const serviceOwnedMetadata = [
  'iss',
  'client_id_scheme',
  'jwks',
  'jwks_uri',
  'signed_jwks_uri',
  'software_statement',
  'redirect_uris',
  'response_uris',
  'request_uris',
] as const

/** Validates a DCQL query; injected, so that merging is independent of it. Pointers are relative to the query. */
export type ValidateDcql = (query: Json) => readonly RequestProblem[]

/**
 * Merges default request, `presentation_request` and body members, later ones winning, and lists violations of the
 * specification. Never throws.
 * @see OID4VP-1FINAL-5
 */
export function effectiveRequest(asked: AskedRequest, validateDcql: ValidateDcql): EffectiveRequest {
  const given = asked.presentation_request ?? {}
  const owned = asksForNoScope(asked.scopes) ? [...serviceOwned, 'scope'] : serviceOwned
  const { client_metadata: givenMetadata, nonce, state, ...free } = without(owned, given)
  const query = queryOf(asked, free)
  const credentialIds = idsOf(query.dcql)
  const transactionData = part(asked, free, 'transaction_data')
  const verifierInfo = part(asked, free, 'verifier_info')
  const readTransaction = transactionData && readTransactionData(transactionData.value, credentialIds)
  const ofTransaction =
    readTransaction && watchForRefusals(readTransaction.decoded, transactionProblems(readTransaction))
  const readInfo = verifierInfo && readVerifierInfo(verifierInfo.value, credentialIds)
  const parameters: JsonObject = {
    ...free,
    response_type: chosen(asked, free, 'response_type'),
    response_mode: chosen(asked, free, 'response_mode'),
    ...(query.dcql === undefined ? {} : { dcql_query: query.dcql }),
    ...(query.scope === undefined ? {} : { scope: query.scope }),
    ...(readTransaction ? { transaction_data: readTransaction.value } : {}),
    ...(readInfo ? { verifier_info: readInfo.value } : {}),
  }
  return {
    parameters,
    clientMetadata: isObject(givenMetadata) ? without(serviceOwnedMetadata, givenMetadata as JsonObject) : {},
    nonce: typeof nonce === 'string' ? nonce : null,
    state: typeof state === 'string' ? state : null,
    problems: boundProblems(allProblems()),
    overriddenMembers: boundNames(
      Object.keys(given).filter((name) => asked.named.has(name === 'scope' ? 'scopes' : name)),
    ),
    // After the problems: what is wrong among them tells.
    refusalCause: ofTransaction?.cause() ?? null,
  }

  function* transactionProblems({ decoded, problems }: TransactionDataReading): Iterable<RequestProblem> {
    yield* problems
    yield* transactionDataWithoutBinding(decoded, query.dcql)
    yield* transactionDataOfMixedFormats(decoded, query.dcql)
    yield* onlyForPid(decoded, query.dcql, asked.pidTypes)
    yield* payloadProblems(decoded, asked.now)
  }

  function* allProblems(): Iterable<RequestProblem> {
    yield* forbiddenOverrides(given)
    yield* enumerationProblems(asked, free)
    yield* clientMetadataProblems(givenMetadata, {
      idToken: parameters.response_type === 'vp_token id_token',
      isEncrypted: parameters.response_mode === 'direct_post.jwt' || parameters.response_mode === 'dc_api.jwt',
      formats: [...formatsOf(query.dcql).values()],
    })
    yield* ownValueProblems('nonce', nonce)
    yield* ownValueProblems('state', state)
    if (query.dcql !== undefined) yield* under(query.dcqlPointer, validateDcql(query.dcql))
    yield* query.problems
    if (transactionData && ofTransaction) yield* under(transactionData.pointer, ofTransaction.problems)
    if (verifierInfo && readInfo) yield* under(verifierInfo.pointer, readInfo.problems)
    if (asked.presentation_request !== undefined)
      yield* sentOtherwise({
        given,
        owned,
        named: asked.named,
        inBody: (name) => (asked as unknown as JsonObject)[name === 'scope' ? 'scopes' : name],
        parameters,
      })
  }
}

const without = (owned: readonly string[], given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !owned.includes(name)))

function forbiddenOverrides(given: JsonObject): RequestProblem[] {
  const names: string[] = serviceOwned.filter((name) => Object.hasOwn(given, name))
  const metadata = given.client_metadata
  if (isObject(metadata))
    for (const name of serviceOwnedMetadata) if (Object.hasOwn(metadata, name)) names.push(`client_metadata/${name}`)
  return names.map((name) => ({
    code: 'forbidden_override',
    severity: 'violation',
    pointer: `/presentation_request/${name}`,
    message: 'Only the service sets this member: it was left out, or replaced by its own value.',
    clause: null,
  }))
}

/** A body member, otherwise that of `presentation_request`. */
function part(asked: AskedRequest, free: JsonObject, name: 'transaction_data' | 'verifier_info') {
  const own = asked[name]
  if (own !== undefined) return { value: own, pointer: `/${name}` }
  const inner = free[name]
  return inner === undefined ? null : { value: inner, pointer: `/presentation_request/${name}` }
}

function chosen(asked: AskedRequest, free: JsonObject, name: 'response_type' | 'response_mode'): Json {
  if (!asked.named.has(name) && free[name] !== undefined) return free[name]
  return name === 'response_mode' && isForBrowser(asked) ? browserMode(asked.response_mode) : asked[name]
}

const isForBrowser = ({ presentation_channel: channel }: AskedRequest): boolean => channel === 'dc_api'

const legalValues = (asked: AskedRequest) => ({
  response_type: responseTypes as readonly string[],
  response_mode: isForBrowser(asked) ? browserResponseModes : responseModes,
})

function enumerationProblems(asked: AskedRequest, free: JsonObject): RequestProblem[] {
  const legal = legalValues(asked)
  return (['response_type', 'response_mode'] as const).flatMap((name): RequestProblem[] => {
    const value = free[name]
    if (value === undefined || asked.named.has(name) || legal[name].some((one) => one === value)) return []
    const code = name === 'response_type' ? 'unsupported_response_type' : 'unsupported_response_mode'
    const message = `A response to this value cannot be judged: ${legal[name].join(', ')} can.`
    return [
      { code, severity: 'violation', pointer: `/presentation_request/${name}`, message, clause: 'OID4VP-1FINAL-8' },
    ]
  })
}

/** The query: DCQL, or a scope that implies one, never both. OID4VP-1FINAL-5.1 */
function queryOf(asked: AskedRequest, free: JsonObject) {
  const scopes = asksForNoScope(asked.scopes) ? undefined : (asked.scopes ?? free.scope)
  const scopesPointer = asked.scopes === undefined ? '/presentation_request/scope' : '/scopes'
  const read = scopes === undefined ? null : readScopes(scopes)
  const scope: Json | undefined = read === null ? undefined : read.error === null ? read.tokens.join(' ') : scopes
  // A tester's `null` is a wrong value, and is sent.
  const own: Json | undefined = asked.dcql_query ?? free.dcql_query
  const byDefault = read?.standsForQuery ? undefined : (asked.defaultQuery ?? defaultDcqlQuery)
  const dcql = own === undefined ? byDefault : own
  const problems: RequestProblem[] = []
  if (read !== null && read.error !== null)
    problems.push({
      code: 'invalid_scope',
      severity: 'violation',
      pointer: scopesPointer,
      message: read.error,
      clause: 'RFC6749-3.3',
    })
  if (read?.standsForQuery && own !== undefined) {
    const message = 'A scope that stands for a query and a DCQL query must not come together.'
    problems.push({
      code: 'conflicting_query',
      severity: 'violation',
      pointer: scopesPointer,
      message,
      clause: 'OID4VP-1FINAL-5.1',
    })
  }
  const dcqlPointer = asked.dcql_query === undefined ? '/presentation_request/dcql_query' : '/dcql_query'
  return { dcql, scope, problems, dcqlPointer }
}

/** Existing credential query ids; `null` without a query. */
function idsOf(query: Json | undefined): string[] | null {
  if (!isObject(query) || !Array.isArray(query.credentials)) return null
  return query.credentials.flatMap((entry) => (isObject(entry) && typeof entry.id === 'string' ? [entry.id] : []))
}

/** Length of 128 bits in base64url. */
const charactersMin = 22

/** A tester's `nonce` or `state` that others could guess. */
function ownValueProblems(name: 'nonce' | 'state', value: Json | undefined): RequestProblem[] {
  if (typeof value !== 'string') return []
  const place = { pointer: `/presentation_request/${name}`, clause: 'OID4VP-1FINAL-5.2' } as const
  if (value.length >= charactersMin) return []
  const message = `It should hold at least 128 random bits, which take ${charactersMin} characters.`
  return [{ code: 'weak_value', severity: 'note', message, ...place }]
}

/**
 * Notes entries whose credentials have different formats. The specification allows that, but formats represent
 * transaction data differently, so some wallets refuse it. Pointers are relative to the member. Never throws.
 */
function transactionDataOfMixedFormats(decoded: readonly DecodedEntry[], query: Json | undefined): RequestProblem[] {
  const formats = formatsOf(query)
  if (new Set(formats.values()).size < 2) return []
  return decoded.flatMap(({ at, data }): RequestProblem[] => {
    const ids: unknown = data?.credential_ids
    const named = Array.isArray(ids) ? ids.flatMap((id: unknown) => formats.get(id) ?? []) : []
    if (new Set(named).size < 2) return []
    return [
      {
        code: 'invalid_transaction_data',
        severity: 'note',
        pointer: `${at}/credential_ids`,
        message: 'These credentials have different formats: some wallets refuse such an entry.',
        clause: 'OID4VP-1FINAL-8.4',
      },
    ]
  })
}

function formatsOf(query: Json | undefined): ReadonlyMap<unknown, string> {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return new Map(
    credentials.flatMap((entry) =>
      isObject(entry) && typeof entry.format === 'string' ? [[entry.id, entry.format] as const] : [],
    ),
  )
}
