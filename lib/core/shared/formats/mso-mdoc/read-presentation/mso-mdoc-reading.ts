import type { CborItem, CborRead } from '../../../cbor/cbor-item'
import type { CborError } from '../../../cbor/read-cbor'
import type { ClaimNode } from '../../../dcql/claim-tree'
import type { EpochMillis } from '../../../time/time'
import type { X5cReading } from '../../sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { HandoverInput, TranscriptVariant } from './session-transcript'

/** A COSE_Sign1 or COSE_Mac0 of a document, as facts. RFC9052-4.2, RFC9052-6.2 */
export interface CoseReading {
  /** `cose`: an array of protected header, unprotected header, payload, and signature or tag. */
  readonly shape: 'cose' | 'tagged' | 'other' | 'absent'
  readonly alg: CoseAlgReading
  /** `null` for a detached payload. */
  readonly payload: 'bytes' | 'null' | 'other'
  /** Length of the signature or tag in bytes; `null` if it is not a byte string. */
  readonly signatureBytes: number | null
}

/** RFC9053-2, RFC9864-2 */
export interface CoseAlgReading {
  /** `null` if absent or not a number. */
  readonly value: number | null
  readonly inProtected: boolean
  /** Can be verified here. */
  readonly supported: boolean
  /** Allowed by the request. OID4VP-1FINALA-B.2.2 */
  readonly allowed: boolean
  /** `null` if the key or the algorithm is unknown. */
  readonly fitsKey: boolean | null
  /** How label and value are written; both are integers. RFC9052-3.1 */
  readonly spelling: 'integers' | 'text_label' | 'text_value' | 'text_label_and_value' | 'other_value' | 'absent'
}

/** The result of verification. */
export interface CoseVerdict {
  readonly result: 'valid' | 'invalid' | 'unverified'
  /** `no_reader_key`: a MAC can only be verified for an encrypted response. */
  readonly unverifiedBecause:
    | 'not_readable'
    | 'no_key'
    | 'no_algorithm'
    | 'algorithm_not_supported'
    | 'algorithm_does_not_fit_key'
    | 'critical_header'
    | 'nothing_signed'
    | 'no_reader_key'
    | null
}

/** A revealed `IssuerSignedItem`. ISO/IEC 18013-5 section 9.1.2.5 */
export interface ElementReading {
  readonly namespace: string
  /** `null` if not text. */
  readonly name: string | null
  /** Members that are absent or of the wrong type; `tag 24` for the wrapping. */
  readonly errors: readonly string[]
  readonly digestId: number | null
  /** `digestID` is a text. */
  readonly digestIdIsText: boolean
  /** `null` if `random` is not a byte string. */
  readonly randomBytes: number | null
  /** Computed over the bytes as received. `not_computed`: unknown digest algorithm, or nothing to hash. */
  readonly digest: 'matches' | 'differs' | 'absent' | 'not_computed'
  /**
   * Why it differs: the issuer hashed the element without tag 24, or the element was encoded anew. `null` if neither
   * explains it.
   */
  readonly digestOver: 'untagged' | 'another_encoding' | null
  /** An earlier item of the namespace has the same name or digest id. */
  readonly repeats: 'name' | 'digest_id' | null
  readonly value: CborItem | null
}

/** The data signed by the issuer. ISO/IEC 18013-5 section 9.1.2.4 */
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
  /** Digests stand under texts, where digest ids are integers. */
  readonly digestIdsAreTexts: boolean
  /** Number of digests per namespace. */
  readonly digestCounts: readonly { readonly namespace: string; readonly count: number }[]
  readonly deviceKey: DeviceKeyReading
  /** What the device may assert itself: whole namespaces, and elements as `namespace/name`. */
  readonly authorized: { readonly namespaces: readonly string[]; readonly elements: readonly string[] }
  readonly status: MdocStatusReading
}

/** A `tdate`: tag 0 around RFC 3339 without a fraction of a second. */
export interface InstantReading {
  readonly present: boolean
  readonly wellFormed: boolean
  /** `null` if it is not an instant. */
  readonly at: EpochMillis | null
}

