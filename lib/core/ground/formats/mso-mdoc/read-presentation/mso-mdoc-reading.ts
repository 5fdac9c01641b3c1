import type { CborItem, CborRead } from '../../../cbor/cbor-item'
import type { CborError } from '../../../cbor/read-cbor'
import type { ClaimNode } from '../../../dcql/claim-tree'
import type { EpochMillis } from '../../../time/time'
import type { X5cReading } from '../../sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { HandoverInput, TranscriptVariant } from './session-transcript'

/** A COSE_Sign1 or COSE_Mac0 of a document, as facts. RFC9052-4.2, RFC9052-6.2 */
export interface CoseReading {
  /** An array of four: protected header, unprotected header, payload, signature or tag. */
  readonly shape: 'cose' | 'tagged' | 'other' | 'absent'
  readonly alg: CoseAlgReading
  /** Bytes, or nothing as in a detached payload. */
  readonly payload: 'bytes' | 'null' | 'other'
  /** Bytes of the signature or tag; `null` when it is none. */
  readonly signatureBytes: number | null
}

/** RFC9053-2, RFC9864-2 */
export interface CoseAlgReading {
  /** Its number; `null` when it is absent or no number. */
  readonly value: number | null
  readonly inProtected: boolean
  /** It can be verified here. */
  readonly supported: boolean
  /** The request allows it. OID4VP-1FINALA-B.2.2 */
  readonly allowed: boolean
  /** `null` when the key or the algorithm is unknown. */
  readonly fitsKey: boolean | null
}

/** What verification came to. */
export interface CoseVerdict {
  readonly result: 'valid' | 'invalid' | 'unverified'
  /** `no_reader_key`: a MAC needs the key of an encrypted response. */
  readonly unverifiedBecause:
    | 'not_readable'
    | 'no_key'
    | 'algorithm_not_supported'
    | 'algorithm_does_not_fit_key'
    | 'critical_header'
    | 'nothing_signed'
    | 'no_reader_key'
    | null
}

/** An `IssuerSignedItem` that was shown. ISO/IEC 18013-5 section 9.1.2.5 */
export interface ElementReading {
  readonly namespace: string
  /** `null` when it is not text. */
  readonly name: string | null
  /** Names of members that are absent or of another type; `tag 24` for the wrapping. */
  readonly errors: readonly string[]
  readonly digestId: number | null
  /** `null` when `random` is not a byte string. */
  readonly randomBytes: number | null
  /** Over the bytes as received. `not_computed`: the digest algorithm is unknown, or nothing could be hashed. */
  readonly digest: 'matches' | 'differs' | 'absent' | 'not_computed'
  /** An earlier item of the namespace has this name, or this digest id. */
  readonly repeats: 'name' | 'digest_id' | null
  readonly value: CborItem | null
}

/** What the issuer signed. ISO/IEC 18013-5 section 9.1.2.4 */
export interface MobileSecurityObjectReading {
  /** Tag 24 around CBOR. */
  readonly embedded: boolean
  readonly version: string | null
  readonly digestAlgorithm: { readonly value: string | null; readonly supported: boolean }
  readonly docType: string | null
  readonly validity: {
    readonly signed: InstantReading
    readonly validFrom: InstantReading
    readonly validUntil: InstantReading
  }
  /** How many digests there are, by namespace. */
  readonly digestCounts: readonly { readonly namespace: string; readonly count: number }[]
  readonly deviceKey: DeviceKeyReading
  /** What the device may say of itself: whole namespaces, and elements as `namespace/name`. */
  readonly authorized: { readonly namespaces: readonly string[]; readonly elements: readonly string[] }
  readonly status: MdocStatusReading
}

/** A `tdate`: tag 0 around RFC 3339 without a fraction of a second. */
export interface InstantReading {
  readonly present: boolean
  readonly wellFormed: boolean
  /** `null` when it is not an instant. */
  readonly at: EpochMillis | null
}

/** `vp.mdoc.device_key` */
export interface DeviceKeyReading {
  readonly present: boolean
  readonly isMap: boolean
  /** Names as a JWK has them; `null` for kinds that are not known here. */
  readonly kty: string | null
  readonly crv: string | null
  /** `y` is only a sign. RFC9053-7.1.1 */
  readonly compressed: boolean
  readonly hasPrivatePart: boolean
  /** On its curve. */
  readonly valid: boolean
  readonly publicJwk: Readonly<Record<string, string>> | null
  readonly thumbprint: string | null
}

/** `vp.mdoc.mso_status` HAIP-5.3.1 */
export interface MdocStatusReading {
  readonly present: boolean
  readonly isMap: boolean
  readonly mechanisms: readonly string[]
  /** Mechanisms whose members are absent or of another type. */
  readonly malformed: readonly string[]
  /** Where the status is listed; `null` without a reference that can be read. */
  readonly statusList: { readonly index: number; readonly uri: string } | null
}

/**
 * A presented mdoc (`DeviceResponse` of ISO/IEC 18013-5), as facts. A part that could not be read is `null` and says
 * nowhere that it is fine; all other parts are read nevertheless. Holds elements in the clear: for checks, never for
 * storage.
 * `vp.mdoc.*`
 */
