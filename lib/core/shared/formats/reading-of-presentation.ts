import { type CborBudget, createCborBudget } from '../cbor/read-cbor'
import { createMatchBudget, type MatchBudget } from '../dcql/match-budget'
import type { Decrypter } from '../ports/keys'
import type { Digest, Hmac, IsPublicKey, ReadCertificates, VerifySignature } from '../ports/ports'
import type { EpochMillis } from '../time/time'
import type { Json, JsonObject } from '../values/json'
import type { Wording } from '../values/wording'
import type { MsoMdocReading } from './mso-mdoc/read-presentation/mso-mdoc-reading'
import type { IssuerMetadataReading } from './sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { SdJwtVcReading } from './sd-jwt-vc/read-presentation/sd-jwt-vc-reading'

/**
 * What all presentations of one response may cost together, whatever their number and content. Each reading takes its
 * share; anything beyond is refused unread.
 */
export interface ReadingBudget {
  readonly cbor: CborBudget
  /** SD-JWT VC Disclosures left to read. */
  disclosures: number
  /** SD-JWT VC claim values left to resolve. */
  claimValues: number
  /** mdoc documents left to read: each needs certificates and signatures verified. */
  documents: number
  /** Documents with a failed proof left to explain; each costs up to `verificationsMax` signature verifications. */
  explanations: number
  /** Characters left to hash when explaining a wrong `sd_hash`. */
  hintCharacters: number
  /** Query comparison steps, kept separate so that they remain once everything is read. */
  readonly comparison: MatchBudget
}

/** Claim values to resolve over all SD-JWT VCs of one response. */
export const answerClaimValuesMax = 30_000

/** Documents of one response whose failed proof is explained. */
export const explainedDocumentsMax = 2

/** A full budget for one response. */
export const createReadingBudget = (): ReadingBudget => ({
  cbor: createCborBudget(),
  disclosures: 4_000,
  claimValues: answerClaimValuesMax,
  documents: 40,
  explanations: explainedDocumentsMax,
  hintCharacters: 8 * 1024 * 1024,
  comparison: createMatchBudget(),
})

/** One presented credential, as facts; `format` says how it was read. */
export type PresentationReading = SdJwtVcReading | MsoMdocReading

/** Input for reading a presentation; none of it comes from the presentation. */
export interface PresentationInput {
  /** Shared by all presentations of the response. */
  readonly budget: ReadingBudget
  /** Arrival of the response. */
  readonly now: EpochMillis
  /** Full Client Identifier with its prefix; empty if the request has none. OID4VP-1FINALA-B.3.6 */
  readonly clientId: string
  /** `nonce` of the request. */
  readonly nonce: string
  readonly responseUri: string
  /** For a request through a browser, what it binds to instead of client id and response URI; absent for a link. */
  readonly browser?: BrowserBinding
  /** `state` of the request; empty if absent. For hints only. */
  readonly state: string
  /** When the request was first fetched; `null` if never or unknown. */
  readonly firstDeliveredAt: EpochMillis | null
  readonly digest: Digest
  /** Reads certificates against the trust anchors of the session. */
  readonly readCertificates: ReadCertificates
  /** Issuer keys known without a certificate, such as our own. */
  readonly issuerKeys: readonly IssuerKeySet[]
  /** Fetches an issuer's keys; `null` if this installation makes no outgoing requests. */
  readonly issuerMetadata: (issuer: string) => Promise<IssuerMetadataReading | null>
  /** JOSE algorithms that the request allows for credential and key binding, e.g. `ES256`. OID4VP-1FINALA-B.3.4 */
  readonly algorithms: { readonly issuer: readonly string[]; readonly holder: readonly string[] }
  /** COSE algorithms that the request allows for mdoc and device signature, e.g. -7. OID4VP-1FINALA-B.2.2 */
  readonly coseAlgorithms: { readonly issuer: readonly number[]; readonly device: readonly number[] }
  readonly verifySignature: VerifySignature
  readonly isPublicKey: IsPublicKey
  readonly hmac: Hmac
  /** The response encryption key, with its RFC 7638 thumbprint; `null` for an unencrypted response. */
  readonly responseKey: { readonly thumbprint: Uint8Array; readonly deriveKey: Decrypter['deriveKey'] } | null
  /** Possible readings of the `apu` header of an encrypted response. For hints only. */
  readonly partyInfo: readonly string[]
  /** Requests of other sessions that the response may have been made for. For hints only. */
  readonly otherRequests: () => Promise<readonly OtherRequest[]>
  /** Further values of the request that a wallet may bind to by mistake. For hints only. */
  readonly confusable: () => ConfusableValues
  /** What a value is in the request of another session; `null` if nothing. For hints only. */
  readonly ofAnotherSession: (value: string) => Promise<'nonce' | 'state' | null>
  /** Keys of other holders that may have signed the Key Binding JWT. For hints only. */
  readonly otherKeys: () => readonly { readonly name: Wording; readonly jwk: unknown }[]
  /** Other presentations of the same credential in the response. For hints only. */
  readonly otherForms: readonly string[]
}

