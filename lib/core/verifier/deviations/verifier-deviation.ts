import type { Deviation } from '../../engine/deviations/deviation'
import type { HeaderField } from '../../ground/http/exchange'
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

/** Members of a session request that a deviation cannot do without. */
interface VerifierNeeds {
  readonly request_uri_method?: 'post'
  readonly request_delivery?: 'by_reference'
  readonly response_mode?: 'direct_post.jwt'
  readonly profile?: 'haip'
  /** The request asks by a DCQL query. */
  readonly query?: true
}

/** What is changed, each by a pure function of what is right. */
interface RequestChanges {
  /** The parameters, once, when the session is made: they are what the answer is judged by. */
  readonly parameters?: (request: JsonObject, tools: MutationTools) => JsonObject
  /** The claims of every delivery. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** The JWS header. `root`: base64 of the DER of the trust anchor. */
  readonly header?: (header: JsonObject, root: string) => JsonObject
  /** The request is signed under a certificate that signs itself. */
  readonly selfSigned?: true
  /** The compact JWS. */
  readonly compact?: (jws: string) => string
  /** The parameters of the link. */
  readonly link?: (parameters: readonly Parameter[]) => readonly Parameter[]
  /** The answer to a fetch of the request. */
  readonly fetchAnswer?: (requestUri: string) => WrongAnswer
  /** The answer to a presentation. */
  readonly responseAnswer?: (responseUri: string) => WrongAnswer
}

/** One request that deviates on purpose, or one answer to a wallet that does: the rest is as it should be. */
export interface VerifierDeviation extends Deviation<RequestChanges, VerifierNeeds> {
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
}

/** A wallet that has the request may as well be asking its user, so its silence says nothing. */
const quiet = { silence: 'says_nothing' } as const

/** A good wallet presents nothing, and says so with one of these errors. */
export const refused = (...errors: readonly string[]) =>
  ({ expects: 'refusal', must: 'The wallet should refuse.', errors, ...quiet }) as const

/** A good wallet responds as usual. */
export const answered = {
  expects: 'going_on',
  must: 'The wallet should respond as usual.',
  errors: [],
  ...quiet,
} as const

type Parameter = readonly [name: string, value: string]
