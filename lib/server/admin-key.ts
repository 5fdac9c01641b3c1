import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProtocolError } from '@/lib/core/errors'
import { type Exchange, headerValues } from '@/lib/core/http/exchange'
import type { Container } from './container'
import type { Settings } from './env'

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
    // Two processes may get here at once: the first one's file wins.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    // It already exists, or cannot be written; reading it tells which.
  }
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** The key of a request, from any header that may carry one. */
function presentedKeys(exchange: Pick<Exchange, 'headers'>): string[] {
  const bearer = headerValues(exchange, 'authorization').flatMap((value) => /^bearer\s+(.*)$/i.exec(value)?.[1] ?? [])
  const values = [...headerValues(exchange, 'x-api-key'), ...headerValues(exchange, 'credimi-api-key'), ...bearer]
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Always compares every pair, so that timing reveals nothing. */
function matches(presented: readonly string[], keys: readonly string[]): boolean {
  let equal = 0
  for (const value of presented) for (const key of keys) equal |= timingSafeEqual(digest(value), digest(key)) ? 1 : 0
  return equal === 1
}

/** True for a request with one of the keys. */
export const holdsAdminKey = (exchange: Pick<Exchange, 'headers'>, keys: readonly string[]): boolean =>
  matches(presentedKeys(exchange), keys)

/** The refusal of a request without a valid key; `null` if it has one. */
export function adminRefusal(
  exchange: Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>,
  container: Pick<Container, 'adminKeys' | 'adminKeyLimit' | 'operatorToken'>,
): ProtocolError | null {
  const { adminKeys, adminKeyLimit, operatorToken } = container
  if (adminKeys.length === 0)
    return new ProtocolError(
      'auth_not_configured',
      'This service has no admin key, so it refuses every request to this endpoint.',
    )
  const presented = presentedKeys(exchange)
  if (matches(presented, adminKeys)) return null
  const challenge: [string, string][] = [['WWW-Authenticate', 'ApiKey realm="scoreboard"']]
  if (presented.length === 0)
    return new ProtocolError('api_key_required', 'Send the admin key in the header X-Api-Key.', {}, challenge)
  if (operatorToken !== null && matches(presented, [operatorToken]))
    return new ProtocolError(
      'insufficient_api_key_scope',
      'The operator token is for reading evidence; this endpoint requires the admin key.',
    )
  const retryAfterSeconds = adminKeyLimit.take(exchange.remoteAddress, exchange.at)
  if (retryAfterSeconds > 0)
    return new ProtocolError('too_many_requests', 'Too many wrong keys from this address within a minute.', {}, [
      ['Retry-After', String(retryAfterSeconds)],
    ])
  return new ProtocolError('invalid_api_key', 'This is not the admin key.', {}, challenge)
}
