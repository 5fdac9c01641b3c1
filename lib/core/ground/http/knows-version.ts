import { type Exchange, headerValue } from './exchange'

/** True if the caller has the version with this strong entity tag. RFC 9110 section 13.1.2 */
export function knowsVersion(exchange: Pick<Exchange, 'headers'>, tag: string): boolean {
  const known = (headerValue(exchange, 'if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}
