import { createHash, timingSafeEqual } from 'node:crypto'
import { ProtocolError } from '@/lib/core/errors'
import { type Exchange, headerValue } from '@/lib/core/http/exchange'
import type { Container } from './container'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The credential of a request: a bearer token, or the password of HTTP Basic so that a browser can ask for it. */
function presentedToken(exchange: Pick<Exchange, 'headers'>): string | null {
  const value = headerValue(exchange, 'authorization')
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S+)$/.exec(value ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : null
}

/** The refusal of a request without the operator token; `null` when it holds it. Compares in constant time. */
export function operatorRefusal(exchange: Pick<Exchange, 'headers'>, operatorToken: string): ProtocolError | null {
  const token = presentedToken(exchange)
  if (token !== null && timingSafeEqual(digest(token), digest(operatorToken))) return null
  return new ProtocolError(
    'unauthorized',
    'Evidence is protected here: send the operator token as Authorization: Bearer, or as the password of HTTP Basic.',
    {},
    [
      ['WWW-Authenticate', 'Bearer realm="operator"'],
      ['WWW-Authenticate', 'Basic realm="operator", charset="UTF-8"'],
    ],
  )
}

/** The refusal of a request that names another service in `Host`; `null` when the name is ours. RFC 9110 section 7.4 */
export function hostRefusal(
  exchange: Pick<Exchange, 'headers'>,
  { isOwnHost }: Pick<Container, 'isOwnHost'>,
): ProtocolError | null {
  if (isOwnHost(headerValue(exchange, 'host'))) return null
  return new ProtocolError(
    'misdirected_request',
    'The Host header names no host of this service: use the one of BASE_URL, or name yours in EXTRA_HOSTS.',
  )
}
