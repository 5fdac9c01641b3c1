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
  /** `countryName` of the subject; `null` when it names none, or several. */
  readonly country: string | null
  /** `organizationName` of the subject; `null` when it names none, or several. */
  readonly organization: string | null
  /** Object identifiers of its critical extensions. */
  readonly criticalExtensions: readonly string[]
  /** Object identifiers of its policies, empty without any. RFC 5280 section 4.2.1.4 */
  readonly policies: readonly string[]
  /** Object identifiers of its QCStatements, empty without any. RFC 3739 section 3.2.6 */
  readonly statements: readonly string[]
  /** KeyIdentifier of its AuthorityKeyIdentifier, base64url; `null` when it has none. RFC 5280 section 4.2.1.1 */
  readonly authorityKeyIdentifier: string | null
  /** Its SubjectKeyIdentifier, base64url; `null` when it has none. RFC 5280 section 4.2.1.2 */
  readonly subjectKeyIdentifier: string | null
  /** Public key as a JWK with public members only. */
  readonly publicJwk: Readonly<Record<string, unknown>>
}

/**
 * Rules of a chain: issuer names and signatures; extensions that cannot be read, come twice, or are critical and not
 * processed here; what a CA needs to issue others; the names that it may certify; periods of validity. RFC 5280 section 6.1
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
  /** The certificate that breaks it: 0 is the leaf; the number of certificates is an anchor that was not sent. */
  readonly place: number
  /** Object identifier of the extension that the rule is about, if any. */
  readonly extension: string | null
}

/** Whether a valid path leads to a service that issues, on a list of trusted entities that is valid now. */
export type Listing =
  | {
      readonly state: 'listed'
      /** Name of the trusted entity. */
      readonly entity: string
      /** The type of its service, as the list spells it. */
      readonly service: string
    }
  | { readonly state: 'not_listed' }
  /** Lists are configured, and none of them is valid now. */
  | { readonly state: 'no_valid_list' }

/**
 * What a chain of certificates says. `trusted` is about configured anchors and the present time, never about the chain
 * itself.
 */
export type CertificateFacts =
  | { readonly readable: false; readonly reason: Wording; readonly count: number }
  | {
      readonly readable: true
      /** Leaf first. */
      readonly certificates: readonly [CertificateFact, ...CertificateFact[]]
      /** Each certificate's signature verifies with the key of the next one. */
      readonly chained: boolean
      /** The rule that the chain breaks, whatever the time and the anchors; `null` when it breaks none. */
      readonly chainError: ChainError | null
      /** A valid path leads to a configured trust anchor; `no_anchor` when none is configured. */
      readonly trust: 'trusted' | 'untrusted' | 'no_anchor'
      /** The rule that a path to an anchor breaks, if it is `untrusted`; `null` when no path leads to any. */
      readonly trustError: ChainError | null
      /** A configured anchor, or a self-signed certificate at the end, was sent along. */
      readonly includesAnchor: boolean
      /** Absent where no list is configured for this purpose. */
      readonly listing?: Listing
    }
