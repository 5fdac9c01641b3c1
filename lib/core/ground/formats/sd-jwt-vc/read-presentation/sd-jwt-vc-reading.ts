import type { ClaimNode, ClaimPosition } from '../../../dcql/claim-tree'
import type { CertificateFacts } from '../../../ports/certificate-facts'
import type { Json, JsonObject } from '../../../values/json'
import type { Wording } from '../../../values/wording'
import type { IssuerMetadataError } from '../issuer-metadata/read-issuer-metadata'
import type { JwsReading, SignatureReading } from './read-jws'
import type { NumericDateReading } from './read-numeric-date'

/** What the credential is bound to. `vp.sdjwt.cnf`, `vp.sdjwt.cnf_jwk`, `vp.sdjwt.cnf_clean` RFC7800-3 */
export interface CnfReading {
  readonly present: boolean
  readonly isObject: boolean
  /** Names that RFC 7800 and RFC 9449 do not give to confirmation methods. */
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
  /** Names of private or symmetric members that came along, e.g. `d`. */
  readonly privateMembers: readonly string[]
  readonly unknownMembers: readonly string[]
  /** A public key that can be used: for an elliptic curve its point lies on the curve. */
  readonly valid: boolean
  /** Members of the public key only; `null` when it is not valid. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  /** RFC 7638 with SHA-256; `null` when it is not valid. */
  readonly thumbprint: string | null
}

/** One Disclosure of a presentation. `vp.sdjwt.disclosure_*`, `vp.sdjwt.parents_sent` RFC9901-4.2 */
export interface DisclosureReading {
  readonly index: number
  readonly text: string
  /** base64url of the digest of the text. */
  readonly digest: string
  /** `vp.sdjwt.disclosure_encoding`: all that is wrong with it; empty when it can be read. */
  readonly errors: readonly DisclosureError[]
  /** `property` has three parts, `element` two; `null` when it is not an array of two or three. */
  readonly kind: 'property' | 'element' | null
  /** Claim name; `null` for elements and where it is not text. */
  readonly name: string | null
  readonly salt: SaltReading | null
  /** The salt itself, for redaction: no check repeats it. */
  readonly saltText: string | null
  /** What it reveals, with digests inside; `null` also for a value that is null, see `kind`. */
  readonly value: Json
  /** Where it belongs; `null` when nothing refers to it. `vp.sdjwt.disclosure_referenced` */
  readonly position: ClaimPosition | null
  /** How its digest is referred to. `vp.sdjwt.disclosure_referenced`, `vp.sdjwt.disclosure_kind` */
  readonly referencedBy: readonly DigestPlace[]
  /** A reference has the other kind: `_sd` for an element or `...` for a property. `vp.sdjwt.disclosure_kind` */
  readonly kindMismatch: boolean
  /** The name is `_sd` or `...`. `vp.sdjwt.disclosure_reserved` */
  readonly reservedName: boolean
  /** A claim of this name is at that place already. `vp.sdjwt.disclosure_collision` */
  readonly collides: boolean
  /** Indexes of equal Disclosures. `vp.sdjwt.disclosure_once` */
  readonly repeats: readonly number[]
  /**
   * Nothing refers to it. Another Disclosure may have, which was not sent: true when the issuer-signed JWT has a digest
   * without a Disclosure under which it could hang. `vp.sdjwt.parents_sent`
   */
  readonly parentMayBeMissing: boolean
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
  /** Most bits that so many base64url characters can hold. */
  readonly bitsAtMost: number
}

/** A digest in the payload or in a Disclosure. */
export interface DigestReading {
  readonly digest: string
  readonly place: DigestPlace
  /** Index of the Disclosure that it stands for; `null` when that one was kept back, or it is a decoy. */
  readonly disclosure: number | null
}

export interface DigestPlace {
  /** In an array `_sd`, or in `{"...": …}`. */
  readonly kind: '_sd' | '...'
  /** Index of the Disclosure that holds it; `null` for the signed payload. */
  readonly inDisclosure: number | null
  /** The object that has `_sd`, or the element that the digest stands for. */
  readonly position: ClaimPosition
}

/** Why a check may have failed, found out by trying. It explains, and never makes a presentation acceptable. */
export interface Hint {
  /** The check whose error it explains. */
  readonly about:
    | 'vp.kb.nonce'
    | 'vp.kb.aud'
    | 'vp.kb.sd_hash'
    | 'vp.kb.signature'
    | 'vp.kb.iat_window'
    | 'vp.sdjwt.signature'
    | 'vp.kb.parses'
  readonly found: HintCode
  /** For `signed_with_another_key` and `sd_hash_with_another_algorithm`: which one; for `clock_is_off`: seconds, positive when the device is ahead. */
  readonly detail: Wording | number | null
}

