import type { ClaimNode, ClaimPosition } from '../../../dcql/claim-tree'
import type { CertificateFacts } from '../../../ports/certificate-facts'
import type { Json, JsonObject } from '../../../values/json'
import type { Wording } from '../../../values/wording'
import type { IssuerMetadataError } from '../issuer-metadata/read-issuer-metadata'
import type { JwsReading, SignatureReading } from './read-jws'
import type { NumericDateReading } from './read-numeric-date'

/** Further types of a credential. SDJWTVC19-2.2.2.2 */
export interface AkaVctsReading {
  readonly present: boolean
  /** The first rule that it breaks; `null` for none. */
  readonly problem: 'disclosed' | 'no_array' | 'empty' | 'text' | 'own' | 'repeated' | null
  /** Empty if it is absent or breaks a rule. */
  readonly names: readonly string[]
}

/** The key that the credential is bound to. `vp.sdjwt.cnf`, `vp.sdjwt.cnf_jwk`, `vp.sdjwt.cnf_clean` RFC7800-3 */
export interface CnfReading {
  readonly present: boolean
  readonly isObject: boolean
  /** Names that are no confirmation methods of RFC 7800 or RFC 9449. */
  readonly unknownMembers: readonly string[]
  readonly jwk: CnfJwkReading
}

interface CnfJwkReading {
  readonly present: boolean
  readonly isObject: boolean
  readonly kty: string | null
  readonly crv: string | null
  /** `kty` is `oct`. */
  readonly symmetric: boolean
  /** Private or symmetric members that were sent along, e.g. `d`. */
  readonly privateMembers: readonly string[]
  readonly unknownMembers: readonly string[]
  /** A usable public key: for an elliptic curve, the point lies on it. */
  readonly valid: boolean
  /** Public members only; `null` if invalid. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  /** RFC 7638 with SHA-256; `null` if invalid. */
  readonly thumbprint: string | null
}

/** One Disclosure of a presentation. `vp.sdjwt.disclosure_*`, `vp.sdjwt.parents_sent` RFC9901-4.2 */
export interface DisclosureReading {
  readonly index: number
  readonly text: string
  /** base64url of the digest of the text. */
  readonly digest: string
  /** `vp.sdjwt.disclosure_encoding`: all its errors; empty if readable. */
  readonly errors: readonly DisclosureError[]
  /** `property` has three parts, `element` two; `null` for anything else. */
  readonly kind: 'property' | 'element' | null
  /** `null` for elements and for a name that is not text. */
  readonly name: string | null
  readonly salt: SaltReading | null
  /** For redaction: no check repeats it. */
  readonly saltText: string | null
  /** The revealed value, with digests inside; also `null` for a value of null, see `kind`. */
  readonly value: Json
  /** `null` if nothing refers to it. `vp.sdjwt.disclosure_referenced` */
  readonly position: ClaimPosition | null
  /** Every reference to its digest. `vp.sdjwt.disclosure_referenced`, `vp.sdjwt.disclosure_kind` */
  readonly referencedBy: readonly DigestPlace[]
  /** Referenced as the other kind: `_sd` for an element or `...` for a property. `vp.sdjwt.disclosure_kind` */
  readonly kindMismatch: boolean
  /** The name is `_sd` or `...`. `vp.sdjwt.disclosure_reserved` */
  readonly reservedName: boolean
  /** The object already has a claim of this name. `vp.sdjwt.disclosure_collision` */
  readonly collides: boolean
  /** Indexes of equal Disclosures. `vp.sdjwt.disclosure_once` */
  readonly repeats: readonly number[]
  /**
   * Nothing refers to it, but a Disclosure that was not sent may: the issuer-signed JWT has an unresolved digest that
   * could contain it. `vp.sdjwt.parents_sent`
   */
  readonly parentMayBeMissing: boolean
  /** Its content in another spelling of JSON has a digest that is open. `vp.sdjwt.disclosure_referenced` */
  readonly encodedAnew: boolean
}

export type DisclosureError =
  | 'empty'
  | 'not_base64url'
  | 'not_utf8'
  | 'not_json'
  | 'passes_a_bound'
  | 'not_an_array'
  | 'wrong_length'
  | 'salt_not_a_string'
  | 'name_not_a_string'
  | 'repeated_names'

/** `vp.sdjwt.salt_entropy` RFC9901-9.3 */
export interface SaltReading {
  readonly characters: number
  /** Upper bound: the bits that this many base64url characters can hold. */
  readonly bitsAtMost: number
}

/** A digest in the payload or in a Disclosure. */
export interface DigestReading {
  readonly digest: string
  readonly place: DigestPlace
  /** Index of its Disclosure; `null` if that was withheld, or for a decoy. */
  readonly disclosure: number | null
}

