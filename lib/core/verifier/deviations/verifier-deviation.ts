import type { Deviation, RightReaction } from '../../engine/deviations/deviation'
import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { HeaderField, Reply } from '../../shared/http/exchange'
import type { DcApiProtocol } from '../../shared/ports/dc-api'
import type { MintedAccess, Signer, WrongSigner } from '../../shared/ports/keys'
import type { TrustKeys } from '../../shared/ports/trust'
import type { Json, JsonObject } from '../../shared/values/json'
import type { ClientIdPrefix } from '../identity/verifier-client-id'

/**
 * Deviations in the verifier's trust; the request itself stays unchanged. Each function is pure and takes the correct
 * value.
 */
export interface TrustChanges {
  /** Modifies the registered query; that of the request stays. */
  readonly registers?: (query: JsonObject) => JsonObject
  /** It registers less than requested, as a certificate of another registrar may. */
  readonly overAsks?: true
  /** Modifies the claims of the registration certificate. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Modifies its header. */
  readonly header?: (header: JsonObject) => JsonObject
  /** Signs it in place of the registrar. */
  readonly signer?: (keys: TrustKeys) => Signer
  /** Modifies its compact JWS. */
  readonly compact?: (jws: string) => string
  /** Replaces each `data` of `verifier_info`; `another` creates a second certificate. */
  readonly entries?: (data: Json, another: () => Json) => readonly Json[]
  /** Access certificate that signs the request, in place of the correct one. */
  readonly access?: MintedAccess
  /** Wrong documents at the session's URLs. */
  readonly served?: (keys: TrustKeys) => WrongTrust
}

/** Possible for the registrar only. A certificate of another registrar can be omitted, corrupted or exceeded. */
const byRegistrar = ['registers', 'claims', 'header', 'signer', 'served'] as const

/** True if only a registration certificate of ours can deviate like this. */
export const needsOurRegistrar = (changes: TrustChanges): boolean =>
  changes.overAsks !== true && byRegistrar.some((change) => changes[change] !== undefined)

/** One entry of a browser request. OID4VP-1FINALA-A.1 */
export interface BrowserRequest {
  readonly protocol: string
  readonly data: JsonObject
}

/** Sources of values for browser changes. */
export interface BrowserTools {
  readonly clientId: string
  readonly requestUri: string
}

/** Changes to a browser request. Each function is pure and takes the correct value. */
export interface BrowserChanges {
  /** Modifies the members of an unsigned request. */
  readonly unsigned?: (members: JsonObject, tools: BrowserTools) => JsonObject
  /** Modifies the payload of a multi-signed request before signing. */
  readonly payload?: (payload: JsonObject, tools: BrowserTools) => JsonObject
  /** Modifies one base64url signature of such a request. */
  readonly signature?: (signature: string, place: number) => string
  /** All entries hold a signed request, whatever their protocol. */
  readonly dataOf?: 'openid4vp-v1-signed'
  /** Modifies the list of entries. */
  readonly requests?: (requests: readonly BrowserRequest[], tools: BrowserTools) => readonly BrowserRequest[]
  /** Modifies the reader authentication signature of an mdoc request. ISO18013-5-9.1.4 */
  readonly readerSignature?: (signature: Uint8Array) => Uint8Array
  /** `encryptionInfo` has no key for the response. */
  readonly withoutRecipientKey?: true
}

/** What carries a request to the wallet: a link, or a browser with the Digital Credentials API. */
export type PresentationChannel = 'url' | 'dc_api'

/** Replaces a reply or parts of it. */
export interface WrongAnswer {
  /** By default that of the correct reply. */
  readonly status?: number
  /** Replace headers of the same name. */
  readonly headers?: readonly HeaderField[]
  /** `null` for none; a function modifies the correct one. */
  readonly body?: null | ((body: Reply['body']) => Reply['body'])
}

