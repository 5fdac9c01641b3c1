import { timingSafeEqual } from 'node:crypto'
import { type Asking, type AskingOrganization, askingOf, hasScope } from '@/lib/core/scoreboard/asking'
import {
  type KeyScope,
  type OrganizationKeys,
  readOrganizationKey,
  standingOf,
  useNotedMillis,
} from '@/lib/core/scoreboard/organization-keys'
import type { Exchange } from '@/lib/core/shared/http/exchange'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { Log } from '../basics/log'
import { attemptOf, type OperatorKeys, unguessableCharacters, wrongKeysPerMinute } from './admin-key'
import { type KeyLookups, lookupsPerMinute } from './key-lookups'
import type { OrganizationSessions } from './organization-sessions'
import { digestOf } from './text-digest'

/** What tells who asks with a key. */
export type AskingKeys = OperatorKeys & {
  readonly ports: { readonly scoreboard: { readonly organizationKeys: OrganizationKeys } }
  readonly log: Pick<Log, 'warn'>
  /** Bounds what guesses cost storage. */
  readonly keyLookups: KeyLookups
  /** Knows the requests that pages make for who has signed in. */
  readonly organizationSessions: Pick<OrganizationSessions, 'vouched'>
}

type Request = Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>

/** How the key of a request was judged: who asks with it, or why nobody does. */
type Judged =
  | { readonly asking: Asking }
  | { readonly lack: 'none' | 'wrong' | 'operator_token' | 'revoked' | 'expired' }
  | { readonly lack: 'held'; readonly retryAfterSeconds: number }

/** Keyed by the request's header list, so that each request is one attempt, and one read of storage. */
const judgements = new WeakMap<Exchange['headers'], Promise<Judged>>()

/** Throws StoreUnavailable if the key has the form of an organisation's and storage does not respond. */
function judged(exchange: Request, container: AskingKeys): Promise<Judged> {
  const known = judgements.get(exchange.headers)
  if (known !== undefined) return known
  const judgement = judge(exchange, container)
  judgements.set(exchange.headers, judgement)
  return judgement
}

async function judge(exchange: Request, container: AskingKeys): Promise<Judged> {
  const vouched = container.organizationSessions.vouched(exchange.headers)
  if (vouched !== null) return { asking: vouched }
  const attempt = attemptOf(exchange, container)
  switch (attempt.kind) {
    case 'right':
      return { asking: { kind: 'operator' } }
    case 'organization':
      return judgeOrganization(attempt.key, exchange, container)
    case 'held':
      return { lack: 'held', retryAfterSeconds: attempt.retryAfterSeconds }
    default:
      return { lack: attempt.kind }
  }
}

/** What the digest is compared with if no key has the prefix, so that this takes as long. */
const nobodys = Buffer.alloc(32)

/** Compared in any case. Only who has the whole key learns that it has ended. */
async function judgeOrganization(
  key: string,
  { remoteAddress, at }: Request,
  { adminKeyLimit, keyLookups, ports, log }: AskingKeys,
): Promise<Judged> {
  const heldSeconds = adminKeyLimit.wait(remoteAddress, at)
  const lookupSeconds = heldSeconds > 0 ? keyLookups.wait(key, remoteAddress, at) : 0
  if (lookupSeconds > 0) return { lack: 'held', retryAfterSeconds: Math.max(heldSeconds, lookupSeconds) }
  const { prefix, secret } = readOrganizationKey(key) ?? { prefix: '', secret: '' }
  const { organizationKeys } = ports.scoreboard
  const found = await organizationKeys.byPrefix(prefix)
  const kept = found === null ? nobodys : Buffer.from(found.secretSha256, 'hex')
  const isRight = kept.length === nobodys.length && timingSafeEqual(digestOf(secret), kept) && found !== null
  if (!isRight) {
    const retryAfterSeconds = adminKeyLimit.take(remoteAddress, at)
    return retryAfterSeconds > 0 ? { lack: 'held', retryAfterSeconds } : { lack: 'wrong' }
  }
  keyLookups.noteRight(key)
  const standing = standingOf(found, at)
  if (standing !== 'valid') return { lack: standing }
  if (found.lastUsedAt === null || found.lastUsedAt <= at - useNotedMillis)
    // Not waited for: a request does not fail because its key's last use could not be noted.
    organizationKeys
      .noteUse(found.id, at)
      .catch((error: unknown) => log.warn({ error: String(error) }, 'the last use of a key was not noted'))
  return { asking: askingOf(found) }
}

