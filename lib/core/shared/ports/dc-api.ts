import type { JsonObject } from '../values/json'

/** Exchange protocols of the Digital Credentials API that a session may offer. OID4VP-1FINALA-A.1 */
export const dcApiProtocols = [
  'openid4vp-v1-unsigned',
  'openid4vp-v1-signed',
  'openid4vp-v1-multisigned',
  'org-iso-mdoc',
] as const

export type DcApiProtocol = (typeof dcApiProtocols)[number]

/** One entry of `requests`. Each has its own nonce and key, so that a response proves which entry the wallet used. */
export interface DcApiEntry {
  readonly protocol: DcApiProtocol
  /** Base64url. For `org-iso-mdoc`, the nonce bytes in `encryptionInfo`. */
  readonly nonce: string
  /** `kid` of the response encryption key; `null` if unencrypted, and for `org-iso-mdoc`, which has no `kid`. */
  readonly encryptionKid: string | null
  /** RFC 7638 thumbprint of that key, base64url; `null` if unencrypted. */
  readonly thumbprint: string | null
  /**
   * Public half of that key, with `kty`, `crv`, `x`, `y` only; absent if there is none, or if `encryptionInfo` contains
   * it.
   */
  readonly publicJwk?: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  /** `encryptionInfo` as sent, because the handover contains its text; only for `org-iso-mdoc`. ISO18013-7-C */
  readonly encryptionInfo?: string
}

/** Digital Credentials API state of a session. Private keys are stored separately, in the same order as `entries`. */
export interface DcApi {
  readonly entries: readonly DcApiEntry[]
  /** Appended to `expected_origins` after our own. */
  readonly extraOrigins: readonly string[]
  /** Parameters that signed requests have in addition, or with other values. */
  readonly signed?: JsonObject
  /** Parameters that unsigned requests have in addition, or with other values. */
  readonly unsigned?: JsonObject
  /**
   * Signers of a multi-signed request, in signature order; absent if no entry is multi-signed. OID4VP-1FINALA-A.3.2.2
   */
  readonly signatures?: readonly DcApiSignature[]
}

/** One signature of a multi-signed request. */
export interface DcApiSignature {
  readonly clientId: string
  /** Certificates of the key when the session was created. */
  readonly x5c: readonly string[]
}
