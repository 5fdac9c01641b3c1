import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOrganizationKey } from '@/lib/core/scoreboard/organization-keys'
import { type Exchange, headerValues } from '@/lib/core/shared/http/exchange'
import type { Settings } from '../basics/env'
import type { RateLimit } from './rate-limit'
import { digestOf } from './text-digest'

/** Name of the generated key's file in the data directory. */
const adminKeyFile = 'admin-api-key'

/**
 * The keys of the operator's endpoints: the configured ones, or the one generated at the first start. An empty list
 * means that no key is available, and access is denied.
 */
export function openAdminKeys(
  settings: Pick<Settings, 'adminApiKey' | 'adminApiKeyPrevious' | 'dataDir'>,
): readonly string[] {
  const current = settings.adminApiKey ?? readOrMakeKey(join(settings.dataDir, adminKeyFile))
  if (current === null) return []
  return settings.adminApiKeyPrevious === undefined ? [current] : [current, settings.adminApiKeyPrevious]
}

function readOrMakeKey(file: string): string | null {
  try {
    // Two processes may get here at the same time: the first one's file wins.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    // The file already exists or cannot be written; reading it tells which.
  }
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Wrong keys allowed per address within a minute. */
export const wrongKeysPerMinute = 20

/** A key that has as many characters is found by no number of guesses; a shorter one is warned of at the start. */
export const unguessableCharacters = 16

/** How the key of a request was judged. */
type Attempt =
  | { readonly kind: 'none' | 'right' | 'wrong' | 'operator_token' }
  /** Has the form of an organisation's key, which storage has to be asked for; nothing is counted until it has answered. */
  | { readonly kind: 'organization'; readonly key: string }
  /** The address must wait with any key but the right one. */
  | { readonly kind: 'held'; readonly retryAfterSeconds: number }

/** The keys and tokens of the operator, and the limits on guessing them. */
export interface OperatorKeys {
  readonly adminKeys: readonly string[]
  /** Counts wrong admin keys per address. */
  readonly adminKeyLimit: RateLimit
  /** `null` if anybody may read evidence. */
  readonly operatorToken: string | null
  /** Counts wrong operator tokens per address. */
  readonly operatorTokenLimit: RateLimit
}

type Asking = Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>

/** Keyed by the request's header list. */
const attempts = new WeakMap<Exchange['headers'], Attempt>()

/**
 * Judges the key of a request. Each request is one attempt, judged once: reading the body and answering use the same
 * result. After too many wrong keys an address has to wait, and the right key alone is still taken: who guesses may have the
 * address of the worker or of a CI. A short key could be guessed so, and has to wait too.
 */
export function attemptOf(exchange: Asking, container: OperatorKeys): Attempt {
  const known = attempts.get(exchange.headers)
  if (known !== undefined) return known
  const attempt = judge(exchange, container)
  attempts.set(exchange.headers, attempt)
  return attempt
}

function judge({ headers, remoteAddress, at }: Asking, container: OperatorKeys): Attempt {
  const { adminKeys, adminKeyLimit, operatorToken, operatorTokenLimit } = container
  const { keys, isRepeated } = presentedKeys(headers, (value) => isAnotherKey(value, container))
  const [key] = keys
  if (key === undefined) return { kind: 'none' }
  const retryAfterSeconds = adminKeyLimit.wait(remoteAddress, at)
  const isOne = !isRepeated && keys.length === 1
  // Compared in either case, so that timing does not tell them apart.
  const isRight = isOne && matches(key, adminKeys)
  if (isRight && (retryAfterSeconds === 0 || key.length >= unguessableCharacters)) return { kind: 'right' }
  if (isOne && readOrganizationKey(key) !== null) return { kind: 'organization', key }
  if (retryAfterSeconds > 0) return { kind: 'held', retryAfterSeconds }
  if (isOne) {
    // If operator tokens from this address are not compared, none is recognised here either.
    const isCompared = operatorToken !== null && operatorTokenLimit.wait(remoteAddress, at) === 0
    if (isCompared && matches(key, [operatorToken])) return { kind: 'operator_token' }
  }
  adminKeyLimit.take(remoteAddress, at)
  return { kind: 'wrong' }
}

/**
 * The distinct keys of a request, and whether a key header is repeated. Beside a header that only carries keys,
 * `Authorization` may hold the operator token, or what a proxy wants, and counts only if it holds a key.
 */
function presentedKeys(
  headers: Exchange['headers'],
  isKey: (value: string) => boolean,
): { readonly keys: readonly string[]; readonly isRepeated: boolean } {
  const exchange = { headers }
  const valuesOf = (name: string) => headerValues(exchange, name).map((value) => value.trim())
  const given = (values: readonly string[]) => values.filter((value) => value !== '')
  const own = ['x-api-key', 'credimi-api-key'].map((name) => given(valuesOf(name)))
  const bearer = given(valuesOf('authorization').flatMap((value) => /^bearer\s+(.*)$/i.exec(value)?.[1]?.trim() ?? []))
  const used = own.some((values) => values.length > 0) ? [...own, bearer.filter(isKey)] : [bearer]
  return { keys: [...new Set(used.flat())], isRepeated: used.some((values) => values.length > 1) }
}

/**
 * True for the key of an organisation, by its form, and for an admin key that is too long to be guessed: of a short one
 * the answer would tell who guesses that it was found.
 */
function isAnotherKey(value: string, { adminKeys, operatorToken }: OperatorKeys): boolean {
  if (readOrganizationKey(value) !== null) return true
  const isAdmin = value.length >= unguessableCharacters && matches(value, adminKeys)
  // One value may be both; then it comes on purpose.
  return isAdmin && (operatorToken === null || !matches(value, [operatorToken]))
}

/** Compares with every key, so that timing reveals nothing. */
function matches(presented: string, keys: readonly string[]): boolean {
  let equal = 0
  for (const key of keys) equal |= timingSafeEqual(digestOf(presented), digestOf(key)) ? 1 : 0
  return equal === 1
}

/** True if the request has the admin key and may use it now. A wrong key counts as an attempt. */
export const holdsAdminKey = (exchange: Asking, container: OperatorKeys): boolean =>
  attemptOf(exchange, container).kind === 'right'
