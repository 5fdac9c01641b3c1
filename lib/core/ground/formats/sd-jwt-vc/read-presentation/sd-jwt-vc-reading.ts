import type { ClaimNode, ClaimPosition } from '../../../dcql/claim-tree'
import type { JsonObject } from '../../../values/json'
import type { CnfReading } from './cnf-reading'
import type { DigestReading, DisclosureReading } from './disclosure-reading'
import type { Hint } from './hint'
import type { IssuerKeyReading, X5cReading } from './issuer-key-reading'
import type { JwsReading, SignatureReading } from './jws-reading'
import type { KbJwtReading } from './kb-jwt-reading'
import type { NumericDateReading } from './numeric-date-reading'

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
