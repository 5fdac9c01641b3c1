import { sendsAdminKey, shownPublishToken, validToken, wasMadeHere } from '@/lib/core/campaigns/published/publish-token'
import type { Exchange } from '@/lib/core/shared/http/exchange'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { Ports } from '@/lib/core/shared/ports/ports'
import { holdsAdminKey } from './admin-key'
import { type AskingKeys, adminRefusal } from './asking'
import type { RateLimit } from './rate-limit'

/** Wrong publish tokens allowed per address within a minute. */
export const wrongPublishTokensPerMinute = 20
/** Publications of an address within an hour: a CI publishes a release, not each run. */
export const publicationsPerHour = 30

/** What of the container tells who may publish. */
export type PublisherKeys = AskingKeys & {
  readonly ports: Pick<Ports, 'keyedHash' | 'sha256' | 'published'>
  /** Counts wrong publish tokens per address. */
  readonly publishTokenLimit: RateLimit
  /** Counts publications per address. */
  readonly publicationLimit: RateLimit
}

type Asking = Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>

/**
 * Whether the body of a publication may be kept in memory: its sender has the admin key, or a token that this
 * installation made. Whether the token is still valid is asked later.
 */
export function mayFillMemory(exchange: Asking, container: PublisherKeys): boolean {
  if (sendsAdminKey(exchange)) return holdsAdminKey(exchange, container)
  const token = shownPublishToken(exchange)
  return token !== null && wasMadeHere(token, container.ports)
}

/**
 * The refusal of whoever has neither the admin key nor a valid publish token; `null` otherwise. A right token is taken
 * however many wrong ones came from its address: none is found by guessing. Throws StoreUnavailable.
 */
export async function publisherRefusal(exchange: Asking, container: PublisherKeys): Promise<ProtocolError | null> {
  if (sendsAdminKey(exchange)) return adminRefusal(exchange, container)
  if ((await validToken(exchange, container.ports)) !== null) return null
  const seconds = container.publishTokenLimit.take(exchange.remoteAddress, exchange.at)
  if (seconds > 0)
    return new ProtocolError(
      'too_many_requests',
      `More than ${wrongPublishTokensPerMinute} requests without a valid publish token came from this address within a minute.`,
      {},
      [['Retry-After', String(seconds)]],
    )
  return new ProtocolError(
    'invalid_publish_token',
    'Send a publish token as Authorization: Bearer, or the admin key in the header X-Api-Key.',
    {},
    [['WWW-Authenticate', 'Bearer realm="publish"']],
  )
}

/** The refusal of a publication too many; `null` within the limit. */
export function publicationRefusal(exchange: Asking, container: PublisherKeys): ProtocolError | null {
  if (sendsAdminKey(exchange)) return null
  const seconds = container.publicationLimit.take(exchange.remoteAddress, exchange.at)
  if (seconds === 0) return null
  const description = 'Too many wallets were published from this address within an hour.'
  return new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(seconds)]])
}
