import type { EpochMillis } from '../time/time'

/** One certificate of an `x5c` header, as facts. */
export interface CertificateFact {
  readonly subject: string
  readonly issuer: string
  /** Lower-case hex. RFC 5280 section 4.1.2.2 */
  readonly serialNumber: string
  readonly notBefore: EpochMillis
  readonly notAfter: EpochMillis
  /** SHA-256 of the DER, lower-case hex. */
  readonly sha256: string
  readonly subjectAlternativeNames: readonly string[]
  /** Subject equals issuer and its own key verifies the signature. */
  readonly selfSigned: boolean
  readonly isCa: boolean
  /** Object identifiers of its ExtendedKeyUsage, empty without one. RFC 5280 section 4.2.1.12 */
  readonly extendedKeyUsage: readonly string[]
  /** `countryName` of the subject; `null` when it names none, or several. */
  readonly country: string | null
  /** KeyIdentifier of its AuthorityKeyIdentifier, base64url; `null` when it has none. RFC 5280 section 4.2.1.1 */
  readonly authorityKeyIdentifier: string | null
  /** Its SubjectKeyIdentifier, base64url; `null` when it has none. RFC 5280 section 4.2.1.2 */
  readonly subjectKeyIdentifier: string | null
  /** Public key as a JWK with public members only. */
  readonly publicJwk: Readonly<Record<string, unknown>>
}

/** What a chain of certificates says. `trusted` is about configured anchors only, never about the chain itself. */
export type CertificateFacts =
  | { readonly readable: false; readonly reason: string; readonly count: number }
  | {
      readonly readable: true
      /** Leaf first. */
      readonly certificates: readonly [CertificateFact, ...CertificateFact[]]
      /** Each certificate's signature verifies with the key of the next one. */
      readonly chained: boolean
      /** Each certificate after the first is a CA that may issue the one before it: CA bit, key usage, path length. */
      readonly mayIssue: boolean
      /** Ends in a configured trust anchor; `no_anchor` when none is configured. */
      readonly trust: 'trusted' | 'untrusted' | 'no_anchor'
      /** A configured anchor, or a self-signed certificate at the end, was sent along. */
      readonly includesAnchor: boolean
    }
