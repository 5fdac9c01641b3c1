import type { HeaderField } from '../../ground/http/exchange'
import type { ClauseId } from '../../ground/ports/clauses'
import type { JsonObject } from '../../ground/values/json'

/** What an answer is replaced by; its body stays unless `body` says otherwise. */
export interface WrongAnswer {
  readonly status: number
  readonly headers?: readonly HeaderField[]
  readonly body?: null
}

/** What a mutation of the parameters may take values from. */
interface MutationTools {
  /** At least 128 fresh bits in base64url, one call a value. */
  readonly randomValue: () => string
  readonly responseUri: string
}

/** Members of a session request that a test cannot do without. */
interface TestNeeds {
  readonly request_uri_method?: 'post'
  readonly request_delivery?: 'by_reference'
  readonly response_mode?: 'direct_post.jwt'
  readonly profile?: 'haip'
  /** The request asks by a DCQL query. */
  readonly query?: true
}

/**
 * One fault that a request has on purpose, or one harmless oddity: the rest of the request is as it should be. Each member
 * that changes something is a pure function of what it would change.
 */
export interface NegativeTest {
  /** Public and permanent, like the id of a check. */
  readonly id: string
  /** A sentence for people: what is unusual about the request. */
  readonly title: string
  readonly clause: ClauseId
  /** `refusal`: a wallet must not present. `answer`: a wallet answers as usual. */
  readonly expects: 'refusal' | 'answer'
  /**
   * No MUST obliges a wallet to refuse: a presentation is accepted, and what is found is a warning. The European framework
   * asks for the refusal all the same.
   */
  readonly advisory?: true
  /** Error codes that fit; the first is the one to expect. Empty where no error is expected. */
  readonly errors: readonly string[]
  /** The wallet can see it in the link, before it fetches anything. */
  readonly inLink?: true
  /** Shows only where the wallet sent a `wallet_nonce`. */
  readonly needsWalletNonce?: true
  readonly needs?: TestNeeds
  /** Changes the parameters once, when the session is made: they are what the answer is judged by. */
  readonly parameters?: (request: JsonObject, tools: MutationTools) => JsonObject
  /** Changes the claims of every delivery. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Changes the JWS header. `root`: base64 of the DER of the trust anchor. */
  readonly header?: (header: JsonObject, root: string) => JsonObject
  /** Signs under a certificate that signs itself. */
  readonly selfSigned?: true
  /** Changes the compact JWS. */
  readonly compact?: (jws: string) => string
  /** Changes the parameters of the link. */
  readonly link?: (parameters: readonly Parameter[]) => readonly Parameter[]
  /** Changes the answer to a fetch of the request. */
  readonly fetchAnswer?: (requestUri: string) => WrongAnswer
  /** Changes the answer to a presentation. */
  readonly responseAnswer?: (responseUri: string) => WrongAnswer
}

type Parameter = readonly [name: string, value: string]
