import type { ClaimPosition } from '../../../dcql/claim-tree'
import type { Json } from '../../../values/json'

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