/** Values of the request that are not what a presentation is bound to. */
export interface ConfusableValues {
  /** As the wallet sent it with its last fetch of the request. */
  readonly walletNonce: string | null
  /** Empty for a request without one. */
  readonly requestUri: string
  /** Client Identifiers that the request would have with another prefix. OID4VP-1FINAL-5.9.3 */
  readonly clientIds: readonly string[]
  /** Keys in the request, as sent. */
  readonly keys: readonly JsonObject[]
  /** What the request said before its tester changed it; absent where they changed nothing of it. */
  readonly before?: Partial<Readonly<Record<'clientId' | 'nonce' | 'responseUri', string>>>
}

/** What a response through a browser binds to, and values that a wallet may confuse with it. OID4VP-1FINALA-A.4 */
export interface BrowserBinding {
  /** Serialised origin of the requesting page, e.g. `https://verifier.example`. */
  readonly origin: string
  /** `encryptionInfo` as sent; only for ISO/IEC 18013-7 entries. ISO18013-7-C */
  readonly encryptionInfo?: string
  /** Other members of `expected_origins`. For hints only. */
  readonly otherOrigins: readonly string[]
  /** Client Identifiers of the entries and of the verifier. For a hint only. */
  readonly clientIds: readonly string[]
  /** Entries of the same call that the wallet did not answer. For hints only. */
  readonly otherEntries: readonly EntryBinding[]
}

/** The values that distinguish one entry of a call from the others. */
export interface EntryBinding {
  readonly nonce: string
  /** Of its response encryption key; `null` if unencrypted. */
  readonly jwkThumbprint: Uint8Array | null
  readonly encryptionInfo?: string
}

/** The only valid audience of a Key Binding JWT. OID4VP-1FINALA-A.4, OID4VP-1FINALA-B.3.6 */
export const audienceOf = ({ clientId, browser }: Pick<PresentationInput, 'clientId' | 'browser'>): string =>
  browser === undefined ? clientId : `origin:${browser.origin}`

/** What a presentation for another session would be bound to. */
export interface OtherRequest {
  readonly sessionId: string
  readonly clientId: string
  readonly nonce: string
  readonly responseUri: string
  /** Of its response encryption key; `null` if unencrypted. */
  readonly jwkThumbprint: Uint8Array | null
}

/** The published keys of one issuer. */
export interface IssuerKeySet {
  readonly issuer: string
  readonly source: 'own_issuer' | 'issuer_metadata'
  readonly keys: readonly Json[]
}

/** RFC 7638 thumbprint of the holder key of a presentation; `null` if none can be read. */
export const holderKeyOf = (reading: PresentationReading): string | null =>
  reading.format === 'dc+sd-jwt' ? reading.cnf.jwk.thumbprint : reading.holderKey
