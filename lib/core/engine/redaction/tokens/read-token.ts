import type { CborRead } from '../../../shared/cbor/cbor-item'
import { readJsonText } from '../../../shared/http/read-json'
import { fromBase64url, fromUtf8 } from '../../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { isJson } from '../names/own-members'

/** Whose issuer signed a credential that shows its values: one of ours, or another. */
export type Revealed = 'own' | 'foreign'

/** A token that its endpoint read and verified, or made. */
export interface ReadToken {
  /** `null` if unreadable. */
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
  readonly signature: 'valid' | 'invalid' | 'unchecked'
  /** Thumbprints of its usable keys, by the JWK in header or claims. */
  readonly keys: ReadonlyMap<unknown, string>
  /** Its Disclosures by their text, without invalid ones. RFC9901-4.2 */
  readonly disclosures?: ReadonlyMap<string, DisclosureContent>
  /** What our own credential says, as its format describes it. */
  readonly says?: JsonObject
  /** A presented mdoc, parsed. */
  readonly cbor?: CborRead
  /** The documents of a presented mdoc, in order. */
  readonly documents?: readonly DocumentContent[]
}

interface DocumentContent {
  /** Whose credential it is, if its values are shown. */
  readonly revealed: Revealed | null
  /** In document order. */
  readonly elements: readonly {
    /** True if it matches the issuer's digest; `null` if that cannot be determined. ISO/IEC 18013-5 section 9.3.1 */
    readonly digestOk: boolean | null
    /** False if the query does not ask for it; `null` if no query is known. */
    readonly requested: boolean | null
  }[]
}

interface DisclosureContent {
  readonly salt: Json
  /** `null` for an element of an array. */
  readonly name: string | null
  readonly value: Json
  /** Its digest in base64url; `null` if the salt is too short to keep the value secret. RFC9901-9.3 */
  readonly digest: string | null
  /** False if no digest refers to it, so the issuer did not sign it. RFC9901-7.1 */
  readonly isSigned: boolean
  /** False if the query neither asks for nor needs it; `null` if no query is known. */
  readonly requested: boolean | null
}

/** What an endpoint knows about a token. Header and claims are as `JSON.parse` returned them. */
interface TokenReading {
  readonly header: Readonly<Record<string, unknown>> | null
  readonly claims?: Readonly<Record<string, unknown>> | null
  /** Anything but `valid` and `invalid` means that nothing was verified. */
  readonly signature?: string
  readonly disclosures?: ReadToken['disclosures']
  readonly says?: ReadToken['says']
  readonly cbor?: ReadToken['cbor']
  readonly documents?: ReadToken['documents']
}

/** A key in a token as received, with the thumbprint that its reader computed, if any. */
type KeyFound = readonly [jwk: unknown, thumbprint: string | null | undefined]

/** A token as received, what its endpoint knows about it, and its keys. */
export type FoundToken = readonly [
  token: unknown,
  reading: TokenReading | null | undefined,
  ...keys: readonly KeyFound[],
]

/**
 * Collects tokens and their keys by the text as received, so that redaction need not parse them or compute thumbprints
 * again. Leaves out unread tokens.
 */
export const readTokens = (found: Iterable<FoundToken>): ReadonlyMap<string, ReadToken> =>
  new Map(
    [...found].flatMap(([token, reading, ...keys]) =>
      typeof token === 'string' && reading ? [[token, toToken(reading, keys)]] : [],
    ),
  )

const toToken = (
  { header, claims = null, signature, disclosures, says, cbor, documents }: TokenReading,
  keys: readonly KeyFound[],
): ReadToken => ({
  header: header as JsonObject | null,
  claims: claims as JsonObject | null,
  signature: signature === 'valid' || signature === 'invalid' ? signature : 'unchecked',
  ...(disclosures === undefined ? {} : { disclosures }),
  ...(says === undefined ? {} : { says }),
  ...(cbor === undefined ? {} : { cbor }),
  ...(documents === undefined ? {} : { documents }),
  keys: new Map(keys.flatMap(([jwk, thumbprint]) => (typeof thumbprint === 'string' ? [[jwk, thumbprint]] : []))),
})

/** The JSON in a base64url part of a token; `undefined` if it is not JSON within the limits. */
export function readEncodedJson(part: string): Json | undefined {
  const bytes = fromBase64url(part)
  const text = bytes && fromUtf8(bytes)
  const read = text === null ? null : readJsonText(text)
  return read?.ok && isJson(read.value) ? read.value : undefined
}

/** The longest header or claims to decode for a view. Endpoints read only shorter ones. */
export const partCharactersMax = 128 * 1024

/** The JSON object in a token's header or claims, in base64url; `null` if it is none. */
export function readTokenPart(part: string): JsonObject | null {
  if (part.length > partCharactersMax) return null
  const value = readEncodedJson(part)
  return isJsonObject(value) ? value : null
}

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)
