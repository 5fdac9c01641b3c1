import type { JsonObject } from '../values/json'

/** How a request reaches a browser, and an answer comes back: the exchange protocols that a session may list. OID4VP-1FINALA-A.1 */
export const dcApiProtocols = [
  'openid4vp-v1-unsigned',
  'openid4vp-v1-signed',
  'openid4vp-v1-multisigned',
  'org-iso-mdoc',
] as const

export type DcApiProtocol = (typeof dcApiProtocols)[number]

/** One entry of `requests`. Each has its own nonce and its own key, so that an answer proves which one the wallet read. */
export interface DcApiEntry {
  readonly protocol: DcApiProtocol
  /** Base64url. For `org-iso-mdoc` the bytes of the nonce in `encryptionInfo`. */
  readonly nonce: string
  /** `kid` of the key that the response is encrypted to; `null` where it is not, and for `org-iso-mdoc`, which names none. */
  readonly encryptionKid: string | null
  /** RFC 7638 thumbprint of that key, base64url; `null` for an answer in the clear. */
  readonly thumbprint: string | null
  /** The public half of that key, with `kty`, `crv`, `x`, `y` only; absent where there is none, or `encryptionInfo` holds it. */
  readonly publicJwk?: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  /** `encryptionInfo` as sent, because its text enters the handover; absent but for `org-iso-mdoc`. ISO18013-7-C */
  readonly encryptionInfo?: string
}

/** What a session has whose request a browser carries. Private keys are apart, in the order of the entries. */
export interface DcApi {
  readonly entries: readonly DcApiEntry[]
  /** Added to `expected_origins` after ours. */
  readonly extraOrigins: readonly string[]
  /** Parameters of signed requests that unsigned ones do not have, or have otherwise. */
  readonly signed?: JsonObject
  /** The same of unsigned requests. */
  readonly unsigned?: JsonObject
  /** Who signs a multi-signed request, in the order of its signatures; absent where no entry is one. OID4VP-1FINALA-A.3.2.2 */
  readonly signatures?: readonly DcApiSignature[]
}

/** One signature of a multi-signed request. */
export interface DcApiSignature {
  readonly clientId: string
  /** Certificates of the key, as they were when the session was made. */
  readonly x5c: readonly string[]
}