/** Who asks with the key of a request; `null` if it has no valid key. Throws StoreUnavailable. */
export async function whoAsks(exchange: Request, container: AskingKeys): Promise<Asking | null> {
  const judgement = await judged(exchange, container)
  return 'asking' in judgement ? judgement.asking : null
}

/** The organisation whose valid key a request has; `null` otherwise. Throws StoreUnavailable. */
export async function organizationThatAsks(
  exchange: Request,
  container: AskingKeys,
): Promise<AskingOrganization | null> {
  const asking = await whoAsks(exchange, container)
  return asking?.kind === 'organization' ? asking : null
}

/**
 * Who asks, where a key is optional: `null` for a request without one. Throws ProtocolError for a key that is not valid,
 * and StoreUnavailable.
 */
export async function optionalAsking(exchange: Request, container: AskingKeys): Promise<Asking | null> {
  const judgement = await judged(exchange, container)
  if ('asking' in judgement) return judgement.asking
  // The operator token is for reading evidence; without any admin key no other one can be wrong.
  if (judgement.lack === 'none' || judgement.lack === 'operator_token') return null
  if (container.adminKeys.length === 0 && judgement.lack === 'wrong') return null
  throw refusalOf(judgement, 'organization')
}

/** The refusal of a request without the admin key; `null` if it has it. Throws StoreUnavailable. */
export async function adminRefusal(exchange: Request, container: AskingKeys): Promise<ProtocolError | null> {
  if (container.adminKeys.length === 0) return notConfigured()
  const judgement = await judged(exchange, container)
  if (!('asking' in judgement)) return refusalOf(judgement, 'admin')
  return judgement.asking.kind === 'operator'
    ? null
    : new ProtocolError(
        'insufficient_api_key_scope',
        'This is the key of an organisation; this endpoint requires the admin key.',
      )
}

/**
 * The refusal of a request with neither the admin key nor the key of an organisation that has a scope; `null` if it has
 * one. Throws StoreUnavailable.
 */
export async function scopeRefusal(
  exchange: Request,
  container: AskingKeys,
  scope: KeyScope | 'any',
): Promise<ProtocolError | null> {
  const judgement = await judged(exchange, container)
  if ('asking' in judgement) {
    if (scope === 'any' || hasScope(judgement.asking, scope)) return null
    return new ProtocolError(
      'insufficient_api_key_scope',
      `This key is not allowed to do that: it lacks the scope ${scope}. An owner of the organisation makes one that has it.`,
    )
  }
  if (container.adminKeys.length === 0 && judgement.lack !== 'revoked' && judgement.lack !== 'expired')
    return notConfigured()
  return refusalOf(judgement, 'organization')
}

const notConfigured = (): ProtocolError =>
  new ProtocolError(
    'auth_not_configured',
    'This service has no admin key, so it refuses every request to this endpoint.',
  )

/** What an endpoint takes, in its refusals. */
const words = {
  admin: { send: 'Send the admin key', isNone: 'This is not the admin key', takes: 'the admin key' },
  organization: {
    send: 'Send a key of the organisation, or the admin key,',
    isNone: 'This is neither a key of an organisation nor the admin key',
    takes: 'a key of an organisation, or the admin key',
  },
} as const

function refusalOf(judgement: Exclude<Judged, { asking: Asking }>, takes: keyof typeof words): ProtocolError {
  const challenge: [string, string][] = [['WWW-Authenticate', 'ApiKey realm="scoreboard"']]
  switch (judgement.lack) {
    case 'none':
      return new ProtocolError('api_key_required', `${words[takes].send} in the header X-Api-Key.`, {}, challenge)
    case 'operator_token':
      return new ProtocolError(
        'insufficient_api_key_scope',
        `The operator token is for reading evidence; this endpoint requires ${words[takes].takes}.`,
      )
    case 'held':
      return new ProtocolError(
        'too_many_requests',
        `More than ${wrongKeysPerMinute} wrong keys came from this address within a minute. The right one is taken at once, unless it has fewer than ${unguessableCharacters} characters, or is the key of an organisation that nobody used here lately and ${lookupsPerMinute} others like it came since.`,
        {},
        [['Retry-After', String(judgement.retryAfterSeconds)]],
      )
    case 'wrong':
      return new ProtocolError(
        'invalid_api_key',
        `${words[takes].isNone}. Send it once, in one header: two different keys count as a wrong one.`,
        {},
        challenge,
      )
    case 'revoked':
      return new ProtocolError(
        'revoked_api_key',
        'This key was revoked. An owner of the organisation makes another one.',
        {},
        challenge,
      )
    case 'expired':
      return new ProtocolError(
        'expired_api_key',
        'This key has expired. An owner of the organisation makes another one.',
        {},
        challenge,
      )
  }
}
