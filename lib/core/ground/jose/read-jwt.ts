import { jsonBoundPassed, readJsonText } from '../http/read-json'
import { fromBase64url, fromUtf8, isBase64url } from '../values/base64url'
import { isObject } from '../values/json'
import { repeatedName } from './repeated-name'

/** Longest compact JWS that is looked into; a key attestation with 20 keys and a chain stays far below. */
export const jwtCharactersMax = 64 * 1024

/** A compact JWS with JSON claims, decoded but not verified. */
export type ReadJwt = ReadableJwt | ({ readonly readable: false } & Unreadable)

/** Why a token could not be read. */
export interface Unreadable {
  /** A fixed sentence that holds no input. */
  readonly reason: string
  /** The member that it names twice where that is why, e.g. `header.alg`. */
  readonly repeated: string | null
}

export interface ReadableJwt {
  readonly readable: true
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** The token as it came. */
  readonly value: string
  /** Paths of members that the header or the claims hold more than once, e.g. `header/alg`; the last one counts. */
  readonly duplicates: readonly string[]
}

/**
 * Decodes a compact JWS without verifying it. Never throws; the reason is a fixed sentence that holds no input.
 * Strict base64url: no padding, no white space, no unused bits set, so that one token has one spelling.
 * @see RFC7515-7.1, RFC7519-7.2
 */
export function readJwt(value: string): ReadJwt {
  if (value.length > jwtCharactersMax) return unreadable(`The token is longer than ${jwtCharactersMax} characters.`)
  const parts = value.split('.', 4)
  const [header, claims, signature] = parts
  if (parts.length !== 3 || header === undefined || claims === undefined || signature === undefined) {
    return unreadable('The token is not three parts separated by dots.')
  }
  const readHeader = readPart(header)
  if (!readHeader.ok) return unreadable(`The header ${readHeader.reason}.`)
  const readClaims = readPart(claims)
  if (!readClaims.ok) return unreadable(`The payload ${readClaims.reason}.`)
  if (strictBase64url(signature) === null) return unreadable('The signature is not base64url without padding.')
  return {
    readable: true,
    header: readHeader.value,
    claims: readClaims.value,
    value,
    duplicates: [
      ...readHeader.duplicates.map((path) => `header${path}`),
      ...readClaims.duplicates.map((path) => `claims${path}`),
    ],
  }
}

/**
 * Like `readJwt`, but a token that names a header parameter, a claim or a member of a key twice is unreadable: readers differ
 * in which one counts, so one could verify what another one does not see. Elsewhere inside a value, no text forbids it.
 * @see RFC7515-4, RFC7519-4, RFC7517-4
 */
export function readStrictJwt(value: string): ReadJwt {
  const read = readJwt(value)
  const repeated = read.readable ? repeatedName(read.duplicates) : null
  return repeated === null ? read : unreadable('It names a member twice: name each once.', repeated)
}

const unreadable = (reason: string, repeated: string | null = null): ReadJwt => ({ readable: false, reason, repeated })

type Part =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly duplicates: readonly string[] }
  | { readonly ok: false; readonly reason: string }

function readPart(encoded: string): Part {
  const bytes = strictBase64url(encoded)
  if (bytes === null) return { ok: false, reason: 'is not base64url without padding' }
  const text = fromUtf8(bytes)
  if (text === null) return { ok: false, reason: 'is not UTF-8' }
  const json = readJsonText(text)
  if (!json.ok) return { ok: false, reason: String(jsonBoundPassed(json) ?? 'is not JSON') }
  if (!isObject(json.value)) return { ok: false, reason: 'is not a JSON object' }
  return { ok: true, value: json.value, duplicates: json.duplicates }
}

/** The bytes, or `null` also when bits after the last byte are set. */
const strictBase64url = (text: string): Uint8Array | null => (isBase64url(text) ? fromBase64url(text) : null)
