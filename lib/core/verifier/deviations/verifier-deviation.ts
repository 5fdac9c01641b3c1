import type { Deviation, RightReaction } from '../../engine/deviations/deviation'
import type { HeaderField, Reply } from '../../ground/http/exchange'
import type { DcApiProtocol } from '../../ground/ports/dc-api'
import type { WrongSigner } from '../../ground/ports/keys'
import type { JsonObject } from '../../ground/values/json'
import type { ClientIdPrefix } from '../identity/client-id-prefix'
import type { BrowserChanges } from './browser-changes'
import type { TrustChanges } from './trust-changes'

/** What carries a request to the wallet: a link, or a browser with its Digital Credentials API. */
export type PresentationChannel = 'url' | 'dc_api'

/** Replaces an answer, or parts of it. */
export interface WrongAnswer {
  /** That of the right answer if absent. */
  readonly status?: number
  /** Each takes the place of those with its name. */
  readonly headers?: readonly HeaderField[]
  /** `null` for none; alters the right one if it is a function. */
  readonly body?: null | ((body: Reply['body']) => Reply['body'])
}

/** Where a change of the parameters may take values from. */
interface MutationTools {
  /** At least 128 fresh bits in base64url per call. */
  readonly randomValue: () => string
  readonly responseUri: string
  /** What a test of transaction data changes; `null` in other sessions. */
  readonly transaction: TestedTransaction | null
}

/** The first entry of the transaction data of a session, and what the tester says of its type. */
export interface TestedTransaction {
  /** As the tester sent it, decoded. */
  readonly first: JsonObject
  /** A member that the type requires; empty where the tester names none. */
  readonly requiredField: string
  /** Members with values that the type does not allow; empty where the tester names none. */
  readonly outOfRange: JsonObject
}

/** Members of a session request that a deviation depends on. */
export interface VerifierNeeds {
  /** The protocols of the entries that a browser is handed, in this order. */
  readonly dc_api_protocols?: readonly DcApiProtocol[]
  readonly request_uri_method?: 'post'
  readonly request_delivery?: 'by_reference' | 'by_value'
  readonly response_mode?: 'direct_post.jwt' | 'direct_post'
  readonly profile?: 'haip' | 'openid4vp'
  readonly client_id_prefix?: ClientIdPrefix
  readonly trust_framework?: 'eu' | 'test_root'
  readonly return_redirect_uri?: true
  /** The request has a DCQL query. */
  readonly query?: true
  /** The request has transaction data, and the session says that of their type. */
  readonly transaction?: 'entry' | 'required_field' | 'out_of_range'
}

/** What is altered in a verifier attestation. */
interface AttestationChanges {
  readonly claims?: (claims: JsonObject, tools: Pick<MutationTools, 'responseUri'>) => JsonObject
  readonly compact?: (jws: string) => string
  /** It is signed under a root that is published nowhere. */
  readonly untrusted?: true
}

/** What is altered. Each function is pure and takes the correct value. */
interface RequestChanges {
  /** Alters the parameters once, at creation: the answer is judged against them. */
  readonly parameters?: (request: JsonObject, tools: MutationTools) => JsonObject
  /** Alters the claims of every delivery. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Alters the JWS header. `root`: base64 of the DER of the trust anchor. */
  readonly header?: (header: JsonObject, root: string) => JsonObject
  /** Who signs the request instead. Such a test needs a request by reference. */
  readonly signer?: WrongSigner
  /** Alters the verifier attestation of the session. */
  readonly attestation?: AttestationChanges
  /** Alters the compact JWS. */
  readonly compact?: (jws: string) => string
  /** Sends the request in this way, though its profile forbids that. */
  readonly delivery?: 'by_value'
  /** Asks for a response in the clear, though its profile forbids that. */
  readonly responseMode?: 'direct_post'
  /** Does not encrypt the request to the key of the wallet. */
  readonly unencrypted?: true
  /** Alters the parameters of the link. */
  readonly link?: (parameters: readonly Parameter[], request: JsonObject) => readonly Parameter[]
  /** Replaces the answer to a fetch of the request. */
  readonly fetchAnswer?: (requestUri: string) => WrongAnswer
  /** Replaces the answer to a presentation. */
  readonly responseAnswer?: (responseUri: string) => WrongAnswer
  /** Alters what a browser is handed, beside what it is signed of. */
  readonly browser?: BrowserChanges
  /** Alters what makes the verifier trusted. */
  readonly trust?: TrustChanges
  /** Adds an attestation to `verifier_info` that is bound to a key of the verifier, and alters its proof. */
  readonly keyBoundInfo?: KeyBoundInfoChanges
}

