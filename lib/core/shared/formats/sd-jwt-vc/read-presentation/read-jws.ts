import { exceededJsonBound, readJsonText } from '../../../http/read-json'
import { algorithmFitsKey, jwtCharactersMax, signatureAlgorithm, verifyJwtSignature } from '../../../jose/jwt'
import type { VerifySignature } from '../../../ports/ports'
import { fromBase64url, fromUtf8, isBase64url } from '../../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../../values/json'
import { listed, say, type Wording } from '../../../values/wording'

/** A compact JWS, split whether its signature is valid or not. */
export interface JwsReading {
  /** As received. */
  readonly text: string
  /** A fixed sentence without input; `null` if readable. */
  readonly unreadable: Wording | null
  /** `null` if unreadable, even if the claims are readable. */
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
  /** Names that header or claims contain twice, e.g. `header/alg`. */
  readonly duplicates: readonly string[]
  /** `vp.sdjwt.alg`, `vp.kb.alg` */
  readonly alg: AlgReading
  /** Names in `crit`, none of which is supported; `malformed` if it is not an array of names. RFC7515-4.1.11 */
  readonly crit: readonly string[] | 'malformed' | null
}

interface AlgReading {
  /** `null` if absent or not text. */
  readonly value: string | null
  /** A digital signature algorithm: neither `none` nor a MAC. RFC8725-3.1 */
  readonly asymmetric: boolean
  /** Listed in the request. */
  readonly allowed: boolean
  /** Key type and curve fit the algorithm; `null` without a key. RFC7518-3.1, RFC8037-3.1 */
  readonly fitsKey: boolean | null
}

/** The result of verification, with any supported algorithm; `AlgReading` covers everything else about it. */
export interface SignatureReading {
  readonly result: 'valid' | 'invalid' | 'unverified'
  /** Why it was not verified. */
  readonly unverifiedBecause:
    | 'not_readable'
    | 'no_key'
    | 'algorithm_not_supported'
    | 'algorithm_does_not_fit_key'
    | 'critical_header'
    | null
  /** `vp.kb.signature_encoding`; `null` if the algorithm has no fixed length or the token is unreadable. */
  readonly encoding: SignatureEncoding | null
}

/** Correct is r and s side by side, each as long as the order of the curve. RFC7518-3.4 */
interface SignatureEncoding {
  readonly form: 'raw' | 'der' | 'other'
  readonly bytes: number
  readonly expectedBytes: number
}

/**
 * Splits a compact JWS and keeps every readable part. Never throws. `allowed`: JOSE algorithms listed in the request.
 * RFC7515-7.1
 */
