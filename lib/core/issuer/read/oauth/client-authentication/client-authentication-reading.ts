import type { JwkFacts } from '../../../../ground/jose/jwk'
import type { Unreadable } from '../../../../ground/jose/jwt'
import type { CertificateFacts } from '../../../../ground/ports/certificate-facts'
import type { RegisteredClient } from '../../../../ground/ports/settings'
import type { EpochMillis } from '../../../../ground/time/time'
import type { AttestedMethod, ClientAuthenticationMethod } from '../authorization-server-metadata'
import type { AttestationDrafts } from './attestation-drafts'
import type { JtiHistory } from './read-jti-history'

/** A method that a request shows signs of; the last two are never supported. */
export type ObservedMethod = Exclude<ClientAuthenticationMethod, 'none'> | 'client_secret_post' | 'client_secret_basic'

/** Whether a method is a wallet attestation, whatever its proof of possession is. ABCA10-8 */
export const isAttested = (method: string): method is AttestedMethod =>
  method === 'attest_jwt_client_auth' || method === 'attest_jwt_client_auth_dpop'

/** How a request to PAR or token authenticates its client, as facts. RFC6749-2.3 */
export interface ClientAuthenticationReading {
  readonly endpoint: 'par' | 'token'
  /** Empty: the client does not authenticate. */
  readonly methods: readonly ObservedMethod[]
  /** `token_endpoint_auth_methods_supported`. */
  readonly advertised: readonly ClientAuthenticationMethod[]
  /** The `client_id` parameter. */
  readonly clientId: string | null
  /** The client that the request claims to come from: the authenticated one, otherwise the one it names. */
  readonly claimedClientId: string | null
  /** Whether that client registered keys, so that its name alone does not identify it. */
  readonly registered: boolean
  readonly attestation: WalletAttestationReading | null
  readonly assertion: ClientAssertionReading | null
  /** How the pushed request behind the code authenticated; `null` without such a request. */
  readonly pushed: PushedClient | null
}

/** The client of the pushed request, as stored with the code. */
export interface PushedClient {
  readonly clientId: string
  readonly method: string
  /** Digest of the PoP in that request. */
  readonly popDigest: string | null
}

type Signature = 'valid' | 'invalid' | 'unverifiable'

/** A JWT that could be decoded; whether its content is right is up to the checks. */
interface ReadableJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** `unverifiable`: no key to verify with, or an algorithm that is not published. */
  readonly signature: Signature
}

/** `OAuth-Client-Attestation` and `OAuth-Client-Attestation-PoP`. ABCA-6 */
export interface WalletAttestationReading {
  readonly now: EpochMillis
  /** Number of values of each header, counting repeated lines and comma-separated values. */
  readonly attestationCount: number
  readonly popCount: number
  /** Why the first value of a header could not be read; `null` if it could, or there is none. */
  readonly attestationUnreadable: Unreadable | null
  readonly popUnreadable: Unreadable | null
  readonly attestation: AttestationJwt | null
  readonly pop: AttestationPop | null
  /** The drafts that the issuer takes. */
  readonly drafts: AttestationDrafts
  /** The DPoP proof that is the proof of possession; `null` where the request has or needs one of its own. ABCA10-5.2 */
  readonly combined: CombinedProof | null
  readonly algorithms: readonly string[]
  readonly trust: 'capture' | 'enforce'
  /** Identifier of this authorization server, expected in `aud` of the PoP. */
  readonly issuer: string
  readonly clientId: string | null
  /** State of the challenge in the proof of possession; `null` while none is required. */
  readonly challenge: 'current' | 'absent' | 'unknown' | null
  /** Digest of that challenge; `null` without one. */
  readonly challengeDigest: string | null
}

/** The DPoP proof of a request as far as it could be read; each member is `null` before, and without a readable one. */
export interface CombinedProof {
  readonly signature: Signature | null
  readonly thumbprint: string | null
}

export interface AttestationJwt extends ReadableJwt {
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  readonly cnf: JwkFacts
  readonly history: AttestationHistory
}

/** What other sessions saw of the same wallet provider. */
export interface AttestationHistory {
  /** `shared`: another session saw the same `sub`. `unique`: others saw this provider, but none this `sub`. */
  readonly subject: 'first' | 'shared' | 'unique'
  /** Another issuer that received an attestation of the same key. */
  readonly keySeenAt: string | null
  /** Digests to remember; `null` or none if a part of them is missing. */
  readonly providerDigest: string | null
  readonly subjectDigest: string | null
  readonly keyDigests: readonly string[]
}

export interface AttestationPop extends ReadableJwt {
  /** Digest of the whole PoP. */
  readonly digest: string
  /** Digest under which its `jti` is remembered; `null` without a usable `jti`. */
  readonly jtiDigest: string | null
  readonly jtiHistory: JtiHistory
}

/** `client_assertion` and `client_assertion_type`. RFC7523-2.2 */
export interface ClientAssertionReading {
  readonly now: EpochMillis
  readonly type: string | null
  readonly sent: boolean
  readonly unreadable: Unreadable | null
  readonly jwt: ReadableJwt | null
  readonly client: RegisteredClient | null
  readonly clientId: string | null
  readonly algorithms: readonly string[]
  /** Identifier of this authorization server. */
  readonly issuer: string
  /** Endpoint URLs that are accepted in place of the identifier. */
  readonly endpoints: readonly string[]
  readonly jtiDigest: string | null
  readonly jtiHistory: JtiHistory
}
