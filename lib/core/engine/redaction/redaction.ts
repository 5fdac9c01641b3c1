import type { Digest, Sha256, TrustPurpose } from '../../ground/ports/ports'
import type { Steps } from '../../ground/time/steps'
import type { Json, JsonObject } from '../../ground/values/json'
import type { Names } from './names/names'
import type { Place } from './place'
import type { ReadToken, Revealed } from './tokens/read-token'

/** The value of a text that was read as JSON; `undefined` if that failed. */
interface JsonFound {
  readonly value: Json | undefined
}

/** What every part of the redaction of one exchange shares. */
export interface Redaction {
  readonly profile: RedactionProfile
  /** 16 hexadecimal digits under the installation's key. */
  readonly fingerprint: (value: string) => string
  /** SHA-256, where a view has to follow digests. */
  readonly sha256?: Sha256
  /** Digests by name, where a view compares what is ours with them. */
  readonly digest?: Digest
  /** What the endpoint read of a token, by its text as received; `null` for one that it did not look at. */
  readonly tokenOf: (token: string) => ReadToken | null
  /** What the endpoint found in a text that it read as JSON; `null` for any other text. */
  readonly jsonOf: (text: string) => JsonFound | null
  /** Whether a presented credential shows its values, by its issuer-signed text; `null` for nearly all. */
  readonly revealOf: (token: string) => Revealed | null
  /** The thumbprint of a public key as evidence shows it; `null` for anything else. Never throws. */
  readonly thumbprint: (jwk: Json | undefined) => string | null
  /** The decoded view of a compact token, which is also added to the list of the exchange; `null` when unreadable. */
  readonly describe: (token: string, name: string, place: Place) => JsonObject | null
  /** Adds what a credential of ours says to the list of the exchange. */
  readonly describeIssued: (credential: string, place: Place) => void
  /** What an `x5c` member says, without the certificates themselves. */
  readonly certificates: (x5c: Json) => JsonObject
  /** Notes a value that must not show at any other place of the same exchange either. */
  readonly remember: (secret: string) => void
  /** Notes a value of a person, which must not show at any other place of the same exchange either. */
  readonly conceal: (value: string | number | boolean) => void
  /** Notes what a credential says of its issuer, which must not show in what its wallet wrote. */
  readonly concealOfIssuer: (value: string | number | boolean) => void
  /** Notes a name that the peer chose, for it may be such a value too. */
  readonly nameOfPeer: (name: string) => void
}

/** How one protocol's exchanges are redacted: what it adds to what HTTP, OAuth and JOSE have in common. */
export interface RedactionProfile {
  readonly names: Names
  /** Kinds of tokens, in the order in which they are tried. */
  readonly tokens: readonly TokenRule[]
  /** By plain name: how a sensitive member is shown that is more than one hidden value, e.g. `proofs`. */
  readonly members: ReadonlyMap<string, MemberDescriber>
  /** By plain name: how free text of the peer is shown. */
  readonly texts: ReadonlyMap<string, (text: string) => string>
  /** Plain names under which, in what we send, members are called after kinds of things; an object there is no secret. */
  readonly namingKinds: ReadonlySet<string>
  /** Whom certificates in what the peer sends speak for. */
  readonly certifies: TrustPurpose
  /** What an issued credential says: `kind`, and members without salt, digest or signature. `null` for anything else. */
  readonly describeIssued?: (credential: string) => JsonObject | null
  /**
   * True where the values belong to a person: what the peer sends under a name that is not known to be harmless is
   * hidden, names that may be personal are too, a placeholder does not tell short values apart, and keys show nothing
   * that follows a holder to another service.
   */
  readonly isPersonal: boolean
  /** The member of a form that an encrypted body stands in; `null` where the whole body is encrypted. */
  readonly encryptedMember: string | null
  readonly limits: RedactionLimits
}

/** What one exchange may cost, and how much of it is kept. */
interface RedactionLimits {
  /** Tokens that are decoded. */
  readonly tokens: number
  /** Characters of a token that is decoded. */
  readonly tokenCharacters: number
  /** Secrets that are looked for elsewhere in the exchange. */
  readonly secrets: number
  /** Bytes of the record as JSON, without findings. */
  readonly recordBytes: number
  /** What each part may take when all together is too much. Their sum leaves room for the members around them. */
  readonly shares: Readonly<
    Record<'headers' | 'query' | 'body' | 'responseHeaders' | 'responseBody' | 'decoded', number>
  >
}

/** Shows a sensitive member whose shape is evidence; `null` when the value has another shape and is hidden whole. */
export type MemberDescriber = (name: string, value: Json, place: Place, redaction: Redaction) => Steps<Json>

/** A kind of token: how it is known, and what of it is evidence. */
export interface TokenRule {
  /** A fixed word: readers of the evidence branch on it. */
  readonly kind: string
  /** Plain names that it comes under. */
  readonly names?: readonly string[]
  /** Values of its `typ`, lower case and without `application/`. */
  readonly types?: readonly string[]
  /** True for text that looks like this kind. */
  readonly looksLike?: (token: string) => boolean
  /** The name or the look decides even where `typ` says something else. */
  readonly insists?: boolean
  /** Claims that are shown. What is not named here keeps its name, type and length only. */
  readonly claims?: readonly string[]
  /** Of those, the ones whose value is a structure, beside `aud`, `cnf` and `status`. */
  readonly structured?: readonly string[]
  /** In a token of ours the shown claims are shown as our answers are. */
  readonly isOurs?: boolean
  /** A claim that is shown in a way of its own; `undefined` for any other. */
  readonly describeClaim?: (name: string, value: Json, place: Place, redaction: Redaction) => Json | undefined
  /** Members with the thumbprints of the keys that the token is about; without it, that of `jwk` or `cnf`. */
  readonly describeKeys?: (
    claims: JsonObject | null,
    thumbprint: (jwk: Json | undefined) => string | null,
  ) => JsonObject
  /** The view of text under its name that is not a compact token, e.g. CBOR in base64url; `null` when it is none. */
  readonly describeOther?: (text: string, redaction: Redaction) => JsonObject | null
  /** The whole view, for a token that is more than header and claims; `null` when it is not one. */
  readonly describe?: (token: string, place: Place, redaction: Redaction) => JsonObject | null
}
