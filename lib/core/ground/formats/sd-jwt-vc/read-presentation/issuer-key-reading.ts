import type { CertificateFacts } from '../../../ports/certificate-facts'
import type { IssuerMetadataError } from '../issuer-metadata/issuer-metadata-reading'

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
