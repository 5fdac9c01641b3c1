import { type CborBudget, createCborBudget } from '../cbor/read-cbor'
import { createMatchBudget, type MatchBudget } from '../dcql/match-budget'
import type { Decrypter } from '../ports/keys'
import type { Digest, Hmac, IsPublicKey, ReadCertificates, VerifySignature } from '../ports/ports'
import type { EpochMillis } from '../time/time'
import type { Json } from '../values/json'
import type { Wording } from '../values/wording'
import type { MsoMdocReading } from './mso-mdoc/read-presentation/mso-mdoc-reading'
import type { IssuerMetadataReading } from './sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { SdJwtVcReading } from './sd-jwt-vc/read-presentation/sd-jwt-vc-reading'

/**
 * What all presentations of one answer may cost together, however many there are and whatever is in them. Each reading
 * takes its part; what is not covered any more is not looked into, and refused.
 */
export interface ReadingBudget {
  readonly cbor: CborBudget
  /** Disclosures of SD-JWT VCs that may still be looked into. */
  disclosures: number
  /** Values of claims of SD-JWT VCs that may still be put into their places. */
  claimValues: number
  /** Documents of mdocs that may still be looked into: each means certificates and signatures to verify. */
  documents: number
  /** Proofs that do not verify for which it may still be tried what else they were made for, a signature each time. */
  explanations: number
  /** Characters that may still be hashed to find out what a wrong `sd_hash` was made over. */
  hintCharacters: number
  /** Steps of comparing with the query, which are left when everything is read. */
  readonly comparison: MatchBudget
}

/** Values of claims that are resolved of all SD-JWT VCs of one answer together. */
export const answerClaimValuesMax = 30_000

/** A budget for one answer. */
export const createReadingBudget = (): ReadingBudget => ({
  cbor: createCborBudget(),
  disclosures: 4_000,
  claimValues: answerClaimValuesMax,
  documents: 40,
  explanations: 5,
  hintCharacters: 8 * 1024 * 1024,
  comparison: createMatchBudget(),
})

/** One presented credential, as facts. Which format it was read as is known from `format`. */
export type PresentationReading = SdJwtVcReading | MsoMdocReading

/** Everything that a presentation is read with. Nothing in it comes from the presentation. */
export interface PresentationInput {
  /** Shared by all presentations of the answer. */
  readonly budget: ReadingBudget
  /** When the response arrived. */
  readonly now: EpochMillis
  /** Full Client Identifier with its prefix; empty where the request has none. OID4VP-1FINALA-B.3.6 */
  readonly clientId: string
  /** `nonce` of the request. */
  readonly nonce: string
  readonly responseUri: string
  /** Where a browser carries the request: what it binds to in place of client id and response URI; absent for a link. */
  readonly browser?: BrowserBinding
  /** `state` of the request; empty without one. For a hint only. */
  readonly state: string
  /** When the request was first handed out; `null` when it never was, or nobody knows. */
  readonly firstDeliveredAt: EpochMillis | null
  readonly digest: Digest
  /** Knows the trust anchors of the session. */
  readonly readCertificates: ReadCertificates
  /** Keys of issuers that are known by other means than a certificate, such as our own. */
  readonly issuerKeys: readonly IssuerKeySet[]
  /** Asks an issuer for its keys; `null` where the installation fetches nothing. */
  readonly issuerMetadata: (issuer: string) => Promise<IssuerMetadataReading | null>
  /** JOSE names that the request allows for the credential and for its key binding, e.g. `ES256`. OID4VP-1FINALA-B.3.4 */
  readonly algorithms: { readonly issuer: readonly string[]; readonly holder: readonly string[] }
  /** COSE numbers that the request allows for an mdoc and for its device signature, e.g. -7. OID4VP-1FINALA-B.2.2 */
  readonly coseAlgorithms: { readonly issuer: readonly number[]; readonly device: readonly number[] }
  readonly verifySignature: VerifySignature
  readonly isPublicKey: IsPublicKey
  readonly hmac: Hmac
  /** The key that the response was encrypted to, with its RFC 7638 thumbprint; `null` for a response in the clear. */
  readonly responseKey: { readonly thumbprint: Uint8Array; readonly deriveKey: Decrypter['deriveKey'] } | null
  /** Texts that `apu` of the encrypted response may mean. For a hint only. */
  readonly partyInfo: readonly string[]
  /** Requests of other sessions that an answer may have been made for by mistake. For a hint only. */
  readonly otherRequests: () => Promise<readonly OtherRequest[]>
  /** Whether a nonce is the one of another session. For a hint only. */
  readonly isNonceOfAnotherSession: (nonce: string) => Promise<boolean>
  /** Keys of other holders that may have signed the Key Binding JWT by mistake. For a hint only. */
  readonly otherKeys: () => readonly { readonly name: Wording; readonly jwk: unknown }[]
  /** The same credential as it is presented elsewhere in the answer. For a hint only. */
  readonly otherForms: readonly string[]
}

/** What an answer through a browser is bound to, and what it may be bound to by mistake. OID4VP-1FINALA-A.4 */
export interface BrowserBinding {
  /** Of the page that asks, serialised, e.g. `https://verifier.example`. */
  readonly origin: string
  /** `encryptionInfo` as sent, only of an entry in the form of ISO/IEC 18013-7. ISO18013-7-C */
  readonly encryptionInfo?: string
  /** Members of `expected_origins` that are not that origin. For a hint only. */
  readonly otherOrigins: readonly string[]
  /** Client Identifiers of the entries and of the verifier. For a hint only. */
  readonly clientIds: readonly string[]
  /** The entries of the same call that the wallet did not name. For a hint only. */
  readonly otherEntries: readonly EntryBinding[]
}

/** What tells one entry of a call from the others. */
export interface EntryBinding {
  readonly nonce: string
  /** Of the key that its answer is encrypted to; `null` for one in clear. */
  readonly jwkThumbprint: Uint8Array | null
  readonly encryptionInfo?: string
}

/** The only right audience of a Key Binding JWT. OID4VP-1FINALA-A.4, OID4VP-1FINALA-B.3.6 */
export const audienceOf = ({ clientId, browser }: Pick<PresentationInput, 'clientId' | 'browser'>): string =>
  browser === undefined ? clientId : `origin:${browser.origin}`

/** What a presentation for another session is bound to. */
export interface OtherRequest {
  readonly sessionId: string
  readonly clientId: string
  readonly nonce: string
  readonly responseUri: string
  /** Of the key that its answer is encrypted to; `null` for one in clear. */
  readonly jwkThumbprint: Uint8Array | null
}

/** The keys that one issuer publishes. */
export interface IssuerKeySet {
  readonly issuer: string
  readonly source: 'own_issuer' | 'issuer_metadata'
  readonly keys: readonly Json[]
}

/** RFC 7638 thumbprint of the key that a presented credential is bound to; `null` when it has none that can be read. */
export const holderKeyOf = (reading: PresentationReading): string | null =>
  reading.format === 'dc+sd-jwt' ? reading.cnf.jwk.thumbprint : reading.holderKey