export interface DigestPlace {
  /** In an array `_sd`, or in `{"...": …}`. */
  readonly kind: '_sd' | '...'
  /** Index of the Disclosure that contains it; `null` for the signed payload. */
  readonly inDisclosure: number | null
  /** The object with `_sd`, or the element that the digest replaces. */
  readonly position: ClaimPosition
}

/** A likely cause of a failed check, found by trying. Explains, and never makes a presentation acceptable. */
export interface Hint {
  /** The check whose error it explains. */
  readonly about:
    | 'vp.kb.nonce'
    | 'vp.kb.aud'
    | 'vp.kb.sd_hash'
    | 'vp.kb.signature'
    | 'vp.sdjwt.signature'
    | 'vp.kb.parses'
  readonly found: HintCode
  /** For `signed_with_another_key` and `sd_hash_with_another_algorithm`: which one. */
  readonly detail: Wording | null
}

export type HintCode =
  | 'nonce_of_another_session'
  | 'nonce_is_state_of_another_session'
  | 'nonce_encoded'
  | 'nonce_is_state'
  | 'nonce_is_wallet_nonce'
  | 'aud_without_prefix'
  | 'aud_is_another_client_id'
  | 'aud_is_response_uri'
  | 'aud_is_response_uri_with_slash'
  | 'aud_is_request_uri'
  | 'aud_is_origin'
  | 'aud_is_origin_with_prefix'
  | BrowserAudience
  | 'sd_hash_without_final_tilde'
  | 'sd_hash_without_disclosures'
  | 'sd_hash_of_issuer_jwt'
  | 'sd_hash_of_another_form'
  | 'sd_hash_in_another_order'
  | 'sd_hash_with_one_disclosure_less'
  | 'sd_hash_with_another_algorithm'
  | 'sd_hash_as_hex'
  | 'sd_hash_with_padding'
  | 'sd_hash_as_base64'
  | 'signature_is_der'
  | 'signed_with_another_key'
  | 'final_tilde_missing'

/** What the audience of a response through a browser is instead of `origin:` and the origin. */
export type BrowserAudience = (typeof browserAudiences)[number]

export const browserAudiences = [
  'aud_is_client_id_in_browser',
  'aud_is_client_id_without_prefix_in_browser',
  'aud_is_foreign_client_id_in_browser',
  'aud_is_response_uri_in_browser',
  'aud_is_web_origin',
  'aud_is_bare_origin',
  'aud_has_slash',
  'aud_has_default_port',
  'aud_has_other_scheme',
  'aud_is_other_origin',
  'aud_is_host',
] as const

/** Where the issuer's key comes from. `vp.sdjwt.key_resolved` */
export type IssuerKeyReading =
  | {
      readonly resolved: true
      readonly source: 'x5c' | 'own_issuer' | 'issuer_metadata'
      /** Public members only. */
      readonly jwk: Readonly<Record<string, unknown>>
      /** RFC 7638 with SHA-256. */
      readonly thumbprint: string
    }
  | ({ readonly resolved: false; readonly reason: 'metadata_unusable' } & IssuerMetadataError)
  | {
      readonly resolved: false
      /**
       * `x5c_unreadable`: see the facts of `x5c`. `x5c_key_unusable`: the leaf key cannot verify. `iss_absent`: no
       * `x5c`, and no text in `iss`. `issuer_unknown`: no known keys for `iss`, and none are fetched. `kid_absent`:
       * several keys are known, and none is named. `kid_unknown`: no key has this `kid`. `key_unusable`: the published
       * key is not a public key.
       */
      readonly reason:
        | 'not_readable'
        | 'x5c_unreadable'
        | 'x5c_key_unusable'
        | 'iss_absent'
        | 'issuer_unknown'
        | 'kid_absent'
        | 'kid_unknown'
        | 'key_unusable'
    }

/** The `x5c` header of the issuer-signed JWT. `vp.sdjwt.x5c_*` RFC7515-4.1.6 */
export interface X5cReading {
  /** Includes `chainError`, `trust`, `includesAnchor` and the certificates, or why they are unreadable. */
  readonly facts: CertificateFacts
  /** They form no valid path, and would in the reverse order. `vp.sdjwt.x5c_chain`, `vp.mdoc.x5chain` */
  readonly isReversed: boolean
  /** Entries in base64url or with white space, where standard base64 belongs. `vp.sdjwt.x5c_encoding` */
  readonly misencoded: readonly number[]
  /** `vp.sdjwt.x5c_leaf_not_self_signed`; `null` when unreadable. */
  readonly leafSelfSigned: boolean | null
  /** Indexes of self-signed certificates. `vp.sdjwt.x5c_no_anchor` */
  readonly selfSigned: readonly number[]
  /** Indexes of certificates that are not valid on arrival of the response. `vp.sdjwt.x5c_validity` */
  readonly notYetValid: readonly number[]
  readonly expired: readonly number[]
  /** `iss` is a URI, or the host of a DNS name, of the leaf; `null` without an https `iss`. `vp.sdjwt.x5c_iss_san` */
  readonly issMatchesSan: boolean | null
  /** AuthorityKeyIdentifier of each certificate that has one, base64url. OID4VP-1FINAL-6.1.1.1 */
  readonly authorityKeyIdentifiers: readonly string[]
}

