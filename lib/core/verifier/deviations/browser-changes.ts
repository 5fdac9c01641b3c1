import type { JsonObject } from '../../ground/values/json'

/** One entry of what a browser is handed. OID4VP-1FINALA-A.1 */
export interface BrowserRequest {
  readonly protocol: string
  readonly data: JsonObject
}

/** Where a change of what a browser is handed may take values from. */
export interface BrowserTools {
  readonly clientId: string
  readonly requestUri: string
}

/** What is altered of what a browser is handed. Each function is pure and takes the correct value. */
export interface BrowserChanges {
  /** Alters the members of an unsigned request. */
  readonly unsigned?: (members: JsonObject, tools: BrowserTools) => JsonObject
  /** Alters the payload of a request with several signatures, which all of them sign. */
  readonly payload?: (payload: JsonObject, tools: BrowserTools) => JsonObject
  /** Alters the signature at a place of such a request, in base64url. */
  readonly signature?: (signature: string, place: number) => string
  /** Every entry holds a signed request, whatever its protocol says. */
  readonly dataOf?: 'openid4vp-v1-signed'
  /** Alters the list of entries. */
  readonly requests?: (requests: readonly BrowserRequest[], tools: BrowserTools) => readonly BrowserRequest[]
  /** Alters the signature over the reader authentication of an mdoc request. ISO18013-5-9.1.4 */
  readonly readerSignature?: (signature: Uint8Array) => Uint8Array
  /** `encryptionInfo` names no key that the response could be encrypted to. */
  readonly withoutRecipientKey?: true
}