export type HintCode =
  | 'nonce_of_another_session'
  | 'aud_without_prefix'
  | 'aud_is_response_uri'
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
  | 'milliseconds'
  | 'clock_is_off'
  | 'final_tilde_missing'

/** What the audience of an answer through a browser is in place of `origin:` and the origin. */
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

/** Where the key of the issuer comes from. `vp.sdjwt.key_resolved` */
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
       * `x5c_unreadable`: see the facts of `x5c`. `x5c_key_unusable`: the leaf holds no key that can verify.
       * `iss_absent`: no `x5c`, and no text in `iss` to look under. `issuer_unknown`: no keys are known for `iss`,
       * and nobody is asked for them.
       * `kid_absent`: several keys are known and none is named. `kid_unknown`: none has that name.
       * `key_unusable`: what is published under that name is not a public key.
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
  /** `chainError`, `trust`, `includesAnchor` and the certificates, or why they cannot be read. */
  readonly facts: CertificateFacts
  /** Entries that are base64url or carry white space where standard base64 belongs. `vp.sdjwt.x5c_encoding` */
  readonly misencoded: readonly number[]
  /** `vp.sdjwt.x5c_leaf_not_self_signed`; `null` when unreadable. */
  readonly leafSelfSigned: boolean | null
  /** Places of self-signed certificates. `vp.sdjwt.x5c_no_anchor` */
  readonly selfSigned: readonly number[]
  /** Places of certificates that are not valid at the arrival of the response. `vp.sdjwt.x5c_validity` */
  readonly notYetValid: readonly number[]
  readonly expired: readonly number[]
  /** `iss` is a URI or the host of a DNS name of the leaf; `null` without an https `iss`. `vp.sdjwt.x5c_iss_san` */
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

/** A Key Binding JWT that was sent, whether it can be read or not. */
export interface PresentKbJwt {
  readonly present: true
  /** `vp.kb.parses`, `vp.kb.alg`, `vp.kb.crit` */
  readonly jws: JwsReading
  /** `vp.kb.typ` */
  readonly typ: { readonly value: string | null; readonly matches: boolean }
  /** `vp.kb.signature`, `vp.kb.signature_encoding`: always with the key of `cnf.jwk`. */
  readonly signature: SignatureReading
  /** Which of `jwk`, `x5c`, `jku`, `x5u`, `kid`, `x5t`, `x5t#S256` the header has. `vp.kb.no_header_keys` */
  readonly headerKeys: readonly string[]
  /** Other names in the header than `typ`, `alg`, `crit` and those of keys. */
  readonly otherHeaderMembers: readonly string[]
  /** `vp.kb.iat_present`, `vp.kb.iat_window`, `vp.kb.iat_after_request` */
  readonly iat: NumericDateReading & {
    /** −300 s to +60 s around the arrival of the response; `null` when it is not a number. */
    readonly window: 'inside' | 'too_old' | 'in_future' | null
    /** More than 60 s before the request was first handed out; `null` when either is unknown. */
    readonly beforeFirstDelivery: boolean | null
  }
  /** `vp.kb.aud`, `vp.kb.aud_single` */
  readonly aud: {
    readonly type: 'string' | 'array' | 'other' | 'absent'
    /** The audience, or the members of the array that are texts. */
    readonly values: readonly string[]
    /** The text, or the only or some member of the array, is the audience of the request. */
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
    /** Over everything up to and including the last tilde, with the algorithm of `_sd_alg`. RFC9901-4.3.1 */
    readonly computed: string
    /** What that was made over, and how. */
    readonly over: SdHashInput
    readonly matches: boolean
  }
  /** `vp.kb.exp_nbf` */
  readonly exp: NumericDateReading & { readonly past: boolean }
  readonly nbf: NumericDateReading & { readonly inFuture: boolean }
  /** `vp.kb.claims_known`: names beyond those that the specifications give to a Key Binding JWT. */
  readonly unknownClaims: readonly string[]
  /** `vp.kb.no_pii`: names that stand for something about the person. */
  readonly personalClaims: readonly string[]
  /** `vp.txn.*`: as sent; `undefined` when absent. */
  readonly transactionData: { readonly hashes: unknown; readonly alg: unknown }
}

/**
 * A presented SD-JWT VC, as facts. A part that could not be read is `null` and says nowhere that it is fine; all other
 * parts are read nevertheless. Holds claims in the clear: for checks, never for storage.
 * `vp.sdjwt.*`, `vp.kb.*`
 */
