import type { JsonObject } from '../values/json'

/** A client that was registered with its keys, from the installation's `clients.json`. RFC 7591 section 2 */
export interface RegisteredClient {
  readonly clientId: string
  /** Public keys that its assertions are signed with. */
  readonly keys: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Compared as text; empty = every redirect URI that the rules allow. */
  readonly redirectUris: readonly string[]
}

/** What an installation may set about protocol behaviour. Read once at start by lib/server/wiring/env.ts. */
export interface ProtocolSettings {
  /** Version of the service, from package.json. */
  readonly version: string
  /** The public origin without a trailing slash. Every `htu`, `aud`, `iss` and link is built from it, never from a request. */
  readonly baseUrl: string
  readonly dpopNonce: 'off' | 'offered' | 'required'
  readonly dpopSigningAlgs: readonly string[]
  /** False: a pushed request may come without a DPoP proof. */
  readonly parRequireDpop: boolean
  /** Registered clients, for `private_key_jwt` and exact redirect URIs. */
  readonly clients: readonly RegisteredClient[]
  /** The DCQL query that each scope value stands for. OID4VP-1FINAL-5.5 */
  readonly scopeAliases: ReadonlyMap<string, JsonObject>
  readonly attestationTrust: 'capture' | 'enforce'
  /** Wallet attestations have to answer a challenge of ours. ABCA-8 */
  readonly attestationChallenge: boolean
  readonly strictAttestationNonce: boolean
  /** Takes notifications of wallets and says so in the metadata. OID4VCI-1FINAL-11 */
  readonly notificationEndpoint: boolean
  /** Shows an unknown web address to a person before the browser goes there; without, this is an open redirector. */
  readonly leavingPage: boolean
  /** Published as `key_attestations_required`; empty = no level is demanded. */
  readonly keyStorageLevels: readonly string[]
  readonly userAuthLevels: readonly string[]
  /** By what wallets know the verifier: the hash of its certificate, or the host of `baseUrl` in it. OID4VP-1FINAL-5.9.3 */
  readonly verifierClientIdPrefix: 'x509_hash' | 'x509_san_dns'
  /** What the forms of pages begin with; a request that says nothing is of the test root. */
  readonly trustFramework: 'test_root' | 'eu'
  /** Sessions that ask for values get those of foreign issuers' credentials too. */
  readonly allowRevealForeign: boolean
  readonly ledgerSize: number
  /** Laboratories that are served at a time; 0 = no limit. */
  readonly laboratoryMax: number
  /** Hours after which the next release of a list of trusted entities is due, at most 4000: six months are the longest. E602-6.3.15 */
  readonly trustListHours: number
  /** Whom to tell of a hole, as a URI; absent where nobody is named. RFC 9116 section 2.5.3 */
  readonly securityContact?: string
  /** Days after which sessions are deleted; 0 = never. */
  readonly retentionDays: number
}
