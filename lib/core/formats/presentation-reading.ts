import type { CredentialType } from '../issuers/issuer-configuration'
import type { Json } from '../json'
import type { Digest, ReadCertificates } from '../ports'
import type { EpochMillis } from '../time'
import type { SdJwtVcReading } from './sd-jwt-vc/read-presentation/sd-jwt-vc-reading'

/** One presented credential, as facts. Which format it was read as is known from `format`. */
export type PresentationReading = SdJwtVcReading | UnreadPresentation

/** A presentation that nothing was read of. It never counts as valid, whatever else is known. */
export interface UnreadPresentation {
  readonly format: Exclude<CredentialType['format'], 'dc+sd-jwt'>
  readonly read: false
  /** One sentence for the evidence. */
  readonly reason: string
}

/** Everything that a presentation is read with. Nothing in it comes from the presentation. */
export interface PresentationInput {
  /** When the response arrived. */
  readonly now: EpochMillis
  /** Full Client Identifier with its prefix, the only right audience. OID4VP-1FINALA-B.3.6 */
  readonly clientId: string
  /** `nonce` of the request. */
  readonly nonce: string
  readonly responseUri: string
  /** When the request was first handed out; `null` when it never was, or nobody knows. */
  readonly firstDeliveredAt: EpochMillis | null
  readonly digest: Digest
  /** Knows the trust anchors of the session. */
  readonly readCertificates: ReadCertificates
  /** Keys of issuers that are known by other means than a certificate: our own, or metadata that was fetched before. */
  readonly issuerKeys: readonly IssuerKeySet[]
  /** JOSE names that the request allows for the credential and for its key binding, e.g. `ES256`. OID4VP-1FINALA-B.3.4 */
  readonly algorithms: { readonly issuer: readonly string[]; readonly holder: readonly string[] }
  /** Tells whether a nonce is the one of another session. For a hint only. */
  readonly isNonceOfAnotherSession: (nonce: string) => Promise<boolean>
  /** Other keys that may have signed by mistake, for a hint only. */
  readonly otherKeys: readonly { readonly name: string; readonly jwk: unknown }[]
  /** The same credential in other texts that are known, as issued or as presented elsewhere. For a hint only. */
  readonly otherForms: readonly string[]
}

/** The keys that one issuer publishes. */
export interface IssuerKeySet {
  readonly issuer: string
  readonly source: 'own_issuer' | 'issuer_metadata'
  readonly keys: readonly Json[]
}
