import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadSession } from '../../../engine/sessions/load-session'
import { type Exchange, headerValues } from '../../../shared/http/exchange'
import { formDecode } from '../../../shared/http/read-form'
import { readJwt } from '../../../shared/jose/jwt'
import { digestOf } from '../../../shared/ports/digests'
import { isUuid, type SessionId } from '../../../shared/ports/ids'
import type { OneTimeKind } from '../../../shared/ports/store-types'
import { fromUtf8, textInBase64 } from '../../../shared/values/base64url'
import { sentHandles } from './named-session'
import { findAccessToken } from './read-access-token'

/** A value of ours in a request, and the session that it belongs to. */
export interface Handle {
  readonly kind: OneTimeKind | 'offer_id' | 'presentation_id'
  readonly sessionId: SessionId
}

/**
 * The kinds of values that name a session, strongest first: what grants something, then what only says where a request
 * belongs. Each holds 128 random bits of ours.
 */
const kindsByStrength = [
  'access_token',
  'refresh_token',
  'authorization_code',
  'pre_authorized_code',
  'request_uri',
  'transaction_id',
  'chained_code',
  'response_code',
  'offer_id',
  'presentation_id',
  'issuer_state',
  'vp_state',
  'chained_state',
  'c_nonce',
  'credential_identifier',
  'vp_nonce',
] as const satisfies readonly Handle['kind'][]

const isStored = (kind: Handle['kind']): kind is OneTimeKind => kind !== 'offer_id' && kind !== 'presentation_id'

const storedKinds: readonly OneTimeKind[] = (kindsByStrength as readonly Handle['kind'][]).filter(isStored)

const strengthOf = ({ kind }: Handle): number => (kindsByStrength as readonly string[]).indexOf(kind)

/** Whether a handle grants something to whoever has it. */
export const grants = (handle: Handle): boolean => strengthOf(handle) < kindsByStrength.indexOf('offer_id')

/** How many values outside the declared places are looked up for one request. */
const elsewhereMax = 8
/** Characters of a body, and texts in it, that are searched for them. */
const searchedMax = { characters: 64 * 1024, runs: 2000, tokens: 8 } as const

const requestUriPrefix = 'urn:ietf:params:oauth:request_uri:'
/** 32 random bytes; or 16, as in a presentation request that goes into a link: those are never lower-case alone. */
const randomForm = /^(?:[\w-]{43}|(?=.*[A-Z])[\w-]{22})$/
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Handles under the names that carry one, and in the Authorization header, strongest first. Nothing is spent, and nothing is
 * authorised.
 */
export async function declaredHandles(context: RequestContext): Promise<Handle[]> {
  const { exchange } = context
  const sent = [...headerValues(exchange, 'authorization'), ...sentHandles(exchange)]
  const values = sent.flatMap((value) => (value.match(runs) ?? []).filter(mayBeOurs))
  return handlesOf([...new Set(values)].slice(0, elsewhereMax), context)
}

/**
 * Handles at any other place and under any other name: in the path, the query, the body, and header fields that a client adds.
 * `decrypted` is the content of an encrypted body. Strongest first.
 */
export const handlesElsewhere = (context: RequestContext, decrypted?: string): Promise<Handle[]> =>
  handlesOf(valuesElsewhere(context.exchange, decrypted), context)

/** Longest texts of the characters that our values and tokens have. */
const runs = /[\w.~-]+/g

const mayBeOurs = (run: string): boolean => randomForm.test(run) || isUuid(run) || tokenForm.test(run)

/** Header fields that never carry a handle: every client sends them, or a proxy does. */
const usualHeaders =
  /^(?:accept.*|authorization|cf-.*|connection|content-.*|cookie|dpop|host|oauth-client-attestation.*|origin|sec-.*|trace.*|user-agent|x-forwarded-.*|x-request-id|x-correlation-id)$/i

/** Values in the form of ours, without blanks and quotes around them, nearest first. */
function valuesElsewhere({ path, query, body, headers }: Exchange, decrypted = ''): string[] {
  const text = fromUtf8(body.subarray(0, searchedMax.characters)) ?? ''
  const sent = [path, query ?? '', text, decrypted.slice(0, searchedMax.characters)].flatMap(valuesIn)
  const added = headers.flatMap(([name, value]) => (usualHeaders.test(name) ? [] : valuesIn(value)))
  return [...new Set([...sent, ...added.filter((value) => !isUuid(value))])].slice(0, elsewhereMax)
}

/** The values in a text, decoded as often as a client may have encoded them, and those inside its tokens. */
function valuesIn(text: string): string[] {
  const found = (formDecode(formDecode(text)).match(runs) ?? []).slice(0, searchedMax.runs)
  const split = found.flatMap((run) => (run.includes('~') ? run.split('~') : [run]))
  const parts = [...split, ...split.flatMap(decodedOnce)]
  const tokens = parts.filter((part) => tokenForm.test(part)).slice(0, searchedMax.tokens)
  return [...parts.filter((part) => randomForm.test(part) || isUuid(part)), ...tokens, ...tokens.flatMap(claimsOf)]
}

/** Characters of our values in base64. */
const encodedCharacters = { min: 28, max: 64 } as const

/** A value of ours that a wallet encoded once more, in base64. */
function decodedOnce(part: string): string[] {
  if (part.length < encodedCharacters.min || part.length > encodedCharacters.max) return []
  const text = textInBase64(part)
  return text !== null && (randomForm.test(text) || isUuid(text)) ? [text] : []
}

/** The claims of a token in which a wallet repeats a value of ours. */
function claimsOf(token: string): string[] {
  const jwt = readJwt(token)
  if (!jwt.readable) return []
  const { nonce, state } = jwt.claims
  return [nonce, state].filter((claim) => typeof claim === 'string' && randomForm.test(claim)) as string[]
}

/** What of these values belongs to a session, in one call of storage besides one for each UUID and each token. */
async function handlesOf(values: readonly string[], context: RequestContext): Promise<Handle[]> {
  const { sha256, store } = context.ports
  const digests = values
    .filter((value) => randomForm.test(value))
    .flatMap((value) => [value, `${requestUriPrefix}${value}`])
    .map((text) => digestOf(text, sha256))
  const rows = digests.length === 0 ? [] : await store.valuesOfAnyKind(storedKinds, digests)
  const stored = rows.flatMap(({ kind, sessionId }): Handle[] => (sessionId === null ? [] : [{ kind, sessionId }]))
  const named = await Promise.all(values.map((value) => namedBy(value, context)))
  return [...stored, ...named.flat()].sort((a, b) => strengthOf(a) - strengthOf(b))
}

/** What a UUID, an access token or the state of a presentation names. */
async function namedBy(value: string, context: RequestContext): Promise<Handle[]> {
  const { ports } = context
  if (randomForm.test(value)) {
    const session = await ports.store.sessionByState(value)
    return session === null ? [] : [{ kind: 'vp_state', sessionId: session.sessionId }]
  }
  if (tokenForm.test(value)) {
    const row = (await findAccessToken(value, context)).value
    return row?.sessionId ? [{ kind: 'access_token', sessionId: row.sessionId }] : []
  }
  if (!isUuid(value)) return []
  const [offer, presentation] = await Promise.all([
    ports.store.sessionByOffer(value),
    loadSession('presentation', value, ports),
  ])
  return [
    ...(offer === null ? [] : [{ kind: 'offer_id', sessionId: offer.sessionId } as const]),
    ...(presentation === null ? [] : [{ kind: 'presentation_id', sessionId: presentation.sessionId } as const]),
  ]
}
