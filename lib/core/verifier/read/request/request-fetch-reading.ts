import type { JwkFacts } from '../../../ground/jose/jwk'
import type { PresentationSession } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { Wording } from '../../../ground/values/wording'
import type { PrivacyReading } from '../privacy/read-privacy'
import type { RequestEncryption } from './choose-request-encryption'

/** A fetch of the Request Object, with everything that was found in it. RFC9101-5.2.3, OID4VP-1FINAL-5.10 */
export interface RequestFetchReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  readonly method: 'GET' | 'POST'
  /** True for `HEAD`, which fetches header fields only and does not count as a fetch. RFC 9110 section 9.3.2 */
  readonly onlyHead: boolean
  /** The `Accept` header, its fields joined; `null` when absent. */
  readonly accept: string | null
  readonly bodyBytes: number
  /** Query string of the address; `null` if there was none. */
  readonly query: string | null
  /** Properties of the connection; `version` is `null` if unknown, and it is `plain` where a trusted proxy says so. */
  readonly tls: { readonly https: boolean; readonly version: string | null; readonly plain?: boolean }
  readonly privacy: PrivacyReading
  /** Whether the client is a program that inspects links for previews or safety, rather than a wallet. */
  readonly linkPreview: boolean
  readonly history: {
    /** Number of earlier fetches, not counting link previews. */
    readonly fetches: number
    readonly consumedAt: EpochMillis | null
    readonly expired: boolean
  }
  /** `null` for GET. */
  readonly post: RequestPostReading | null
}

/** What a wallet sent to fetch the request. OID4VP-1FINAL-5.10 */
export interface RequestPostReading {
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly utf8: boolean
  readonly members: readonly string[]
  readonly duplicates: readonly string[]
  readonly walletNonce: WalletNonceReading | null
  readonly walletMetadata: WalletMetadataReading | null
}

export interface WalletNonceReading {
  /** The first value, as received. */
  readonly value: string
  /** Whether it has at most 512 printable ASCII characters: only such a value is sent back. */
  readonly usable: boolean
  /** Whether an earlier fetch, of this or another session, used it. */
  readonly seenBefore: boolean
}

/** The wallet's metadata. OID4VP-1FINAL-10.1 */
export interface WalletMetadataReading {
  /** Why it is not a JSON object; `null` if it is one. */
  readonly error: Wording | null
  /** As received. */
  readonly text: string
  readonly value: Readonly<Record<string, unknown>> | null
  /** The text parsed as JSON, for redaction; `undefined` if it is not JSON. */
  readonly json?: unknown
  readonly bytes: number
  /** `null` if it contains no keys. */
  readonly jwks: {
    readonly isKeySet: boolean
    readonly keys: readonly { readonly facts: JwkFacts; readonly use: string | null }[]
  } | null
  /** How the Request Object was encrypted; `null` if it was not. */
  readonly encryption: RequestEncryption | null
}
