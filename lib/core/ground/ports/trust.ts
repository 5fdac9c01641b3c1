import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'
import type { MintedAccess, Signer } from './keys'

/** What a certificate authority of the European trust framework certifies here; each is a self-signed one of its own. */
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

/** A certificate that is no longer valid: base64 DER, and since when. */
export interface RevokedCertificate {
  readonly certificate: string
  readonly at: EpochMillis
}

/** The authorities of every role. */
export interface TrustAuthorities {
  anchor(role: TrustRole): TrustAnchor
  /** A revocation list of the authority of a role, DER. RFC 5280 section 5 */
  revocationList(
    role: TrustRole,
    entries: readonly RevokedCertificate[],
    times: { readonly thisUpdate: EpochMillis; readonly nextUpdate: EpochMillis },
  ): Promise<Uint8Array>
}

/** The keys of the European trust framework, and what they certify. No `x5c` holds an anchor. */
export interface TrustKeys extends TrustAuthorities {
  /** The authority that the provider of the reference wallet is under: it stands on the list of wallet providers. */
  readonly walletProvider: TrustAnchor
  /** Signs lists of trusted entities; its certificate is one that signs itself. */
  readonly operator: Signer
  /** Signs the requests of presentations, under its access certificate. */
  readonly accessVerifier: Signer
  /** Signs multi-signed requests beside it: another key, under an access certificate of its own. */
  readonly secondAccess: Signer
  /** Either key under these certificates, also former and minted ones; `null` when the first is for another key. */
  accessByCertificate(x5c: readonly string[]): Signer | null
  /** Signs registration certificates and what the register says. */
  readonly registrar: Signer
  /** Signs the status lists of registration certificates. */
  readonly registrarStatus: Signer
  /** The same, under authorities that are on no list: all that certificates name of them is there, and right. */
  readonly strangers: TrustAuthorities & {
    readonly registrar: Signer
    readonly registrarStatus: Signer
    readonly operator: Signer
  }
  /** A signer of the verifier's access key under an access certificate of its own. */
  mintAccess(how: MintedAccess, place: { readonly trustId: string }): Promise<Signer>
}

/** Opens these keys, and makes at first need what is missing of them. Rejects when they cannot be kept. */
export type OpenTrustKeys = () => Promise<TrustKeys>

/** Whom the services of a list speak for: wallet providers, or issuers of credentials. */
export type ListPurpose = 'wallet' | 'credential_issuer'

/** How a list of trusted entities stands that this installation relies on. */
export interface TrustListState {
  /** An https URL, or the path of a file. */
  readonly location: string
  readonly purpose: ListPurpose
  /** The location of the list that points to it; `null` for one that is configured. */
  readonly via: string | null
  /** The release that anchors chains now; `null` while there is none. */
  readonly inForce: {
    readonly operator: string
    readonly territory: string
    readonly sequence: number
    readonly issuedAt: EpochMillis
    /** When it stops to anchor anything. */
    readonly nextUpdate: EpochMillis
    /** Certificates of services that issue, and of those that tell what is revoked. */
    readonly issuance: number
    readonly revocation: number
    /** Certificates of such services that cannot be used. */
    readonly unusable: number
    /** Lists that it points to and that are not read, because there are too many. */
    readonly leftOut: number
  } | null
  /** When it was read last; `null` before the first time. */
  readonly readAt: EpochMillis | null
  /** Why what was read last is not in force, in sentences; empty if it is. */
  readonly problems: readonly string[]
}

/** Whom an access certificate that is not ours is for. */
export interface OwnHolder {
  /** Its organizationIdentifier, else its serialNumber; `null` without either. E475-4.5 */
  readonly identifier: string | null
  readonly legalName: string
  /** Its common name. */
  readonly tradeName: string
  readonly country: string | null
  /** Its organizational unit; `null` without one. */
  readonly service: string | null
  /** Its subject without the names of a natural person; `null` where it names none. */
  readonly withoutPerson: string | null
}

/** An access certificate of an organisation that tests with its own, with the key that it belongs to. */
export interface OwnCertificate {
  readonly signer: Signer
  readonly holder: OwnHolder
  /** Places in the chain, from 0, of trust anchors, which are not sent. HAIP-6.1.1 */
  readonly dropped: readonly number[]
}

/** An own certificate of the installation. */
export interface OwnIdentity extends OwnCertificate {
  /** Registration certificates that go with it, compact JWS; `null` without one. */
  readonly registration: string | null
  readonly issuerRegistration: string | null
  /** The same key under these certificates, which it may have had before; `null` where the first is not for it. */
  byCertificate(x5c: readonly string[]): Signer | null
  isCurrent(at: EpochMillis): boolean
}

/** Where an own certificate is wrong, and a sentence that says what it must be and repeats nothing of it. */
export interface OwnCertificateProblem {
  readonly member: 'chain' | 'private_key'
  readonly problem: string
}

/** Access certificates that a tester or the operator brings. */
export interface OwnAccess {
  /** Reads what a tester sent. `sealed`: the private key, which only this installation can open. Never throws. */
  read(
    given: { readonly chain: string; readonly privateKey: string | JsonObject },
    at: EpochMillis,
  ): (OwnCertificate & { readonly sealed: string }) | OwnCertificateProblem
  /** The sealed key under these certificates; `null` where it was not sealed here, or the first is not for it. */
  open(sealed: string, x5c: readonly string[]): Signer | null
  /** `null` where the installation has none of this name. */
  identity(name: string): OwnIdentity | null
  /** All that the installation has, with their names, in the order of these. */
  identities(): readonly (readonly [name: string, identity: OwnIdentity])[]
}
