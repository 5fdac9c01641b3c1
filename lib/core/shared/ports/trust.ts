import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'
import type { MintedAccess, Signer } from './keys'

/** Roles of certificate authorities in the European trust framework; each has its own self-signed authority. */
export type TrustRole = 'access' | 'registrar' | 'pid'

/** A self-signed certificate that wallets may trust for one role. */
export interface TrustAnchor {
  /** Base64. */
  readonly der: string
  readonly pem: string
  /** SHA-256 of the DER in lower-case hexadecimal digits. */
  readonly sha256: string
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: Signer['publicJwk']
}

/** A revoked certificate, base64 DER, with its time of revocation. */
export interface RevokedCertificate {
  readonly certificate: string
  readonly at: EpochMillis
}

/** A CA per role. */
export interface TrustAuthorities {
  anchor(role: TrustRole): TrustAnchor
  /** Revocation list of a role's authority, DER. RFC 5280 section 5 */
  revocationList(
    role: TrustRole,
    entries: readonly RevokedCertificate[],
    times: { readonly thisUpdate: EpochMillis; readonly nextUpdate: EpochMillis },
  ): Promise<Uint8Array>
}

/** Keys of the European trust framework and their certificates. No `x5c` contains an anchor. */
export interface TrustKeys extends TrustAuthorities {
  /** The authority of the reference wallet's provider, on the list of wallet providers. */
  readonly walletProvider: TrustAnchor
  /** Signs lists of trusted entities, under a self-signed certificate. */
  readonly operator: Signer
  /** Signs presentation requests, under its access certificate. */
  readonly accessVerifier: Signer
  /** Second signer of multi-signed requests, with its own key and access certificate. */
  readonly secondAccess: Signer
  /**
   * The key for which these certificates were issued, including former and minted ones; `null` if the first is for
   * another key.
   */
  accessByCertificate(x5c: readonly string[]): Signer | null
  /** Signs registration certificates and registrar responses. */
  readonly registrar: Signer
  /** Signs the status lists of registration certificates. */
  readonly registrarStatus: Signer
  /** Counterparts under unlisted authorities, with otherwise correct certificates. */
  readonly strangers: TrustAuthorities & {
    readonly registrar: Signer
    readonly registrarStatus: Signer
    readonly operator: Signer
  }
  /** The verifier's access key under a specially minted access certificate. */
  mintAccess(how: MintedAccess, place: { readonly trustId: string }): Promise<Signer>
}

/** Opens these keys, creating missing ones on first use. Rejects if they cannot be stored. */
export type OpenTrustKeys = () => Promise<TrustKeys>

/** What listed services are trusted for: wallet providers or credential issuers. */
export type ListPurpose = 'wallet' | 'credential_issuer'

/** State of a list of trusted entities that this installation relies on. */
export interface TrustListState {
  /** An https URL or a file path. */
  readonly location: string
  readonly purpose: ListPurpose
  /** Location of the list that refers to it; `null` for a configured one. */
  readonly via: string | null
  /** The release currently used for trust; `null` without one. */
  readonly inForce: {
    readonly operator: string
    readonly territory: string
    readonly sequence: number
    readonly issuedAt: EpochMillis
    /** When it stops being used. */
    readonly nextUpdate: EpochMillis
    /** Certificates of issuing and revocation services. */
    readonly issuance: number
    readonly revocation: number
    /** Unusable certificates of such services. */
    readonly unusable: number
    /** Lists that it refers to but that are over the limit and not read. */
    readonly leftOut: number
  } | null
  /** Last read; `null` before the first. */
  readonly readAt: EpochMillis | null
  /** Why the last read release is not in force, in sentences; empty if it is. */
  readonly problems: readonly string[]
}

/** Holder of an access certificate that is not ours. */
export interface OwnHolder {
  /** Its organizationIdentifier, otherwise its serialNumber; `null` without either. E475-4.5 */
  readonly identifier: string | null
  readonly legalName: string
  /** Its common name. */
  readonly tradeName: string
  readonly country: string | null
  /** Its organizational unit; `null` without one. */
  readonly service: string | null
  /** Its subject without the names of a natural person; `null` if it names none. */
  readonly withoutPerson: string | null
}

/** An access certificate of an organisation that tests with its own, with its key. */
export interface OwnCertificate {
  readonly signer: Signer
  readonly holder: OwnHolder
  /** Indexes in the chain, from 0, of trust anchors, which are not sent. HAIP-6.1.1 */
  readonly dropped: readonly number[]
}

/** An access certificate that the operator installed. */
export interface OwnIdentity extends OwnCertificate {
  /** Its registration certificates, compact JWS; `null` without one. */
  readonly registration: string | null
  readonly issuerRegistration: string | null
  /** The key under these, possibly earlier, certificates; `null` if the first is for another key. */
  byCertificate(x5c: readonly string[]): Signer | null
  isCurrent(at: EpochMillis): boolean
}

/** The invalid member of an own certificate, and a sentence that says what it must be without quoting it. */
export interface OwnCertificateProblem {
  readonly member: 'chain' | 'private_key'
  readonly problem: string
}

/** Access certificates supplied by testers or the operator. */
export interface OwnAccess {
  /** Reads a certificate sent by a tester. `sealed`: its private key, encrypted for this installation. Never throws. */
  read(
    given: { readonly chain: string; readonly privateKey: string | JsonObject },
    at: EpochMillis,
  ): (OwnCertificate & { readonly sealed: string }) | OwnCertificateProblem
  /** The sealed key under these certificates; `null` if it was not sealed here or the first is for another key. */
  open(sealed: string, x5c: readonly string[]): Signer | null
  /** `null` if the installation has none of this name. */
  identity(name: string): OwnIdentity | null
  /** All installed ones, sorted by name. */
  identities(): readonly (readonly [name: string, identity: OwnIdentity])[]
}