/** What is altered of an attestation about the verifier. OID4VP-1FINAL-5.11.1 */
export interface KeyBoundInfoChanges {
  /** Alters the claims of the proof. */
  readonly proof?: (claims: JsonObject) => JsonObject
  /** Alters the attestation with its proof. */
  readonly compact?: (attestation: string) => string
}

/** An algorithm of requests that is remembered where a wallet announces it. OID4VP-1FINAL-10.1 */
export type RequestAlgorithm = 'RS384'

/**
 * In which sessions a wallet may present nevertheless. `unless_policy_refuses`: where its provider decided that it only warns.
 * `unless_used_or_policy_refuses`: there, and if the wallet did not use what it had to verify first.
 */
type Advisory = true | 'unless_policy_refuses' | 'unless_used_or_policy_refuses'

/** A deliberate deviation in one request, or in one answer to the wallet; everything else is correct. */
export interface VerifierDeviation extends Deviation<RequestChanges, VerifierNeeds> {
  readonly expects: Exclude<RightReaction, 'report'>
  /**
   * No MUST requires the wallet to refuse: a presentation is accepted with a warning. The European framework still asks
   * for the refusal. See `isAdvisory`. Where the wallet should respond, an error is a warning.
   */
  readonly advisory?: Advisory
  /**
   * It is found by verifying who signed the request. Where a browser carries the request, a wallet may leave that out: the test is
   * advisory there. OID4VP-1FINAL-5.9.3
   */
  readonly ofSigner?: true
  /** What may carry the request of a session with it: it shows nothing on another channel. */
  readonly channels: readonly PresentationChannel[]
  /** Ids of the deviations that it makes all at once. */
  readonly joins?: readonly string[]
  /** What else is to be known of a presentation, as a sentence. */
  readonly note?: string
  /** Error codes that fit, the expected one first. Empty if no error is expected. */
  readonly errors: readonly string[]
  /** Whether what is wrong with lists reached the wallet, by the details of its reads of them; always if absent. */
  readonly reached?: (listReads: readonly JsonObject[]) => boolean
  /** Where the wallet can read what was revoked. */
  readonly revokedIn?: 'status' | 'crl'
  /** The wallet can see the deviation in the link, before it fetches anything. */
  readonly inLink?: true
  /** The link holds all of the request, so that nothing is fetched. */
  readonly linkHoldsAll?: true
  /** Client id prefixes with which nothing of it is wrong, so that a good wallet goes on. OID4VP-1FINAL-5.9.3 */
  readonly rightWith?: readonly ClientIdPrefix[]
  /** Nothing of it is wrong in parameters that stand in the link, without a request object. */
  readonly inObject?: true
  /** The installation has an https address. */
  readonly needsHttps?: true
  /** The installation has a host name, not just an IP address. */
  readonly needsHostName?: true
  /** The wallet did not announce that it verifies this algorithm. */
  readonly unlessAnnounced?: RequestAlgorithm
  /** The deviation occurs only if the wallet sent a `wallet_nonce`. */
  readonly needsWalletNonce?: true
  /** The deviation occurs only if the wallet sent a key that the request can be encrypted to. */
  readonly needsWalletJwks?: true
}

/** A wallet that has the request may still be asking its user, so its silence says nothing. A link carries the request unless it says more. */
const quiet = { silence: 'says_nothing', channels: ['url'] } as const

/** Just as wrong, or as unusual, in a request that a browser carries. */
export const onBothChannels = { channels: ['url', 'dc_api'] } as const

/** The same, but there the wallet decides whether it looks. OID4VP-1FINAL-5.9.3 */
export const ofSignerOnBoth = { ...onBothChannels, ofSigner: true } as const

/** A conformant wallet presents nothing and returns one of these errors. */
export const refused = (...errors: readonly string[]) =>
  ({ expects: 'refusal', must: 'The wallet should refuse.', errors, ...quiet }) as const

/** A conformant wallet responds as usual. */
export const answered = {
  expects: 'going_on',
  must: 'The wallet should respond as usual.',
  errors: [],
  ...quiet,
} as const

type Parameter = readonly [name: string, value: string]
