import type { EpochMillis } from '../../../time/time'

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
