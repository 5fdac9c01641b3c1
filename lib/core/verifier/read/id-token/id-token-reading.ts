import type { JwsReading, SignatureReading } from '../../../ground/formats/sd-jwt-vc/read-presentation/read-jws'
import type { NumericDateReading } from '../../../ground/formats/sd-jwt-vc/read-presentation/read-numeric-date'

/** An ID Token of an answer, readable or not. `vp.idt.*` SIOP2-11.1 */
export interface IdTokenReading {
  /** `vp.idt.jws`: whether the value is a string. */
  readonly isText: boolean
  readonly jws: JwsReading
  /** `vp.idt.self_issued`: whether `iss` and `sub` are equal. */
  readonly selfIssued: boolean
  /** `vp.idt.aud`: whether the Client Identifier is among the audiences. */
  readonly aud: { readonly present: boolean; readonly matches: boolean }
  /** `vp.idt.subject_syntax` */
  readonly subject: SubjectReading
  /** `vp.idt.sub_jwk` */
  readonly subJwk: {
    readonly present: boolean
    /** Whether it is a public key without certificates or private members. */
    readonly bare: boolean
    /** Whether `sub` is the thumbprint of this key; `null` if it is not a key, or `sub` is not a thumbprint. */
    readonly isSubject: boolean | null
  }
  /** `vp.idt.kid`: `null` if the subject is not a DID, or an unreadable one. */
  readonly kid: { readonly present: boolean; readonly ofSubject: boolean | null }
  /** `vp.idt.signature`: verified only with the key that the subject identifies. */
  readonly signature: SignatureReading
  /** `vp.idt.exp` */
  readonly exp: NumericDateReading & { readonly past: boolean }
  /** `vp.idt.iat` */
  readonly iat: NumericDateReading
  /** `vp.idt.nonce` */
  readonly nonce: { readonly value: unknown; readonly matches: boolean }
  /** `vp.idt.key_separate`: RFC 7638 thumbprint of the verification key; `null` without one. */
  readonly keyThumbprint: string | null
}

/** The subject of the token, by the syntax of `sub`. SIOP2-8 */
export interface SubjectReading {
  /** `thumbprint_urn`: the same as `thumbprint`, with the prefix of RFC 9278. */
  readonly syntax: 'thumbprint' | 'thumbprint_urn' | 'did' | 'other' | 'absent'
  /** For a DID, e.g. `key`. */
  readonly method: string | null
  /** Whether the request announces this syntax. */
  readonly announced: boolean
  /** Whether the DID contains its key; `null` for other subjects. Nothing is fetched. */
  readonly did: 'resolved' | 'method_not_supported' | 'malformed' | null
  /** `vp.idt.sub_jwk`: names of private members in the key of a DID. */
  readonly privateMembers: readonly string[]
}