/** Sources of values for parameter changes. */
interface MutationTools {
  /** At least 128 fresh bits in base64url per call. */
  readonly randomValue: () => string
  readonly responseUri: string
  /** Input of transaction data tests; `null` in other sessions. */
  readonly transaction: TestedTransaction | null
}

/** The first transaction data entry of a session, with the tester's description of its type. */
export interface TestedTransaction {
  /** As sent by the tester, decoded. */
  readonly first: JsonObject
  /** A required member of the type; empty if not given. */
  readonly requiredField: string
  /** Members with values that the type forbids; empty if not given. */
  readonly outOfRange: JsonObject
}

/** Members of a session request that a deviation depends on. */
export interface VerifierNeeds {
  /** Protocols of the browser entries, in order. */
  readonly dc_api_protocols?: readonly DcApiProtocol[]
  readonly request_uri_method?: 'get' | 'post'
  readonly request_delivery?: 'by_reference' | 'by_value'
  readonly response_mode?: 'direct_post.jwt' | 'direct_post'
  readonly profile?: 'haip' | 'openid4vp'
  readonly client_id_prefix?: ClientIdPrefix
  readonly trust_framework?: 'eu' | 'test_root'
  readonly return_redirect_uri?: true
  /** The request has a DCQL query. */
  readonly query?: true
  /** The request has transaction data, with this information about its type. */
  readonly transaction?: 'entry' | 'required_field' | 'out_of_range'
}

/** Changes to a verifier attestation. */
interface AttestationChanges {
  readonly claims?: (claims: JsonObject, tools: Pick<MutationTools, 'responseUri'>) => JsonObject
  readonly compact?: (jws: string) => string
  /** Signed under an unpublished root. */
  readonly untrusted?: true
}

/** Each function is pure and takes the correct value. */
export interface RequestChanges {
  /** The address for the response, which the service then takes responses at. */
  readonly responseUri?: (right: string) => string
  /** Modifies the parameters once, at creation; responses are judged against the result. */
  readonly parameters?: (request: JsonObject, tools: MutationTools) => JsonObject
  /** Modifies the claims of every delivery. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Modifies the JWS header. `root`: trust anchor in base64 DER. */
  readonly header?: (header: JsonObject, root: string) => JsonObject
  /** `header` takes and gives `alg` too, whatever signs. */
  readonly freeAlgorithm?: true
  /** Signs the request instead. Needs a request by reference. */
  readonly signer?: WrongSigner
  /** Modifies the session's verifier attestation. */
  readonly attestation?: AttestationChanges
  /** Modifies the compact JWS. */
  readonly compact?: (jws: string) => string
  /** Uses this delivery although the profile forbids it. */
  readonly delivery?: 'by_value'
  /** Requests an unencrypted response although the profile forbids it. */
  readonly responseMode?: 'direct_post'
  /** Leaves the request unencrypted. */
  readonly unencrypted?: true
  /** Modifies the link parameters. */
  readonly link?: (parameters: readonly Parameter[], request: JsonObject) => readonly Parameter[]
  /** Replaces the reply to a fetch of the request. */
  readonly fetchAnswer?: (requestUri: string) => WrongAnswer
  /** Replaces the reply to a presentation. */
  readonly responseAnswer?: (responseUri: string) => WrongAnswer
  /** Modifies the whole reply to a fetch of the request. */
  readonly fetchReply?: (right: Reply) => Reply
  /** Modifies the whole reply to a presentation. */
  readonly responseReply?: (right: Reply) => Reply
  /** Modifies a browser request beyond its signed content. */
  readonly browser?: BrowserChanges
  /** Modifies what makes the verifier trusted. */
  readonly trust?: TrustChanges
  /** Adds a key-bound attestation to `verifier_info` and modifies its proof. */
  readonly keyBoundInfo?: KeyBoundInfoChanges
}

/** Changes to an attestation about the verifier. OID4VP-1FINAL-5.11.1 */
export interface KeyBoundInfoChanges {
  /** Modifies the proof's claims. */
  readonly proof?: (claims: JsonObject) => JsonObject
  /** Modifies the attestation with its proof. */
  readonly compact?: (attestation: string) => string
}