export interface SdJwtVcReading {
  readonly format: 'dc+sd-jwt'
  readonly read: true
  /** `vp.sdjwt.compact` */
  readonly shape: SdJwtShape
  /** The issuer-signed JWT; its claims are as signed, with digests. */
  readonly issuerJwt: JwsReading
  /** `vp.sdjwt.typ` */
  readonly typ: { readonly value: string | null; readonly matches: boolean; readonly formerName: boolean }
  /** `vp.sdjwt.x5c_*`; `null` without `x5c` or a readable header. */
  readonly x5c: X5cReading | null
  /** `vp.sdjwt.key_resolved` */
  readonly issuerKey: IssuerKeyReading
  /** `vp.sdjwt.signature` */
  readonly issuerSignature: SignatureReading
  /** `vp.sdjwt.issuer_trusted`: `null` when there is no chain to judge, or no anchor to judge it by. */
  readonly issuerTrusted: boolean | null
  /** `vp.sdjwt.sd_alg`, `vp.sdjwt.sd_alg_sha256` */
  readonly sdAlg: SdAlgReading
  /** In the order of the presentation. */
  readonly disclosures: readonly DisclosureReading[]
  /** Every digest of the payload and of the Disclosures that could be placed. `vp.sdjwt.digest_once` */
  readonly digests: readonly DigestReading[]
  /** Digests that occur more than once, in any place. `vp.sdjwt.digest_once` */
  readonly repeatedDigests: readonly string[]
  /** Where `_sd` is not an array of strings, or `...` no lone string. RFC9901-7.1 */
  readonly malformedDigests: readonly ClaimPosition[]
  /** Indexes of Disclosures that share their salt with another one. `vp.sdjwt.salts_unique` */
  readonly sharedSalts: readonly (readonly number[])[]
  /** `vp.sdjwt.registered_not_sd`: claims that must be in the clear and came in a Disclosure of the top level. */
  readonly registeredInDisclosures: readonly string[]
  /** `vp.sdjwt.vct`; `clear`: it is in the signed payload itself. */
  readonly vct: TextClaim & { readonly clear: boolean }
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
  /** The claims with everything that was kept back; `null` when the payload cannot be read. */
  readonly claimTree: ClaimNode | null
  /** The processed payload: every digest and `_sd_alg` gone; empty when the payload cannot be read. RFC9901-7.1 */
  readonly claims: JsonObject
  /** Positions of everything that a Disclosure reveals, in the order of the claims. */
  readonly disclosedPositions: readonly ClaimPosition[]
  /** Claims are nested too deep, or are too many, to be resolved; what lies beyond is missing in `claims`. */
  readonly tooDeep: boolean
  readonly tooWide: boolean
  /** SHA-256 of the issuer-signed JWT as it came, base64url. `vp.sdjwt.reused_instance`, `vp.token.no_duplicates` */
  readonly instance: string
  /** What was tried to explain an error. Never a reason to accept. */
  readonly hints: readonly Hint[]
}

export interface SdJwtShape {
  /** `other`: no tilde, or a first part that is not a JWS. RFC9901-4, RFC9901-8 */
  readonly kind: 'compact' | 'json_serialisation' | 'other'
  readonly ascii: boolean
  /** Parts between tildes, the issuer-signed JWT and the last one included; no further than there are too many. */
  readonly parts: number
  /** Places of empty Disclosures, counted as in `disclosures` with the empty ones included. */
  readonly emptyDisclosures: readonly number[]
  /** There are more Disclosures than are looked into; the rest was left unread. */
  readonly tooMany: boolean
  /** The text ends with a tilde, so there is no Key Binding JWT. */
  readonly endsWithTilde: boolean
}

interface TextClaim {
  readonly present: boolean
  /** `null` when it is absent or no text. */
  readonly value: string | null
}

export interface SdAlgReading {
  readonly present: boolean
  /** As sent; `null` when absent or no text. */
  readonly value: string | null
  /** The algorithm that digests were made with here: the named one, or sha-256 where that one is unknown. */
  readonly used: HashName
  readonly supported: boolean
  /** Positions of `_sd_alg` below the top level, where it has no place. RFC9901-4.1.1 */
  readonly nested: readonly ClaimPosition[]
}

/** Names of the IANA registry "Named Information Hash Algorithm" that are understood. RFC9901-4.1.1 */
export type HashName = 'sha-256' | 'sha-384' | 'sha-512'

export interface StatusReading {
  readonly present: boolean
  readonly isObject: boolean
  /** Names of the mechanisms in it, e.g. `status_list`. */
  readonly mechanisms: readonly string[]
  /** `null` when there is no `status_list`. */
  readonly statusList: {
    readonly isObject: boolean
    readonly idx: 'non_negative_integer' | 'other' | 'absent'
    /** `null` unless it is one. */
    readonly index: number | null
    /** `null` when absent or no text. */
    readonly uri: string | null
    readonly uriIsUrl: boolean
  } | null
}
