import { compactVerify } from 'jose'
import { exceededJsonBound, readJsonText } from '../http/read-json'
import type { CertificateFacts } from '../ports/certificate-facts'
import type { JwsSigner, ReadCertificates, VerifySignature } from '../ports/ports'
import { fromBase64url, fromUtf8, isBase64url, toBase64url, utf8 } from '../values/base64url'
import { isObject } from '../values/json'
import { quote } from '../values/wording'
import { importPublicKey, publicMembers } from './jwk'

/** Token members that hold keys, whose member names must be unique too. */
const keys: readonly string[] = ['header.jwk', 'claims.cnf', 'claims.attested_keys']

/**
 * The first repeated header parameter, claim or key member of a JWT, e.g. `header.jwk.kty`; `null` if there is none.
 * The specifications do not cover other members inside values.
 * @param paths as in `ReadableJwt.duplicates`
 * @see RFC7515-4, RFC7519-4, RFC7517-4
 */
export function repeatedName(paths: readonly string[]): string | null {
  for (const path of paths) {
    const names = path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const [part, member] = names
    if (names.length === 2 || keys.includes(`${part}.${member}`)) return names.join('.')
  }
  return null
}

/** Longest compact JWS to read, far above a key attestation with 20 keys and a chain. */
export const jwtCharactersMax = 64 * 1024

/** A compact JWS with JSON claims, decoded but not verified. */
export type ReadJwt = ReadableJwt | ({ readonly readable: false } & Unreadable)

const partTexts = {
  not_base64url: 'is not base64url without padding',
  not_utf8: 'is not UTF-8',
  too_deep: String(exceededJsonBound({ ok: false, reason: 'too_deep' })),
  too_wide: String(exceededJsonBound({ ok: false, reason: 'too_wide' })),
  not_json: 'is not JSON',
  no_object: 'is not a JSON object',
} as const

type WhyOfPart = keyof typeof partTexts

const textsOfPart = <Part extends 'header' | 'payload'>(part: Part): Readonly<Record<`${Part}_${WhyOfPart}`, string>> =>
  Object.fromEntries(
    Object.entries(partTexts).map(([why, text]) => [`${part}_${why}`, `The ${part} ${text}.`]),
  ) as Record<`${Part}_${WhyOfPart}`, string>

/** Why a token cannot be read: fixed sentences without input, by the end of the name of a reason. */
export const unreadableTexts = {
  not_three_parts: 'The token is not three parts separated by dots.',
  is_jwe: 'The token is a JWE of five parts: encrypted, not signed.',
  is_sd_jwt: 'The token is an SD-JWT, as a credential with its Disclosures.',
  is_json: 'The token is JSON, not the compact form of a JWS.',
  ...textsOfPart('header'),
  ...textsOfPart('payload'),
  signature_not_base64url: 'The signature is not base64url without padding.',
  repeated_member: 'It names a member twice: name each once.',
  too_long: `The token is longer than ${jwtCharactersMax} characters.`,
} as const

export type WhyUnreadable = keyof typeof unreadableTexts

/** Why a token could not be read. */
export interface Unreadable {
  /** A fixed sentence without input. */
  readonly reason: string
  /** The repeated member that made it unreadable, e.g. `header.alg`. */
  readonly repeated: string | null
}

export interface ReadableJwt {
  readonly readable: true
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** As received. */
  readonly value: string
  /** Paths of repeated members in header or claims, e.g. `header/alg`; the last value counts. */
  readonly duplicates: readonly string[]
}

/**
 * Decodes a compact JWS without verifying it. Never throws; the reason is a fixed sentence without input. Strict
 * base64url (no padding, white space or stray bits), so that each token has one spelling.
 * @see RFC7515-7.1, RFC7519-7.2
 */
