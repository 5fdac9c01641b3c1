import type { EpochMillis } from '../time/time'
import type { Wording } from '../values/wording'

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
  /** `countryName` of the subject; `null` if absent or repeated. */
  readonly country: string | null
  /** `organizationName` of the subject; `null` if absent or repeated. */
  readonly organization: string | null
  /** Object identifiers of its critical extensions. */
  readonly criticalExtensions: readonly string[]
  /** Object identifiers of its certificate policies. RFC 5280 section 4.2.1.4 */
  readonly policies: readonly string[]
  /** Object identifiers of its QCStatements. RFC 3739 section 3.2.6 */
  readonly statements: readonly string[]
  /** KeyIdentifier of its AuthorityKeyIdentifier, base64url; `null` if absent. RFC 5280 section 4.2.1.1 */
  readonly authorityKeyIdentifier: string | null
  /** Its SubjectKeyIdentifier, base64url; `null` if absent. RFC 5280 section 4.2.1.2 */
  readonly subjectKeyIdentifier: string | null
  /** Public members only. */
  readonly publicJwk: Readonly<Record<string, unknown>>
}

/**
 * Rules for a chain: issuer names and signatures; unreadable, repeated, or unsupported critical extensions; CA
 * requirements; name constraints; validity periods. RFC 5280 section 6.1
 */
export type ChainRule =
  | 'names'
  | 'signature'
  | 'extension_unreadable'
  | 'extension_twice'
  | 'critical_extension'
  | 'twice'
  | 'ca'
  | 'key_usage'
  | 'path_length'
  | 'key_identifier'
  | 'name_constraints'
  | 'name_constraints_unprocessed'
  | 'not_yet_valid'
  | 'expired'

/** The first rule that a chain of certificates breaks. */
export interface ChainError {
  readonly rule: ChainRule
  /**
   * Index of the certificate that breaks it: 0 is the leaf; the number of certificates stands for an anchor that was
   * not sent.
   */
  readonly place: number
  /** The extension that the rule is about, as object identifier; `null` if none. */
  readonly extension: string | null
}

/** Whether a valid path leads to an issuing service on a currently valid list of trusted entities. */
export type Listing =
  | {
      readonly state: 'listed'
      /** Name of the trusted entity. */
      readonly entity: string
      /** Service type, as spelled in the list. */
      readonly service: string
    }
  | { readonly state: 'not_listed' }
  /** Lists are configured, but none is currently valid. */
  | { readonly state: 'no_valid_list' }

/**
 * Facts about a chain of certificates. `trusted` depends on configured anchors and the current time, unlike the other
 * facts.
 */
export type CertificateFacts =
  | { readonly readable: false; readonly reason: Wording; readonly count: number }
  | {
      readonly readable: true
      /** Leaf first. */
      readonly certificates: readonly [CertificateFact, ...CertificateFact[]]
      /** Each certificate's signature verifies with the key of the next. */
      readonly chained: boolean
      /** The rule that the chain itself breaks, regardless of time and anchors; `null` if none. */
      readonly chainError: ChainError | null
      /** A valid path leads to a configured trust anchor; `no_anchor` if none is configured. */
      readonly trust: 'trusted' | 'untrusted' | 'no_anchor'
      /** If `untrusted`, the rule that the path to an anchor breaks; `null` if no path leads to one. */
      readonly trustError: ChainError | null
      /** The chain includes a configured anchor, or ends in a self-signed certificate. */
      readonly includesAnchor: boolean
      /** Absent if no list is configured for this purpose. */
      readonly listing?: Listing
    }