export function readJws(text: string, allowed: readonly string[]): JwsReading {
  const parts = text.length > jwtCharactersMax ? [] : text.split('.', 4)
  const [header, claims, signature] = parts
  if (parts.length !== 3 || header === undefined || claims === undefined || signature === undefined) {
    const reason =
      text.length > jwtCharactersMax
        ? say`the token is longer than ${jwtCharactersMax} characters`
        : say`the token is not three parts separated by dots`
    return { ...nothing(text), unreadable: reason }
  }
  const readHeader = readPart(header)
  const readClaims = readPart(claims)
  const errors = [
    ...(readHeader.error === null ? [] : [say`the header ${readHeader.error}`]),
    ...(readClaims.error === null ? [] : [say`the payload ${readClaims.error}`]),
    ...(isBase64url(signature) ? [] : [say`the signature is not base64url without padding`]),
  ]
  const alg = stringMember(readHeader.value, 'alg')
  return {
    text,
    unreadable: errors.length > 0 ? listed(errors, '; ') : null,
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

/** An optional text member; `null` for anything else. */
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
  if (!json.ok) return fail(exceededJsonBound(json) ?? say`is not JSON`)
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

/** True for the DER form of an ECDSA signature: a SEQUENCE of exactly two INTEGERs. RFC 3279 section 2.2.3 */
const isDerSignature = (bytes: Uint8Array): boolean => integersOf(bytes) !== null

/** Converts a DER signature to r and s side by side, `size` bytes together; `null` if it is not one. RFC7518-3.4 */
export function derToRaw(bytes: Uint8Array, size: number): Uint8Array | null {
  const integers = integersOf(bytes)
  if (integers === null) return null
  const half = size / 2
  const raw = new Uint8Array(size)
  for (const [index, integer] of integers.entries()) {
    const first = integer.findIndex((byte) => byte !== 0)
    const digits = first < 0 ? new Uint8Array() : integer.subarray(first)
    if (digits.length > half) return null
    raw.set(digits, (index + 1) * half - digits.length)
  }
  return raw
}

/** Contents of the two INTEGERs; `null` for anything else. */
function integersOf(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] | null {
  const sequence = takeValue(bytes, 0x30)
  if (sequence === null || sequence.rest.length > 0) return null
  const r = takeValue(sequence.value, 0x02)
  const s = r && takeValue(r.rest, 0x02)
  return r && s && s.rest.length === 0 ? [r.value, s.value] : null
}

/** Reads a value with this tag. Supports one-byte lengths, and two bytes starting with 0x81. X.690 section 8.1.3 */
function takeValue(bytes: Uint8Array, tag: number): { readonly value: Uint8Array; readonly rest: Uint8Array } | null {
  const long = bytes[1] === 0x81
  const length = (long ? bytes[2] : bytes[1]) ?? 0
  const start = long ? 3 : 2
  if (bytes[0] !== tag || length === 0 || (!long && length > 127) || bytes.length < start + length) return null
  return { value: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) }
}

/** Verifies a JWS with one key, or reports why it cannot be verified. Never rejects because of input. */
export async function verifyJws(
  jws: JwsReading,
  jwk: Readonly<Record<string, unknown>> | null,
  verifySignature: VerifySignature,
): Promise<SignatureReading> {
  const encoding = encodingOf(jws)
  const because = obstacle(jws, jwk)
  if (because !== null) return { result: 'unverified', unverifiedBecause: because, encoding }
  const jwt = { header: jws.header ?? {}, value: jws.text }
  const valid = await verifyJwtSignature({ jwt, jwk, algorithms: [jws.alg.value ?? ''], verifySignature })
  return { result: valid ? 'valid' : 'invalid', unverifiedBecause: null, encoding }
}

function obstacle(
  { unreadable, alg, crit, header }: JwsReading,
  jwk: Readonly<Record<string, unknown>> | null,
): SignatureReading['unverifiedBecause'] {
  if (unreadable !== null) return 'not_readable'
  if (crit !== null || (header !== null && Object.hasOwn(header, 'b64'))) return 'critical_header'
  if (alg.value === null || !alg.asymmetric) return 'algorithm_not_supported'
  if (jwk === null) return 'no_key'
  return algorithmFitsKey(alg.value, jwk) ? null : 'algorithm_does_not_fit_key'
}

function encodingOf({ text, alg }: JwsReading): SignatureEncoding | null {
  const expectedBytes = alg.value === null ? null : (signatureAlgorithm(alg.value)?.bytes ?? null)
  const bytes = fromBase64url(text.split('.', 4)[2] ?? '')
  if (expectedBytes === null || bytes === null) return null
  const form = bytes.length === expectedBytes ? 'raw' : isDerSignature(bytes) ? 'der' : 'other'
  return { form, bytes: bytes.length, expectedBytes }
}

/** Completes a JWS reading with its key. RFC7518-3.1 */
export const withKeyFit = (jws: JwsReading, jwk: Readonly<Record<string, unknown>> | null): JwsReading => ({
  ...jws,
  alg: { ...jws.alg, fitsKey: jwk === null || jws.alg.value === null ? null : algorithmFitsKey(jws.alg.value, jwk) },
})
