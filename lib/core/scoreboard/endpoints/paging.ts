import { headerValue } from '../../shared/http/exchange'
import { ProtocolError } from '../../shared/ports/errors'
import type { AllowedRevisions } from '../pipelines/pipeline-store'
import type { ScoreboardContext } from './scoreboard-endpoint'

/** A count in a query, from 1. Throws ProtocolError for anything else. */
export function readCount(
  query: URLSearchParams,
  name: string,
  { otherwise, max }: { readonly otherwise: number; readonly max: number },
): number {
  const text = query.get(name)
  if (text === null) return otherwise
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= max) return count
  throw new ProtocolError('invalid_request', `The parameter ${name} must be a whole number from 1 to ${max}.`)
}

/** The versions that `If-Match` allows; `null` for any. A weak tag never matches. RFC 9110 section 13.1.1 */
export function allowedRevisions({ exchange }: Pick<ScoreboardContext, 'exchange'>): AllowedRevisions {
  const sent = headerValue(exchange, 'if-match')
  if (sent === null || sent.trim() === '*') return null
  return [...sent.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak === undefined ? [tag] : []))
}