/** The last part of a presentation. `vp.kb.*` RFC9901-4.3 */
export type KbJwtReading = { readonly present: false } | PresentKbJwt

/** The part of a presentation that `sd_hash` covers. RFC9901-4.3.1 */
export interface SdHashInput {
  readonly algorithm: string
  readonly characters: number
  readonly disclosures: number
}

/** A Key Binding JWT, readable or not. */
export interface PresentKbJwt {
  readonly present: true
  /** `vp.kb.parses`, `vp.kb.alg`, `vp.kb.crit` */
  readonly jws: JwsReading
  /** `vp.kb.typ` */
  readonly typ: { readonly value: string | null; readonly matches: boolean }
  /** `vp.kb.signature`, `vp.kb.signature_encoding`: always verified with `cnf.jwk`. */
  readonly signature: SignatureReading
  /** Key parameters present in the header. `vp.kb.no_header_keys` */
  readonly headerKeys: readonly string[]
  /** Header parameters other than `typ`, `alg`, `crit` and the key parameters. */
  readonly otherHeaderMembers: readonly string[]
  /** `vp.kb.iat_present`, `vp.kb.iat_window`, `vp.kb.iat_after_request` */
  readonly iat: NumericDateReading & {
    /** −300 s to +60 s around the arrival of the response; `null` if not a number. */
    readonly window: 'inside' | 'too_old' | 'in_future' | null
    /** More than 60 s before the request was first fetched; `null` if either time is unknown. */
    readonly beforeFirstDelivery: boolean | null
  }
  /** `vp.kb.aud`, `vp.kb.aud_single` */
  readonly aud: {
    readonly type: 'string' | 'array' | 'other' | 'absent'
    /** The audience, or the texts in the array. */
    readonly values: readonly string[]
    /** The text, or a member of the array, is the expected audience. */
    readonly matches: boolean
  }
  /** `vp.kb.nonce`, `vp.kb.nonce_string` */
  readonly nonce: {
    readonly type: 'string' | 'other' | 'absent'
    readonly value: string | null
    readonly matches: boolean
  }
  /** `vp.kb.sd_hash` */
  readonly sdHash: {
    readonly type: 'string' | 'other' | 'absent'
    readonly value: string | null
    /** Over everything up to and including the last tilde, with `_sd_alg`. RFC9901-4.3.1 */
    readonly computed: string
    /** Its input. */
    readonly over: SdHashInput
    readonly matches: boolean
  }
  /** `vp.kb.exp_nbf` */
  readonly exp: NumericDateReading & { readonly past: boolean }
  readonly nbf: NumericDateReading & { readonly inFuture: boolean }
  /** `vp.kb.claims_known`: names that no specification defines for a Key Binding JWT. */
  readonly unknownClaims: readonly string[]
  /** `vp.kb.no_pii`: names of personal claims. */
  readonly personalClaims: readonly string[]
  /** `vp.txn.*`: as sent; `undefined` if absent. */
  readonly transactionData: { readonly hashes: unknown; readonly alg: unknown }
  /** `vp.sca.*`: as sent; `undefined` if absent. The `jti` of a payment is secret. TS12-3.6 */
  readonly payment: { readonly jti: unknown; readonly responseMode: unknown; readonly amr: unknown }
}

/**
 * A presented SD-JWT VC, as facts. A part that could not be read is `null` and never counts as valid; all other parts
 * are still read. Holds claims in clear: for checks, never for storage. `vp.sdjwt.*`, `vp.kb.*`
 */