export interface MsoMdocReading {
  readonly format: 'mso_mdoc'
  /** As received, but for white space around it. */
  readonly text: string
  /** `vp.mdoc.base64url`; `repaired`: the text is another spelling of base64 that could be read. */
  readonly encoding: {
    readonly spelling: 'base64url' | 'repaired' | 'unreadable' | 'too_long'
    readonly characters: number
  }
  /** `vp.mdoc.cbor` */
  readonly cbor: CborFacts
  /** What it was read from, so that whoever shows it reads nothing again. */
  readonly items: CborRead
  /** It is a map, as a `DeviceResponse` is. */
  readonly isMap: boolean
  /** `vp.mdoc.version` */
  readonly version: string | null
  /** `vp.mdoc.status`; `null` when it is absent or no number. */
  readonly status: number | null
  /** `vp.mdoc.documents`: as many as were sent, which may be more than were read; `null` when it is not an array. */
  readonly documentCount: number | null
  /** `vp.mdoc.no_document_errors`: document types that the wallet says it could not return. */
  readonly documentErrors: number
  readonly documents: readonly DocumentReading[]
  /** What the device signs of this request; our own values only. OID4VP-1FINALA-B.2.6.1 */
  readonly transcript: {
    readonly handover: HandoverInput
    readonly handoverInfo: Uint8Array
    readonly encoded: Uint8Array
  }
  /** Of the first document: RFC 7638 thumbprint of the device key. `vp.mdoc.reused_instance` */
  readonly holderKey: string | null
  /** SHA-256 of what the issuers signed, base64url. `vp.mdoc.reused_instance`, `vp.token.no_duplicates` */
  readonly instance: string | null
}

export interface CborFacts {
  /** `null` when everything could be read. */
  readonly error: CborError | null
  /** Which part could not be read, e.g. `the mobile security object`; `null` for the whole, or without an error. */
  readonly part: string | null
  /** Bytes after the end. */
  readonly trailing: number
  /** Names that occur twice in a map, in all parts. */
  readonly duplicates: number
}

/** One document of a device response. */
export interface DocumentReading {
  readonly docType: string | null
  /** Elements that the wallet says it could not return. `vp.mdoc.no_document_errors` */
  readonly errors: number
  /** `vp.mdoc.issuer_auth`, `vp.mdoc.issuer_alg` */
  readonly issuerAuth: CoseReading
  /** `vp.mdoc.x5chain`; `null` when the header is absent. */
  readonly x5chain: X5chainReading | null
  /** `vp.mdoc.issuer_signature` */
  readonly issuerSignature: CoseVerdict
  /** `vp.mdoc.issuer_trusted`: `null` when there is no chain to judge, or no anchor to judge it by. */
  readonly issuerTrusted: boolean | null
  /** `null` when the payload of `issuerAuth` holds none. */
  readonly mso: MobileSecurityObjectReading | null
  /** `nameSpaces` is absent, or a map of arrays. `vp.mdoc.item_structure` */
  readonly namespacesReadable: boolean
  /** In the order of the document. `vp.mdoc.digests`, `vp.mdoc.item_structure`, `vp.mdoc.items_unique` */
  readonly elements: readonly ElementReading[]
  readonly device: DeviceSignedReading
  /** Namespaces with the elements that were shown. */
  readonly claimTree: ClaimNode
}

/** RFC9360-2 */
export interface X5chainReading extends X5cReading {
  readonly form: 'bytes' | 'array' | 'other'
  /** ISO/IEC 18013-5 puts it into the unprotected header. */
  readonly header: 'protected' | 'unprotected'
}

/** What the device signed. `vp.mdoc.device_*` */
export interface DeviceSignedReading {
  /** `vp.mdoc.device_signed` */
  readonly present: boolean
  /** Tag 24 around CBOR of a map. */
  readonly namespacesEmbedded: boolean
  /** Elements that the device says something of itself with. `vp.mdoc.device_namespaces_empty`, `vp.mdoc.key_authorized` */
  readonly elements: readonly { readonly namespace: string; readonly name: string; readonly authorized: boolean }[]
  /** `vp.mdoc.device_auth_one`: members of `deviceAuth`; `null` when it is not a map. */
  readonly methods: readonly string[] | null
  /** `DeviceAuthenticationBytes` of this request: what the proof is verified over; `null` where a part of it is not there. */
  readonly authentication: Uint8Array | null
  /** `null` without that member. */
  readonly signature: DeviceProof | null
  readonly mac: DeviceProof | null
}

/** What a device proof was tried with, to find out what it was made for. */
export interface TriedTranscripts {
  readonly variants: readonly TranscriptVariant[]
  /** How many other sessions' requests, each wholly and in parts. */
  readonly sessions: number
}

export interface DeviceProof {
  /** `vp.mdoc.device_alg`, `vp.mdoc.device_payload_detached` */
  readonly cose: CoseReading
  /** Over the transcript of this request, and no other. `vp.mdoc.device_signature`, `vp.mdoc.device_mac` */
  readonly verdict: CoseVerdict
  /** What it verifies with: for a hint, never a reason to accept. `vp.mdoc.transcript_variant` */
  readonly variant: TranscriptVariant | null
  /** The values that it verifies with, where they are not those of this request. */
  readonly madeFor: HandoverInput | null
  /** What else it was tried with; `null` where the verdict needs no explanation, or nothing was tried. */
  readonly tried: TriedTranscripts | null
  /** The session whose request it was made for, where it was another one, and what it has of that request. */
  readonly ofSession: { readonly id: string; readonly parts: readonly string[] } | null
  /** What the key of a MAC is salted with, where that is not what the MAC covers. */
  readonly saltedWith: TranscriptVariant | null
}