/** `vp.mdoc.device_key` */
export interface DeviceKeyReading {
  readonly present: boolean
  /** A COSE_Key has integer labels. RFC9052-7.1 */
  readonly form: 'cose_key' | 'text_labels' | 'jwk' | 'der' | 'embedded' | 'no_map'
  /** What its coordinates are in place of byte strings of the length of the curve; `null` if they are, or are nothing known. */
  readonly coordinates: 'texts' | 'der' | 'point' | 'length' | null
  /** JWK names; `null` for unknown key types. */
  readonly kty: string | null
  readonly crv: string | null
  /** `y` is only a sign bit. RFC9053-7.1.1 */
  readonly compressed: boolean
  readonly hasPrivatePart: boolean
  /** The point lies on its curve. */
  readonly valid: boolean
  readonly publicJwk: Readonly<Record<string, string>> | null
  readonly thumbprint: string | null
}

/** `vp.mdoc.mso_status` HAIP-5.3.1 */
export interface MdocStatusReading {
  readonly present: boolean
  readonly isMap: boolean
  readonly mechanisms: readonly string[]
  /** Mechanisms with members that are absent or of the wrong type. */
  readonly malformed: readonly string[]
  /** Those of them that are members which are not there. */
  readonly absent: readonly string[]
  /** `null` without a readable reference. */
  readonly statusList: { readonly index: number; readonly uri: string } | null
}

/**
 * A presented mdoc (`DeviceResponse` of ISO/IEC 18013-5), as facts. A part that could not be read is `null` and never
 * counts as valid; all other parts are still read. Holds elements in clear: for checks, never for storage. `vp.mdoc.*`
 */
export interface MsoMdocReading {
  readonly format: 'mso_mdoc'
  /** As received, without surrounding white space. */
  readonly text: string
  /** `vp.mdoc.base64url`; `repaired`: read despite another base64 spelling. */
  readonly encoding: {
    readonly spelling: 'base64url' | 'repaired' | 'unreadable' | 'too_long'
    readonly characters: number
  }
  /** `vp.mdoc.cbor` */
  readonly cbor: CborFacts
  /** The decoded CBOR, so that views need not decode it again. */
  readonly items: CborRead
  /** True for a map, as a `DeviceResponse` must be. */
  readonly isMap: boolean
  /** `vp.mdoc.version` */
  readonly version: string | null
  /** `vp.mdoc.status`; `null` if absent or not a number. */
  readonly status: number | null
  /** `vp.mdoc.documents`: the number sent, which may exceed the number read; `null` if it is not an array. */
  readonly documentCount: number | null
  /** `vp.mdoc.no_document_errors`: document types that the wallet could not return. */
  readonly documentErrors: number
  readonly documents: readonly DocumentReading[]
  /** What the device must sign for this request; our own values only. OID4VP-1FINALA-B.2.6.1 */
  readonly transcript: {
    readonly handover: HandoverInput
    readonly handoverInfo: Uint8Array
    readonly encoded: Uint8Array
  }
  /** RFC 7638 thumbprint of the first document's device key. `vp.mdoc.reused_instance` */
  readonly holderKey: string | null
  /** SHA-256 of the issuer-signed data, base64url. `vp.mdoc.reused_instance`, `vp.token.no_duplicates` */
  readonly instance: string | null
}

export interface CborFacts {
  /** `null` if everything could be read. */
  readonly error: CborError | null
  /** The unreadable part, e.g. `the mobile security object`; `null` for the whole, or without an error. */
  readonly part: string | null
  /** Bytes left over at the end. */
  readonly trailing: number
  /** Repeated names in maps, over all parts. */
  readonly duplicates: number
}

/** What an issuer signed in place of its Sig_structure, with another key or in another encoding. */
export type IssuerSignatureMistake = 'null_for_empty' | 'without_tag_24' | 'der' | 'device_key' | 'other_certificate'