export interface SdJwtVcReading {
  readonly format: 'dc+sd-jwt'
  readonly read: true
  /** `vp.sdjwt.compact` */
  readonly shape: SdJwtShape
  /** Claims are as signed, with digests. */
  readonly issuerJwt: JwsReading
  /** `vp.sdjwt.typ` */
  readonly typ: { readonly value: string | null; readonly matches: boolean; readonly formerName: boolean }
  /** `vp.sdjwt.x5c_*`; `null` without `x5c` or a readable header. */
  readonly x5c: X5cReading | null
  /** `vp.sdjwt.key_resolved` */
  readonly issuerKey: IssuerKeyReading
  /** `vp.sdjwt.signature` */
  readonly issuerSignature: SignatureReading
  /** `vp.sdjwt.issuer_trusted`: `null` without a chain to judge or an anchor to judge it by. */
  readonly issuerTrusted: boolean | null
  /** `vp.sdjwt.sd_alg`, `vp.sdjwt.sd_alg_sha256` */
  readonly sdAlg: SdAlgReading
  /** In the order of the presentation. */
  readonly disclosures: readonly DisclosureReading[]
  /** Every digest of the payload and of placed Disclosures. `vp.sdjwt.digest_once` */
  readonly digests: readonly DigestReading[]
  /** Digests that occur more than once anywhere. `vp.sdjwt.digest_once` */
  readonly repeatedDigests: readonly string[]
  /** Positions where `_sd` is not an array of strings, or `...` not a lone string. RFC9901-7.1 */
  readonly malformedDigests: readonly ClaimPosition[]
  /** Indexes of Disclosures with the same salt. `vp.sdjwt.salts_unique` */
  readonly sharedSalts: readonly (readonly number[])[]
  /** `vp.sdjwt.registered_not_sd`: claims that must be in clear but came in a top-level Disclosure. */
  readonly registeredInDisclosures: readonly string[]
  /** `vp.sdjwt.vct`; `clear`: in the signed payload itself. */
  readonly vct: TextClaim & { readonly clear: boolean }
  /** `vp.sdjwt.aka_vcts` */
  readonly akaVcts: AkaVctsReading
  /** `vp.sdjwt.iss` */
  readonly iss: TextClaim & { readonly httpsUrl: boolean }
  /** `vp.sdjwt.iat`, `vp.sdjwt.nbf`, `vp.sdjwt.exp`; seconds are relative to the arrival of the response. */
  readonly iat: NumericDateReading
  readonly nbf: NumericDateReading
  readonly exp: NumericDateReading
  /** `vp.sdjwt.status_format`, `vp.sdjwt.validity_info` */
  readonly status: StatusReading
  /** `vp.sdjwt.cnf`, `vp.sdjwt.cnf_jwk`, `vp.sdjwt.cnf_clean` */
  readonly cnf: CnfReading
  /** `vp.kb.*`, `vp.sdjwt.no_kb_when_forbidden` */
  readonly kbJwt: KbJwtReading
  /** The claims with everything that was withheld; `null` if the payload is unreadable. */
  readonly claimTree: ClaimNode | null
  /** The processed payload without digests and `_sd_alg`; empty if the payload is unreadable. RFC9901-7.1 */
  readonly claims: JsonObject
  /** Positions of everything revealed by Disclosures, in claim order. */
  readonly disclosedPositions: readonly ClaimPosition[]
  /** Claims are nested too deep, or too many, to resolve; `claims` is incomplete. */
  readonly tooDeep: boolean
  readonly tooWide: boolean
  /** SHA-256 of the issuer-signed JWT as received, base64url. `vp.sdjwt.reused_instance`, `vp.token.no_duplicates` */
  readonly instance: string
  /** Likely causes of errors. Never a reason to accept. */
  readonly hints: readonly Hint[]
}

export interface SdJwtShape {
  /** `other`: no tilde, or a first part that is not a JWS. RFC9901-4, RFC9901-8 */
  readonly kind: 'compact' | 'json_serialisation' | 'other'
  readonly ascii: boolean
  /** Number of parts between tildes, including the issuer-signed JWT and the last part; counting stops at the limit. */
  readonly parts: number
  /** Indexes of empty Disclosures, counted as in `disclosures` plus the empty ones. */
  readonly emptyDisclosures: readonly number[]
  /** More Disclosures than are read; the rest was left unread. */
  readonly tooMany: boolean
  /** There is no Key Binding JWT. */
  readonly endsWithTilde: boolean
}

interface TextClaim {
  readonly present: boolean
  /** `null` if absent or not text. */
  readonly value: string | null
}

export interface SdAlgReading {
  readonly present: boolean
  /** As sent; `null` if absent or not text. */
  readonly value: string | null
  /** The algorithm used here: the named one, or sha-256 if that is unknown. */
  readonly used: HashName
  readonly supported: boolean
  /** Positions of a misplaced `_sd_alg` below the top level. RFC9901-4.1.1 */
  readonly nested: readonly ClaimPosition[]
}

/** Supported names of the IANA registry "Named Information Hash Algorithm". RFC9901-4.1.1 */
export type HashName = 'sha-256' | 'sha-384' | 'sha-512'

export interface StatusReading {
  readonly present: boolean
  readonly isObject: boolean
  /** Mechanisms in `status`, e.g. `status_list`. */
  readonly mechanisms: readonly string[]
  /** `null` without `status_list`. */
  readonly statusList: {
    readonly isObject: boolean
    readonly idx: 'non_negative_integer' | 'other' | 'absent'
    /** `null` if not a valid index. */
    readonly index: number | null
    /** `null` if absent or not text. */
    readonly uri: string | null
    readonly uriIsUrl: boolean
  } | null
}