export function readJwt(value: string): ReadJwt {
  if (value.length > jwtCharactersMax) return unreadable(unreadableTexts.too_long)
  const parts = value.split('.', 4)
  const [header, claims, signature] = parts
  if (parts.length !== 3 || header === undefined || claims === undefined || signature === undefined) {
    return unreadable(unreadableTexts[formOf(value)])
  }
  const readHeader = readPart(header)
  if (!readHeader.ok) return unreadable(unreadableTexts[`header_${readHeader.why}`])
  const readClaims = readPart(claims)
  if (!readClaims.ok) return unreadable(unreadableTexts[`payload_${readClaims.why}`])
  if (strictBase64url(signature) === null)
    return unreadable(unreadableTexts[formOf(value) === 'is_sd_jwt' ? 'is_sd_jwt' : 'signature_not_base64url'])
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

/** What stands there in place of three parts. RFC7516-3.1, RFC9901-4, RFC7515-7.2 */
function formOf(value: string): 'not_three_parts' | 'is_jwe' | 'is_sd_jwt' | 'is_json' {
  if (/^\s*\{/.test(value)) return 'is_json'
  if (/^[\w-]+\.[\w-]+\.[\w-]+~/.test(value)) return 'is_sd_jwt'
  const [first = '', ...others] = value.split('.', 6)
  const header = others.length === 4 ? readPart(first) : null
  return header?.ok && Object.hasOwn(header.value, 'enc') ? 'is_jwe' : 'not_three_parts'
}

/**
 * Like `readJwt`, but refuses a token that repeats a header parameter, claim or key member: parsers differ in which one
 * counts, so one could verify what another does not see. No specification forbids repetition elsewhere inside values.
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
  | { readonly ok: false; readonly why: keyof typeof partTexts }

function readPart(encoded: string): Part {
  const bytes = strictBase64url(encoded)
  if (bytes === null) return { ok: false, why: 'not_base64url' }
  const text = fromUtf8(bytes)
  if (text === null) return { ok: false, why: 'not_utf8' }
  const json = readJsonText(text)
  if (!json.ok)
    return { ok: false, why: json.reason === 'too_deep' || json.reason === 'too_wide' ? json.reason : 'not_json' }
  if (!isObject(json.value)) return { ok: false, why: 'no_object' }
  return { ok: true, value: json.value, duplicates: json.duplicates }
}

/** Decodes canonical base64url only: also `null` if unused bits are set. */
const strictBase64url = (text: string): Uint8Array | null => (isBase64url(text) ? fromBase64url(text) : null)

/** Input of a JWS. */
interface JwtInput {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly signer: JwsSigner
  /** The header goes out as given, even without `alg`, or with another. */
  readonly freeAlgorithm?: boolean | undefined
}

/** A compact JWS with its input, so that evidence need not decode it again. */
export interface MadeJwt extends Omit<JwtInput, 'signer' | 'freeAlgorithm'> {
  readonly token: string
}

/**
 * Makes a compact JWS. `alg` comes from the signer unless it is free, all other header parameters from the caller.
 * @see RFC7515-7.1
 */
export function makeJwt({ header: given, claims, signer, freeAlgorithm = false }: JwtInput): MadeJwt {
  const encode = (part: object) => toBase64url(utf8(JSON.stringify(part)))
  const header = freeAlgorithm ? given : { ...given, alg: signer.alg }
  const signingInput = `${encode(header)}.${encode(claims)}`
  return { token: `${signingInput}.${toBase64url(signer.sign(utf8(signingInput)))}`, header, claims }
}

/** Makes an unsecured JWS with `alg` `none`. RFC7519-6 */
export function makeUnsignedJwt({ header: given, claims }: Pick<JwtInput, 'header' | 'claims'>): MadeJwt {
  const header = { ...given, alg: 'none' }
  const [head, body] = [header, claims].map((part) => toBase64url(utf8(JSON.stringify(part))))
  return { token: `${head}.${body}.`, header, claims }
}

/** Makes a compact JWS and returns only its text. */
export const signJwt = (input: JwtInput): string => makeJwt(input).token

/** The key that an algorithm needs, and the length of its signatures. RFC7518-3.1, RFC 8037 section 3.1 */
interface SignatureAlgorithm {
  readonly kty: 'EC' | 'OKP' | 'RSA'
  /** `null` for RSA. */
  readonly crv: string | null
  /** Signature length; `null` if it depends on the key. */
  readonly bytes: number | null
}

const rsa: SignatureAlgorithm = { kty: 'RSA', crv: null, bytes: null }

const ed25519: SignatureAlgorithm = { kty: 'OKP', crv: 'Ed25519', bytes: 64 }

/** Supported signature algorithms. `none` and MACs never are. */
const signatureAlgorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  ES256: { kty: 'EC', crv: 'P-256', bytes: 64 },
  ES384: { kty: 'EC', crv: 'P-384', bytes: 96 },
  ES512: { kty: 'EC', crv: 'P-521', bytes: 132 },
  EdDSA: ed25519,
  Ed25519: ed25519,
  PS256: rsa,
  PS384: rsa,
  PS512: rsa,
  RS256: rsa,
  RS384: rsa,
  RS512: rsa,
}

/** The signature algorithm with this JOSE name; `null` if unsupported. */
export const signatureAlgorithm = (alg: string): SignatureAlgorithm | null =>
  Object.hasOwn(signatureAlgorithms, alg) ? (signatureAlgorithms[alg] ?? null) : null

/** True if the key's type and curve fit the algorithm. */
export function algorithmFitsKey(alg: string, jwk: Readonly<Record<string, unknown>>): boolean {
  const algorithm = signatureAlgorithm(alg)
  return algorithm !== null && jwk.kty === algorithm.kty && (algorithm.crv === null || jwk.crv === algorithm.crv)
}

/**
 * Whether a compact JWS was signed with the private half of `jwk`. Takes the token as read, to avoid decoding it again.
 * Only `algorithms` are accepted, whatever header or key state; `none` and MACs never are. A token with `crit` fails,
 * because no extension is supported (RFC 7515 section 4.1.11). Bad input is `false`; never throws. Does not check
 * claims or times, which have checks of their own. `verifySignature` verifies ES256 synchronously, with the same
 * result.
 */
export async function verifyJwtSignature({
  jwt,
  jwk,
  algorithms,
  verifySignature,
}: {
  readonly jwt: Pick<ReadableJwt, 'header' | 'value'>
  readonly jwk: unknown
  readonly algorithms: readonly string[]
  readonly verifySignature?: VerifySignature | undefined
}): Promise<boolean> {
  if (Object.hasOwn(jwt.header, 'crit') || Object.hasOwn(jwt.header, 'b64')) return false
  const { alg } = jwt.header
  if (typeof alg !== 'string' || signatureAlgorithm(alg) === null || !algorithms.includes(alg)) return false
  if (verifySignature && alg === 'ES256') return isSignedByP256(jwt.value, jwk, verifySignature)
  const key = await importPublicKey(jwk, alg)
  if (key === null) return false
  try {
    await compactVerify(jwt.value, key, { algorithms: [alg] })
    return true
  } catch {
    return false
  }
}

/** RFC7515-5.2, RFC7518-3.4 */
function isSignedByP256(token: string, jwk: unknown, verifySignature: VerifySignature): boolean {
  const publicJwk = publicMembers(jwk)
  const [header, payload, encoded, ...others] = token.split('.', 4)
  if (publicJwk?.crv !== 'P-256' || payload === undefined || encoded === undefined || others.length > 0) return false
  const signature = fromBase64url(encoded)
  if (signature?.length !== 64) return false
  return verifySignature({ hash: 'sha-256', publicJwk, data: utf8(`${header}.${payload}`), signature })
}

/** Most certificates of one `x5c` to read. */
const certificatesMax = 10

/** Why an `x5c` is no list of certificates: fixed sentences without input. */
export const x5cTexts = {
  not_an_array: 'The parameter is not an array.',
  empty: 'The array is empty.',
  too_many: `There are more than ${certificatesMax} certificates.`,
  no_text: 'An entry is not a string.',
} as const

/** Reads an `x5c` header parameter; `null` if absent. Never throws. RFC7515-4.1.6 */
export function readX5c(value: unknown, readCertificates: ReadCertificates): CertificateFacts | null {
  if (value === undefined) return null
  const unreadable = (why: keyof typeof x5cTexts, count: number): CertificateFacts => ({
    readable: false,
    reason: quote(x5cTexts[why]),
    count,
  })
  if (!Array.isArray(value)) return unreadable('not_an_array', 0)
  if (value.length === 0) return unreadable('empty', 0)
  if (value.length > certificatesMax) return unreadable('too_many', value.length)
  const texts = value.filter((entry): entry is string => typeof entry === 'string')
  if (texts.length < value.length) return unreadable('no_text', value.length)
  return readCertificates(texts)
}
