import type { WalletKey } from '../jose/key'
import type { AuthorizationLink } from './authorization-link'
import type { Selection } from './dcql/select-credentials'
import type { ForeignIssuer } from './foreign-issuer'
import type { AuthorizationRequest, ReplyAddress } from './request/authorization-request'
import type { Authorization } from './request/transaction-data'

/** What the wallet has learned so far. Null means: not yet, or there is none. */
export interface PresentationFacts {
  link: AuthorizationLink | null
  /** What the verifier is to echo in the request object. */
  walletNonce: string | null
  /** The key that the request object is encrypted to; null when that was not asked for. */
  requestKey: WalletKey | null
  /** Where answers and errors go. */
  replyTo: ReplyAddress | null
  /** The request, once it was verified. */
  request: AuthorizationRequest | null
  selections: Selection[]
  /** What each of them authorises. */
  authorizations: Map<Selection, Authorization>
  /** The presentation that is being made, up to the key binding JWT. */
  sdJwt: string | null
  /** The issuer of the credential that the wallet made itself. */
  foreignIssuer: ForeignIssuer | null
  /** Where the user's browser continues. */
  redirectUri: string | null
}
