import { fromIso, toIso } from '../../../shared/time/time'
import { fromBase64url } from '../../../shared/values/base64url'
import { isObject } from '../../../shared/values/json'

/** Bounds of claims defined by a tester. */
export const nestingMax = 8
const claimsMax = 200
export const textCharactersMax = 4096
export const imageCharactersMax = 40_000
const nameCharactersMax = 200

/**
 * Bounds of the claims in all credentials of one response: 20 times the largest type, which is what an issuer without a
 * batch gives for one attestation. Signing them takes 200 ms, in steps; encrypting 30 ms, in one go.
 */
export const responseClaimsMax = 20 * claimsMax
export const responseClaimsBytesMax = 20 * 64 * 1024

/** Members of an SD-JWT VC reserved for the issuer or for selective disclosure. SDJWTVC-3.2.2.2, RFC9901-4.1 */
const reserved: ReadonlySet<string> = new Set([
  'iss',
  'iat',
  'nbf',
  'exp',
  'cnf',
  'vct',
  'vct#integrity',
  'status',
  '_sd',
  '_sd_alg',
  '...',
])

/** Names with a special meaning at every level of an SD-JWT. RFC9901-4.1 */
const concealing: ReadonlySet<string> = new Set(['_sd', '...'])

/** Programs that copy member by member would lose this name. */
const unusable = '__proto__'

type Format = 'dc+sd-jwt' | 'mso_mdoc'

/** The problem with a tester's claims, worded to follow `must`; `null` if they can be issued. Never quotes a claim. */
export function problemOfClaims(claims: Readonly<Record<string, unknown>>, format: Format): string | null {
  if (Object.keys(claims).length === 0) return 'hold at least 1 claim'
  if (format === 'dc+sd-jwt' && Object.keys(claims).some((name) => reserved.has(name)))
    return 'leave iss, iat, nbf, exp, cnf, vct, status, _sd and _sd_alg to the issuer'
  let count = 0
  const look = (value: unknown, depth: number): string | null => {
    if (depth > nestingMax) return `be nested at most ${nestingMax} levels deep`
    if (typeof value === 'string') return problemOfText(value)
    if (typeof value === 'number' && !Number.isFinite(value)) return 'hold numbers that JSON can write'
    if (!Array.isArray(value) && !isObject(value)) return null
    // The root itself is not a value.
    if (format === 'mso_mdoc' && depth > 0 && isTyped(value)) return problemOfTyped(value)
    if (!Array.isArray(value)) {
      const wrong = problemOfNames(Object.keys(value), format)
      if (wrong !== null) return wrong
    }
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
    count += inner.length
    if (count > claimsMax) return `hold at most ${claimsMax} claims, members and elements inside them counted`
    for (const one of inner) {
      const wrong = look(one, depth + 1)
      if (wrong !== null) return wrong
    }
    return null
  }
  return look(claims, 0)
}

/** Number of claims, nested members and elements included, counted as in `problemOfClaims`. */
export function countClaims(claims: Readonly<Record<string, unknown>>, format: Format): number {
  const inside = (value: unknown): number => {
    if (!Array.isArray(value) && !isObject(value)) return 0
    if (format === 'mso_mdoc' && value !== claims && isTyped(value)) return 0
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
    return inner.reduce((count: number, one) => count + inside(one), inner.length)
  }
  return inside(claims)
}

function problemOfNames(names: readonly string[], format: Format): string | null {
  for (const name of names) {
    if (name === '' || name.length > nameCharactersMax || !name.isWellFormed())
      return `have names of 1 to ${nameCharactersMax} characters`
    if (name === unusable || (format === 'dc+sd-jwt' && concealing.has(name)))
      return 'have none of the names _sd, ... and __proto__'
    if (name.startsWith('$'))
      return 'hold $date and $bytes only in an mdoc, each alone in an object, and no other name that begins like them'
  }
  return null
}

function problemOfText(text: string): string | null {
  if (!text.isWellFormed()) return 'hold texts of whole characters'
  const max = text.startsWith('data:image/') ? imageCharactersMax : textCharactersMax
  return text.length > max
    ? `hold texts of at most ${textCharactersMax} characters, ${imageCharactersMax} for a data: image`
    : null
}

/** An object that represents a value without a JSON type. */
const isTyped = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && (Object.hasOwn(value, '$date') || Object.hasOwn(value, '$bytes'))

function problemOfTyped(value: Readonly<Record<string, unknown>>): string | null {
  const { $date: date, $bytes: bytes } = value
  if (Object.keys(value).length !== 1) return 'hold $date and $bytes each alone in an object'
  if (date !== undefined)
    return typeof date === 'string' && isFullDate(date) ? null : 'have a full-date of RFC 3339 as $date'
  if (typeof bytes !== 'string' || fromBase64url(bytes) === null) return 'have base64url without padding as $bytes'
  return bytes.length > imageCharactersMax ? `have at most ${imageCharactersMax} characters in $bytes` : null
}

/** True for an existing calendar date. RFC3339-5.6 */
function isFullDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const at = fromIso(`${text}T00:00:00Z`)
  return at !== null && toIso(at).startsWith(text)
}
