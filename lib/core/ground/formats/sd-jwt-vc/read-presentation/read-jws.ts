import { jsonBoundPassed, readJsonText } from '../../../http/read-json'
import { jwtCharactersMax } from '../../../jose/read-jwt'
import { signatureAlgorithm } from '../../../jose/signature-algorithms'
import { fromBase64url, fromUtf8, isBase64url } from '../../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../../values/json'
import { listed, say, type Wording } from '../../../values/wording'
import type { JwsReading } from './jws-reading'

/**
 * Takes a compact JWS apart and keeps each part that can be read, even where another cannot. Never throws.
 * `allowed`: JOSE names that the request gives. RFC7515-7.1
 */
export function readJws(text: string, allowed: readonly string[]): JwsReading {
  const parts = text.length > jwtCharactersMax ? [] : text.split('.', 4)
  const [header, claims, signature] = parts
  if (parts.length !== 3 || header === undefined || claims === undefined || signature === undefined) {
    const reason =
      text.length > jwtCharactersMax
        ? say`The token is longer than ${jwtCharactersMax} characters.`
        : say`The token is not three parts separated by dots.`
    return { ...nothing(text), unreadable: reason }
  }
  const readHeader = readPart(header)
  const readClaims = readPart(claims)
  const errors = [
    ...(readHeader.error === null ? [] : [say`The header ${readHeader.error}.`]),
    ...(readClaims.error === null ? [] : [say`The payload ${readClaims.error}.`]),
    ...(isBase64url(signature) ? [] : [say`The signature is not base64url without padding.`]),
  ]
  const alg = stringMember(readHeader.value, 'alg')
  return {
    text,
    unreadable: errors.length > 0 ? listed(errors, ' ') : null,
    header: readHeader.value,
    claims: readClaims.value,
    duplicates: [
      ...readHeader.duplicates.map((path) => `header${path}`),
      ...readClaims.duplicates.map((path) => `claims${path}`),
    ],
    alg: {
      value: alg,
      asymmetric: alg !== null && signatureAlgorithm(alg) !== null,
      allowed: alg !== null && allowed.includes(alg),
      fitsKey: null,
    },
    crit: critOf(readHeader.value),
  }
}

/** A text member of an object that may not be there; `null` for anything else. */
export function stringMember(object: JsonObject | null, name: string): string | null {
  const value = object !== null && Object.hasOwn(object, name) ? object[name] : null
  return typeof value === 'string' ? value : null
}

const nothing = (text: string): JwsReading => ({
  text,
  unreadable: null,
  header: null,
  claims: null,
  duplicates: [],
  alg: { value: null, asymmetric: false, allowed: false, fitsKey: null },
  crit: null,
})

interface Part {
  readonly value: JsonObject | null
  readonly duplicates: readonly string[]
  readonly error: Wording | null
}

function readPart(encoded: string): Part {
  const fail = (error: Wording): Part => ({ value: null, duplicates: [], error })
  const bytes = fromBase64url(encoded)
  if (bytes === null) return fail(say`is not base64url without padding`)
  const text = fromUtf8(bytes)
  if (text === null) return fail(say`is not UTF-8`)
  const json = readJsonText(text)
  if (!json.ok) return fail(jsonBoundPassed(json) ?? say`is not JSON`)
  if (!isObject(json.value)) return fail(say`is not a JSON object`)
  return {
    value: json.value as JsonObject,
    duplicates: json.duplicates,
    error: isBase64url(encoded) ? null : say`has unused bits set at its end`,
  }
}

function critOf(header: JsonObject | null): JwsReading['crit'] {
  if (header === null || !Object.hasOwn(header, 'crit')) return null
  const crit: Json | undefined = header.crit
  const names = Array.isArray(crit) ? crit.filter((name) => typeof name === 'string') : []
  return Array.isArray(crit) && crit.length > 0 && names.length === crit.length ? names : 'malformed'
}