/** One document of a device response. */
export interface DocumentReading {
  readonly docType: string | null
  /** Elements that the wallet could not return. `vp.mdoc.no_document_errors` */
  readonly errors: number
  /** `vp.mdoc.issuer_auth`, `vp.mdoc.issuer_alg` */
  readonly issuerAuth: CoseReading
  /** `vp.mdoc.x5chain`; `null` if the header is absent. */
  readonly x5chain: X5chainReading | null
  /** `vp.mdoc.x5chain`: the text that it stands under in place of its label. */
  readonly x5chainTextLabel: string | null
  /** `vp.mdoc.issuer_signature` */
  readonly issuerSignature: CoseVerdict
  /** It is invalid; what it would be valid for. RFC9052-4.4 */
  readonly issuerSignatureMistake: IssuerSignatureMistake | null
  /** `vp.mdoc.issuer_trusted`: `null` without a chain to judge or an anchor to judge it by. */
  readonly issuerTrusted: boolean | null
  /** `null` if the payload of `issuerAuth` holds none. */
  readonly mso: MobileSecurityObjectReading | null
  /** `nameSpaces` is absent, or a map of arrays. `vp.mdoc.item_structure` */
  readonly namespacesReadable: boolean
  /** In document order. `vp.mdoc.digests`, `vp.mdoc.item_structure`, `vp.mdoc.items_unique` */
  readonly elements: readonly ElementReading[]
  readonly device: DeviceSignedReading
  /** Namespaces with the revealed elements. */
  readonly claimTree: ClaimNode
}

/** RFC9360-2 */
export interface X5chainReading extends X5cReading {
  readonly form: 'bytes' | 'array' | 'text' | 'other'
  /** ISO/IEC 18013-5 requires the unprotected header. */
  readonly header: 'protected' | 'unprotected'
}

/** The data signed by the device. `vp.mdoc.device_*` */
export interface DeviceSignedReading {
  /** `vp.mdoc.device_signed` */
  readonly form: 'absent' | 'map' | 'other'
  /** `embedded`: tag 24 around CBOR of a map, as due. `bytes_around_tag`: a byte string whose content has that tag. */
  readonly namespaces: 'embedded' | 'absent' | 'map' | 'bytes' | 'bytes_around_tag' | 'other'
  /** Elements that the device asserts itself. `vp.mdoc.device_namespaces_empty`, `vp.mdoc.key_authorized` */
  readonly elements: readonly { readonly namespace: string; readonly name: string; readonly authorized: boolean }[]
  /** `vp.mdoc.device_auth_one`: members of `deviceAuth`; `null` if it is not a map. */
  readonly methods: readonly string[] | null
  /** `DeviceAuthenticationBytes` of this request, which the proof must cover; `null` if part of it is missing. */
  readonly authentication: Uint8Array | null
  /** `null` if the member is absent. */
  readonly signature: DeviceProof | null
  readonly mac: DeviceProof | null
}

/** Why something was not tried that may explain a proof. */
export type Untried =
  /** Its handover holds a nonce of the wallet, which comes as `apu` or not at all. */
  | 'iso_18013_7_without_nonce'
  /** Only requests of the newest sessions are tried. */
  | 'older_sessions'
  | 'more_than_the_bound'
  | 'too_much_signed'
  | 'too_many_documents'

/** What a device proof was tried with, to explain why it does not verify. */
export interface TriedTranscripts {
  readonly variants: readonly TranscriptVariant[]
  readonly verifications: number
  /** Requests of other sessions, each tried as a whole and in parts. */
  readonly sessions: number
  readonly untried: readonly Untried[]
}

export interface DeviceProof {
  /** `vp.mdoc.device_alg`, `vp.mdoc.device_payload_detached` */
  readonly cose: CoseReading
  /** Over the transcript of this request only. `vp.mdoc.device_signature`, `vp.mdoc.device_mac` */
  readonly verdict: CoseVerdict
  /** The transcript that it verifies with: for a hint, never a reason to accept. `vp.mdoc.transcript_variant` */
  readonly variant: TranscriptVariant | null
  /** The values that it verifies with, if they are not those of this request. */
  readonly madeFor: HandoverInput | null
  /** `null` if the verdict needs no explanation. */
  readonly tried: TriedTranscripts | null
  /** The other session whose request it was made for, with the parts taken from that request. */
  readonly ofSession: { readonly id: string; readonly parts: readonly string[] } | null
  /** The salt of a MAC key, if it is not the transcript that the MAC covers. */
  readonly saltedWith: TranscriptVariant | null
}
