import { timingSafeEqual } from 'node:crypto'
import { contractEntry } from '@/lib/contract/contract'
import { type Exchange, headerValue, headerValues, requestHost } from '@/lib/core/shared/http/exchange'
import { operatorChallenges } from '@/lib/core/shared/http/reply'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { Seeker } from '@/lib/core/shared/ports/places'
import type { Found } from '../basics/found'
import type { OperatorKeys } from './admin-key'
import { digestOf } from './text-digest'

/**
 * The credential of a request: a bearer token, or the password of HTTP Basic so that a browser can ask for it. `null`
 * if there are two `Authorization` headers.
 */
function presentedToken(exchange: Pick<Exchange, 'headers'>): string | null {
  const [value, ...others] = headerValues(exchange, 'authorization')
  if (others.length > 0) return null
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S+)$/.exec(value ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : null
}

/** Wrong tokens allowed per address within a minute. */
export const wrongTokensPerMinute = 20

/** True if the request has the operator token. Compares in constant time. */
export function holdsOperatorToken(exchange: Pick<Exchange, 'headers'>, operatorToken: string): boolean {
  const token = presentedToken(exchange)
  return token !== null && timingSafeEqual(digestOf(token), digestOf(operatorToken))
}

/**
 * The refusal of a request without the operator token; `null` if the token is right or none is configured. After many
 * wrong tokens an address must wait: its tokens are not compared meanwhile, so the answer cannot reveal the right one.
 * Two `Authorization` headers count as one wrong attempt.
 */
export function operatorRefusal(
  exchange: Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>,
  { operatorToken, operatorTokenLimit }: Pick<OperatorKeys, 'operatorToken' | 'operatorTokenLimit'>,
): ProtocolError | null {
  if (operatorToken === null) return null
  const { remoteAddress, at } = exchange
  if (headerValue(exchange, 'authorization') !== null) {
    const retryAfterSeconds = operatorTokenLimit.wait(remoteAddress, at)
    if (retryAfterSeconds > 0)
      return new ProtocolError(
        'too_many_requests',
        `More than ${wrongTokensPerMinute} wrong operator tokens came from this address within a minute, so the right one has to wait too.`,
        {},
        [['Retry-After', String(retryAfterSeconds)]],
      )
    if (holdsOperatorToken(exchange, operatorToken)) return null
    operatorTokenLimit.take(remoteAddress, at)
  }
  return new ProtocolError(
    'unauthorized',
    'Evidence is protected: send the operator token as Authorization: Bearer, or as the HTTP Basic password.',
    {},
    operatorChallenges,
  )
}

/** Whether the token of a request to this operation is compared, and counted if it is wrong, before anything else is. */
export function takesToken(found: Found): boolean {
  if (found.kind !== 'operation') return false
  const { auth, startsSession } = contractEntry(found.operation)
  return auth === 'operator' || startsSession === true
}

/**
 * Who asks for a place. The token counts only where it is compared anyway, and not while its address has to wait: otherwise a place
 * in the part that is kept for the operator would tell the right one to whoever tries.
 */
export const seekerAt = (
  found: Found,
  exchange: Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>,
  { operatorToken, operatorTokenLimit }: Pick<OperatorKeys, 'operatorToken' | 'operatorTokenLimit'>,
): Seeker => ({
  remoteAddress: exchange.remoteAddress,
  isOperator:
    operatorToken !== null &&
    takesToken(found) &&
    operatorTokenLimit.wait(exchange.remoteAddress, exchange.at) === 0 &&
    holdsOperatorToken(exchange, operatorToken),
})

/** The refusal of a request for a foreign host; `null` if the host is ours. RFC 9110 section 7.4 */
export function hostRefusal(
  exchange: Pick<Exchange, 'headers' | 'targetHost'>,
  { isOwnHost }: { readonly isOwnHost: (host: string | null) => boolean },
): ProtocolError | null {
  if (isOwnHost(requestHost(exchange))) return null
  const what = exchange.targetHost === undefined ? 'Host header' : 'request target'
  return new ProtocolError(
    'misdirected_request',
    `The ${what} does not name this service: use the host of BASE_URL, or add yours to EXTRA_HOSTS.`,
  )
}
