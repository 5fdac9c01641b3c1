import type { CborRead } from '../../../ground/cbor/cbor-item'
import type { Json, JsonObject } from '../../../ground/values/json'

/** Whose credential shows its values: one of our own issuers', or another's. */
export type Revealed = 'own' | 'foreign'

/** A token of the request, as its endpoint read and verified it, or one that it made. */
export interface ReadToken {
  /** `null` where it could not be read. */
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
  readonly signature: 'valid' | 'invalid' | 'unchecked'
  /** Thumbprints of the keys in it that can be used, by the JWK as it is in header or claims. */
  readonly keys: ReadonlyMap<unknown, string>
  /** The Disclosures that came with it, by their text; those with an error are left out. RFC9901-4.2 */
  readonly disclosures?: ReadonlyMap<string, DisclosureContent>
  /** What a credential of ours says, as its format describes it. */
  readonly says?: JsonObject
  /** What a presented mdoc was read as. */
  readonly cbor?: CborRead
  /** The documents of a presented mdoc, in their order. */
  readonly documents?: readonly DocumentContent[]
}

interface DocumentContent {
  /** Whose it is, where its values are shown. */
  readonly revealed: Revealed | null
  /** In the order of the document. */
  readonly elements: readonly {
    /** It is as its issuer signed it; `null` where that cannot be told. ISO/IEC 18013-5 section 9.3.1 */
    readonly digestOk: boolean | null
    /** False for what the query does not ask for; `null` where no query is known to compare with. */
    readonly requested: boolean | null
  }[]
}

interface DisclosureContent {
  readonly salt: Json
  /** `null` for an element of an array. */
  readonly name: string | null
  readonly value: Json
  /** Its digest, base64url; `null` where the salt is too short to keep the value secret. RFC9901-9.3 */
  readonly digest: string | null
  /** False where no digest refers to it: the issuer did not sign it. RFC9901-7.1 */
  readonly isSigned: boolean
  /** False for what the query neither asks for nor needs; `null` where no query is known to compare with. */
  readonly requested: boolean | null
}

/** What an endpoint knows of a token; header and claims are what `JSON.parse` gave. */
interface TokenReading {
  readonly header: Readonly<Record<string, unknown>> | null
  readonly claims?: Readonly<Record<string, unknown>> | null
  /** Anything but `valid` and `invalid` says that nothing was verified. */
  readonly signature?: string
  readonly disclosures?: ReadToken['disclosures']
  readonly says?: ReadToken['says']
  readonly cbor?: ReadToken['cbor']
  readonly documents?: ReadToken['documents']
}

/** A key in a token as it was sent, with the thumbprint that its reader made, if any. */
type KeyFound = readonly [jwk: unknown, thumbprint: string | null | undefined]

/** A token as received, what its endpoint knows of it, and the keys in it. */
export type FoundToken = readonly [
  token: unknown,
  reading: TokenReading | null | undefined,
  ...keys: readonly KeyFound[],
]

/**
 * Collects tokens by their text as received, with the keys in them, so that redaction reads and thumbprints none of them
 * again. Leaves out what was not read.
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
