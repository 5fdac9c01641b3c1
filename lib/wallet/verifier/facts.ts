import type { WalletKey } from '../jose/key'
import type { VerifierTrust } from '../trust/evaluate-verifier'
import type { AuthorizationLink } from './authorization-link'
import type { PageLink } from './dc-api/digital-request'
import type { Selection } from './dcql/select-credentials'
import type { ForeignIssuer } from './foreign-issuer'
import type { AuthorizationRequest, ReplyAddress } from './request/authorization-request'
import type { Authorization } from './request/transaction-data'

/** What the platform tells a wallet about a browser request, and what the wallet uses of it (OID4VP-1FINALA-A.2). */
interface BrowserFacts {
  /** Origin of the requesting page. */
  origin: string
  /** The page itself, if the wallet also plays its browser. */
  page: PageLink | null
  /** The protocol of each entry of the request, in order. */
  offered: string[]
  /** Protocol of the entry that the wallet answers; null until it has chosen. */
  protocol: string | null
  /** The text covered by the `org-iso-mdoc` handover; null for other protocols (ISO18013-7-C). */
  encryptionInfo: string | null
}

/** What the wallet has learned so far. Null: not yet, or there is none. */
export interface VerifierFacts {
  link: AuthorizationLink | null
  /** What the browser says that carries request and response; null for a link. */
  browser: BrowserFacts | null
  /** The `wallet_nonce` that the verifier must echo in the request object. */
  walletNonce: string | null
  /** The key that the request object is encrypted to; null if encryption was not requested. */
  requestKey: WalletKey | null
  /** Where responses and errors go. */
  replyTo: ReplyAddress | null
  /** The request, once verified. */
  request: AuthorizationRequest | null
  /** The `verifier_info` of the request, as received. */
  verifierInfo: unknown
  /** The certificates that sign the request, leaf first, base64 DER. */
  requestSigner: string[]
  /** The result of evaluating trust in the verifier; null if trust is not evaluated. */
  trust: VerifierTrust | null
  selections: Selection[]
  /** The transactions that each credential authorises. */
  authorizations: Map<Selection, Authorization>
  /** The presentation in progress, up to the key binding JWT. */
  sdJwt: string | null
  /** The issuer of the credential that the wallet issued to itself. */
  foreignIssuer: ForeignIssuer | null
  /** Where the user's browser goes next. */
  redirectUri: string | null
}
