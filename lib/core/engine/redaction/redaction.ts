import type { Digest, Sha256, TrustPurpose } from '../../shared/ports/ports'
import type { PausableWork } from '../../shared/time/pausable-work'
import type { Json, JsonObject } from '../../shared/values/json'
import type { Names } from './names/names'
import type { Place } from './place'
import type { ReadToken, Revealed } from './tokens/read-token'

/** What parsing a text as JSON gave; `undefined` if it failed. */
interface JsonFound {
  readonly value: Json | undefined
}

/** What all parts of redaction share while they redact one exchange. */
export interface Redaction {
  readonly profile: RedactionProfile
  /** 16 hexadecimal digits, keyed by the installation. */
  readonly fingerprint: (value: string) => string
  /** SHA-256, for views that follow digests. */
  readonly sha256?: Sha256
  /** Digests by name, for views that compare them with ours. */
  readonly digest?: Digest
  /** What the endpoint read from a token, by its text as received; `null` if it did not read that token. */
  readonly tokenOf: (token: string) => ReadToken | null
  /** What the endpoint got from a text that it parsed as JSON; `null` for any other text. */
  readonly jsonOf: (text: string) => JsonFound | null
  /** Whether a presented credential shows its values, by its issuer-signed text; `null` for almost all. */
  readonly revealOf: (token: string) => Revealed | null
  /** The thumbprint of a public key as evidence shows it; `null` for anything else. Never throws. */
  readonly thumbprint: (jwk: Json | undefined) => string | null
  /** The decoded view of a compact token, which is also added to the list of the exchange; `null` when unreadable. */
  readonly describe: (token: string, name: string, place: Place) => JsonObject | null
  /** Adds what our own credential says to the list of the exchange. */
  readonly describeIssued: (credential: string, place: Place) => void
  /** Describes an `x5c` member without including the certificates. */
  readonly certificates: (x5c: Json) => JsonObject
  /** Notes a value to be removed everywhere else in the exchange. */
  readonly remember: (secret: string) => void
  /** Notes a personal value to be removed everywhere else in the exchange. */
  readonly rememberPersonal: (value: string | number | boolean) => void
  /** Notes what a credential says about its issuer, to be removed from what the wallet wrote. */
  readonly rememberOfIssuer: (value: string | number | boolean) => void
  /** Notes a name that the peer chose, because it may contain such a value. */
  readonly nameOfPeer: (name: string) => void
}

/** How to redact one protocol's exchanges: what it adds to the rules for HTTP, OAuth and JOSE. */
export interface RedactionProfile {
  readonly names: Names
  /** Token kinds, in the order in which to try them. */
  readonly tokens: readonly TokenRule[]
  /** By plain name: how to show a sensitive member that is more than one redacted value, e.g. `proofs`. */
  readonly members: ReadonlyMap<string, MemberDescriber>
  /** By plain name: how to show free text of the peer. */
  readonly texts: ReadonlyMap<string, (text: string) => string>
  /**
   * Plain names of objects in our own messages whose member names are kinds of things, so that the object is no secret.
   */
  readonly namingKinds: ReadonlySet<string>
  /** What the peer's certificates are trusted for. */
  readonly certifies: TrustPurpose
  /**
   * What an issued credential says: `kind`, and its content without salts, digests and signatures. `null` for anything
   * else.
   */
  readonly describeIssued?: (credential: string) => JsonObject | null
  /**
   * True if the values belong to a person. Then what the peer sends is redacted unless its name is known to be harmless,
   * and so are names that may be personal; marks do not tell short values apart; and keys show nothing that would track
   * a holder across services.
   */
  readonly isPersonal: boolean
  /** The form member that holds an encrypted body; `null` if the whole body is encrypted. */
  readonly encryptedMember: string | null
  readonly limits: RedactionLimits
}

/** What redacting one exchange may cost, and how much to keep. */
interface RedactionLimits {
  /** How many tokens to decode. */
  readonly tokens: number
  /** The longest token to decode, in characters. */
  readonly tokenCharacters: number
  /** How many secrets to search the exchange for. */
  readonly secrets: number
  /** Size of the record as JSON in bytes, without findings. */
  readonly recordBytes: number
  /** What each part may take if all together exceed the limit. Their sum leaves room for the members around them. */
  readonly shares: Readonly<
    Record<'headers' | 'query' | 'body' | 'responseHeaders' | 'responseBody' | 'decoded', number>
  >
}

/** Shows a sensitive member whose shape is evidence; `null` if the value has another shape and must be redacted whole. */
export type MemberDescriber = (name: string, value: Json, place: Place, redaction: Redaction) => PausableWork<Json>

/** A kind of token: how to recognise it, and what in it is evidence. */
export interface TokenRule {
  /** A fixed word, because readers of the evidence branch on it. */
  readonly kind: string
  /** Plain names under which it is sent. */
  readonly names?: readonly string[]
  /** Values of its `typ`, in lower case and without `application/`. */
  readonly types?: readonly string[]
  /** True for text that looks like this kind. */
  readonly looksLike?: (token: string) => boolean
  /** True if the name or the shape of the value decides, whatever `typ` says. */
  readonly insists?: boolean
  /** Claims to show. All others keep only their name, type and length. */
  readonly claims?: readonly string[]
  /** Those shown claims whose value may be a structure, besides `aud`, `cnf` and `status`. */
  readonly structured?: readonly string[]
  /** True if its shown claims are redacted like our own answers. */
  readonly isOurs?: boolean
  /** Claims that the header of one of ours may hold instead. */
  readonly claimsOfHeader?: readonly string[]
  /** Shows a claim in its own way; `undefined` for any other. */
  readonly describeClaim?: (name: string, value: Json, place: Place, redaction: Redaction) => Json | undefined
  /** Members with the thumbprints of the token's keys. By default, that of `jwk` or `cnf`. */
  readonly describeKeys?: (
    claims: JsonObject | null,
    thumbprint: (jwk: Json | undefined) => string | null,
  ) => JsonObject
  /**
   * The view of text under its name that is not a compact token, e.g. CBOR in base64url; `null` if it cannot be read.
   */
  readonly describeOther?: (text: string, redaction: Redaction) => JsonObject | null
  /** The whole view of a token that has more than header and claims; `null` if it cannot be read. */
  readonly describe?: (token: string, place: Place, redaction: Redaction) => JsonObject | null
}
