import type { JwsReading, SignatureReading } from '../../../ground/formats/sd-jwt-vc/read-presentation/jws-reading'
import type { NumericDateReading } from '../../../ground/formats/sd-jwt-vc/read-presentation/numeric-date-reading'

/** An ID Token that came with an answer, whether it can be read or not. `vp.idt.*` SIOP2-11.1 */
export interface IdTokenReading {
  /** `vp.idt.jws`: what stands in its place is a text. */
  readonly isText: boolean
  readonly jws: JwsReading
  /** `vp.idt.self_issued`: `iss` and `sub` are the same text. */
  readonly selfIssued: boolean
  /** `vp.idt.aud`: the Client Identifier is among the audiences. */
  readonly aud: { readonly present: boolean; readonly matches: boolean }
  /** `vp.idt.subject_syntax` */
  readonly subject: SubjectReading
  /** `vp.idt.sub_jwk` */
  readonly subJwk: {
    readonly present: boolean
    /** A public key without certificates or private members. */
    readonly bare: boolean
    /** `sub` is the thumbprint of this key; `null` where it is not a key, or `sub` no thumbprint. */
    readonly isSubject: boolean | null
  }
  /** `vp.idt.kid`: `null` where the subject is not a DID, or a DID that cannot be read. */
  readonly kid: { readonly present: boolean; readonly ofSubject: boolean | null }
  /** `vp.idt.signature`: with the key that the subject stands for, and no other. */
  readonly signature: SignatureReading
  /** `vp.idt.exp` */
  readonly exp: NumericDateReading & { readonly past: boolean }
  /** `vp.idt.iat` */
  readonly iat: NumericDateReading
  /** `vp.idt.nonce` */
  readonly nonce: { readonly value: unknown; readonly matches: boolean }
  /** `vp.idt.key_separate`: RFC 7638 thumbprint of the key that it is verified with; `null` without one. */
  readonly keyThumbprint: string | null
}

/** Whom the token is about, by the syntax of `sub`. SIOP2-8 */
export interface SubjectReading {
  /** `thumbprint_urn`: the same as `thumbprint`, with the prefix of RFC 9278. */
  readonly syntax: 'thumbprint' | 'thumbprint_urn' | 'did' | 'other' | 'absent'
  /** For a DID, e.g. `key`. */
  readonly method: string | null
  /** The request says that it takes this syntax. */
  readonly announced: boolean
  /** A DID whose key follows from itself; `null` for other subjects. Nothing is fetched. */
  readonly did: 'resolved' | 'method_not_supported' | 'malformed' | null
  /** `vp.idt.sub_jwk`: names of private members of the key that a DID holds. */
  readonly privateMembers: readonly string[]
}
