import type { JwkFacts } from '../../../../shared/jose/jwk'
import type { Unreadable } from '../../../../shared/jose/jwt'
import type { CertificateFacts } from '../../../../shared/ports/certificate-facts'
import type { RegisteredClient } from '../../../../shared/ports/settings'
import type { EpochMillis } from '../../../../shared/time/time'
import type { UnitStatusReading } from '../../wallet-unit/unit-status'
import type { WalletUnitRules } from '../../wallet-unit/wallet-unit-rules'
import type { AttestedMethod, ClientAuthenticationMethod } from '../authorization-server-metadata'
import type { AttestationDrafts } from './client-authentication-methods'
import type { JtiHistory } from './read-jti-history'

/** Methods that a request shows signs of; the last two are never supported. */
export type ObservedMethod = Exclude<ClientAuthenticationMethod, 'none'> | 'client_secret_post' | 'client_secret_basic'

/** True for wallet attestations with any proof of possession. ABCA10-8 */
export const isAttested = (method: string): method is AttestedMethod =>
  method === 'attest_jwt_client_auth' || method === 'attest_jwt_client_auth_dpop'

/** Client authentication at PAR or token endpoint. RFC6749-2.3 */
export interface ClientAuthenticationReading {
  readonly endpoint: 'par' | 'token'
  /** Empty without client authentication. */
  readonly methods: readonly ObservedMethod[]
  /** `token_endpoint_auth_methods_supported`. */
  readonly advertised: readonly ClientAuthenticationMethod[]
  /** Parameter value. */
  readonly clientId: string | null
  /** The authenticated client, otherwise the named one. */
  readonly claimedClientId: string | null
  /** Whether the client registered keys, so that its name alone does not identify it. */
  readonly registered: boolean
  readonly attestation: WalletAttestationReading | null
  readonly assertion: ClientAssertionReading | null
  /** Client authentication of the pushed request behind the code; `null` without one. */
  readonly pushed: PushedClient | null
  /** What the issuer knows of the wallet unit; `null` for an issuer without `wallet_unit`. */
  readonly unitStatus: UnitStatusReading | null
}

/** The client of the pushed request, as stored with the code. */
export interface PushedClient {
  readonly clientId: string
  readonly method: string
  /** PoP digest in that request. */
  readonly popDigest: string | null
}

type Signature = 'valid' | 'invalid' | 'unverifiable'

/** A decoded JWT; checks judge its content. */
interface ReadableJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** `unverifiable`: no key, or an unpublished algorithm. */
  readonly signature: Signature
}

/** `OAuth-Client-Attestation` and `OAuth-Client-Attestation-PoP`. ABCA-6 */
export interface WalletAttestationReading {
  readonly now: EpochMillis
  /** Values per header, counting repeated lines and comma-separated values. */
  readonly attestationCount: number
  readonly popCount: number
  /** Why the first header value is unreadable; `null` if it is not, or is absent. */
  readonly attestationUnreadable: Unreadable | null
  readonly popUnreadable: Unreadable | null
  readonly attestation: AttestationJwt | null
  readonly pop: AttestationPop | null
  /** Drafts accepted by the issuer. */
  readonly drafts: AttestationDrafts
  /** What the issuer wants of wallet units. */
  readonly unit: WalletUnitRules
  /** The DPoP proof used as proof of possession; `null` if the request has or needs a separate one. ABCA10-5.2 */
  readonly combined: CombinedProof | null
  /** Of the key of the DPoP proof; `null` without one that can be read. */
  readonly dpopThumbprint: string | null
  readonly algorithms: readonly string[]
  readonly trust: 'capture' | 'enforce'
  /** This authorization server, expected as `aud` of the PoP. */
  readonly issuer: string
  readonly clientId: string | null
  /**
   * State of the PoP's challenge; `null` if none is required. An accepted request answered it before: `repeated` where
   * a challenge may serve again, `used` where it serves once.
   */
  readonly challenge: 'current' | 'repeated' | 'used' | 'absent' | 'unknown' | null
  /** Digest of that challenge; `null` without one. */
  readonly challengeDigest: string | null
}

/** DPoP proof used as PoP; members are `null` until read, or without a readable proof. */
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
  /** `shared`: another session saw the same `sub`. `unique`: others saw the provider, but not this `sub`. */
  readonly subject: 'first' | 'shared' | 'unique'
  /** Of the attested key; `null` without one. */
  readonly key: SeenAtIssuers | null
  /** Of the entry in `client_status`; `null` without one. Digests alone are kept, since an entry identifies a wallet. */
  readonly status: SeenAtIssuers | null
  /** Digests to remember; `null` if a part is missing. */
  readonly providerDigest: string | null
  readonly subjectDigest: string | null
}

/** Which issuers received a value. */
export interface SeenAtIssuers {
  /** Another issuer that received it; `null` if none did. */
  readonly seenAt: string | null
  /** Digests to remember that this one did. */
  readonly digests: readonly string[]
}

export interface AttestationPop extends ReadableJwt {
  /** Digest of the whole PoP. */
  readonly digest: string
  /** Digest that its `jti` is remembered under; `null` without a usable `jti`. */
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
  /** This authorization server. */
  readonly issuer: string
  /** Endpoint URLs accepted instead of the identifier. */
  readonly endpoints: readonly string[]
  readonly jtiDigest: string | null
  readonly jtiHistory: JtiHistory
}
