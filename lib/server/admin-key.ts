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
 * The keys of the operator's endpoints: the configured ones, else the one that the first start made. An empty list means
 * that there is none at hand, and then nobody gets in.
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
    // Two processes may come here at once: the file of the first one stays.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    // It is there already, or cannot be written: reading tells.
  }
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** What a request shows as a key, in any of the headers that may carry one. */
function presentedKeys(exchange: Pick<Exchange, 'headers'>): string[] {
  const bearer = headerValues(exchange, 'authorization').flatMap((value) => /^bearer\s+(.*)$/i.exec(value)?.[1] ?? [])
  const values = [...headerValues(exchange, 'x-api-key'), ...headerValues(exchange, 'credimi-api-key'), ...bearer]
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares every pair, whatever the outcome of the ones before, so that time tells nothing. */
function matches(presented: readonly string[], keys: readonly string[]): boolean {
  let equal = 0
  for (const value of presented) for (const key of keys) equal |= timingSafeEqual(digest(value), digest(key)) ? 1 : 0
  return equal === 1
}

/** True for a request that shows one of the keys. */
export const holdsAdminKey = (exchange: Pick<Exchange, 'headers'>, keys: readonly string[]): boolean =>
  matches(presentedKeys(exchange), keys)

/** The refusal of a request without a right key, `null` for one that has it. */
export function adminRefusal(
  exchange: Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>,
  container: Pick<Container, 'adminKeys' | 'adminKeyLimit' | 'operatorToken'>,
): ProtocolError | null {
  const { adminKeys, adminKeyLimit, operatorToken } = container
  if (adminKeys.length === 0)
    return new ProtocolError('auth_not_configured', 'This service has no admin key, so it refuses every request here.')
  const presented = presentedKeys(exchange)
  if (matches(presented, adminKeys)) return null
  const challenge: [string, string][] = [['WWW-Authenticate', 'ApiKey realm="scoreboard"']]
  if (presented.length === 0)
    return new ProtocolError('api_key_required', 'Send the admin key in the header X-Api-Key.', {}, challenge)
  if (operatorToken !== null && matches(presented, [operatorToken]))
    return new ProtocolError(
      'insufficient_api_key_scope',
      'The operator token reads evidence; this address takes the admin key.',
    )
  const retryAfterSeconds = adminKeyLimit.take(exchange.remoteAddress, exchange.at)
  if (retryAfterSeconds > 0)
    return new ProtocolError('too_many_requests', 'This address sent too many wrong keys within a minute.', {}, [
      ['Retry-After', String(retryAfterSeconds)],
    ])
  return new ProtocolError('invalid_api_key', 'This is not the admin key.', {}, challenge)
}
