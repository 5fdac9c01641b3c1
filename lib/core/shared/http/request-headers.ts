import { type Exchange, headerValue } from './exchange'

interface Range {
  readonly type: string
  readonly quality: number
  readonly index: number
}

/**
 * True if an `Accept` header prefers one media type over the default. The type must be named; at equal quality the one
 * named first wins, as wallets intend; a default that is not named takes the quality of a wildcard. Never throws; an
 * unreadable quality counts as 1. RFC 9110 section 12.5.1, OID4VCI-1FINAL-12.2.2
 */
export function prefers(accept: string | null, type: string, otherwise: string): boolean {
  const ranges = (accept ?? '').split(',').map(readRange)
  const find = (name: string) => ranges.find((range) => range.type === name)
  const wanted = find(type)
  if (wanted === undefined || wanted.quality === 0) return false
  const group = `${otherwise.split('/')[0]}/*`
  const other = find(otherwise) ?? find(group) ?? find('*/*')
  if (other === undefined || wanted.quality > other.quality) return true
  return wanted.quality === other.quality && (other.type !== otherwise || wanted.index < other.index)
}

function readRange(text: string, index: number): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { type, quality: Number.isFinite(quality) ? quality : 1, index }
}

/** True if `Accept-Encoding` accepts a content coding. RFC 9110 section 12.5.3 */
export const acceptsEncoding = (acceptEncoding: string | null | undefined, coding: string): boolean =>
  (acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .some((item) => item.split(';')[0]?.trim() === coding && !/;\s*q=0(\.0*)?$/.test(item))

/** True if `If-None-Match` contains this strong entity tag. RFC 9110 section 13.1.2 */
export function matchesIfNoneMatch(exchange: Pick<Exchange, 'headers'>, tag: string): boolean {
  const known = (headerValue(exchange, 'if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}