/** A request algorithm that is remembered if a wallet announces it. OID4VP-1FINAL-10.1 */
export type RequestAlgorithm = 'RS384' | 'EdDSA'

/**
 * When a wallet may present nevertheless. `unless_policy_refuses`: if its provider decided to warn only.
 * `unless_used_or_policy_refuses`: additionally, if the wallet did not use what it would have to verify.
 */
type Advisory = true | 'unless_policy_refuses' | 'unless_used_or_policy_refuses'

/** All that a request and our replies show, as documents; those that a session does not have are empty. */
export interface RequestDocuments {
  /** Claims, or parameters, of the request; of each entry of a browser request, empty for one that has none. */
  readonly entries: readonly JsonObject[]
  readonly header: JsonObject
  /** Parameters of the link. */
  readonly link: JsonObject
  /** What is wrong with the signature; `null` for nothing. */
  readonly signature: string | null
  /** Replies to the fetch and to a response: `{status, content_type, body}`. */
  readonly fetch: JsonObject
  readonly response: JsonObject
}

/** A deliberate deviation in one request or one reply; everything else is correct. */
export interface VerifierDeviation extends Deviation<RequestChanges, VerifierNeeds> {
  readonly expects: Exclude<RightReaction, 'report'>
  /**
   * No MUST requires a refusal: a presentation is accepted with a warning, although the European framework still asks
   * for the refusal. See `isAdvisory`. Where the wallet should respond, an error is a warning.
   */
  readonly advisory?: Advisory
  /**
   * Visible only when verifying the signer. Wallets may skip that for browser requests, where the test is advisory.
   * OID4VP-1FINAL-5.9.3
   */
  readonly ofSigner?: true
  /** Channels on which the deviation shows. */
  readonly channels: readonly PresentationChannel[]
  /** Ids of the deviations it combines. */
  readonly joins?: readonly string[]
  /** Further information for the tester, as a sentence. */
  readonly note?: string
  /** Fitting error codes, the expected one first. Empty if no error is expected. */
  readonly errors: readonly string[]
  /** Whether a list deviation reached the wallet, from the details of its reads; always if absent. */
  readonly reached?: (listReads: readonly JsonObject[]) => boolean
  /** Where the wallet can read the revocation. */
  readonly revokedIn?: 'status' | 'crl'
  /** The deviation is visible in the link, before any fetch. */
  readonly inLink?: true
  /** The link holds the whole request, so nothing is fetched. */
  readonly linkHoldsAll?: true
  /** Client id prefixes with which it is correct, so that a good wallet continues. OID4VP-1FINAL-5.9.3 */
  readonly rightWith?: readonly ClientIdPrefix[]
  /** Correct in link parameters without a request object. */
  readonly inObject?: true
  /** Needs an installation with an https URL. */
  readonly needsHttps?: true
  /** Needs an installation with a host name, not just an IP address. */
  readonly needsHostName?: true
  /** The wallet did not announce this algorithm. */
  readonly unlessAnnounced?: RequestAlgorithm
  /** For a test with a random part or a time: whether a request is changed as by this test. */
  readonly equals?: (before: RequestDocuments, after: RequestDocuments) => boolean
  /** The title that holds for each request which `equals` takes, where that of this test does not. */
  readonly titleOfEqual?: string
  /** Occurs only if the wallet sent a `wallet_nonce`. */
  readonly needsWalletNonce?: true
  /** Occurs only if the wallet sent a key to encrypt the request to. */
  readonly needsWalletJwks?: true
}

/** A wallet with the request may still be asking its user, so silence says nothing. */
const quiet = { silence: 'says_nothing', channels: ['url'] } as const

/** Also shows in a browser request. */
export const onBothChannels = { channels: ['url', 'dc_api'] } as const

/** Like `onBothChannels`, but in a browser verification is up to the wallet. OID4VP-1FINAL-5.9.3 */
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
