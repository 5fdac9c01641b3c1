import type { EpochMillis } from '../time/time'

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
