import type { JsonObject } from '../values/json'

/** A client registered with its keys in the installation's `clients.json`. RFC 7591 section 2 */
export interface RegisteredClient {
  readonly clientId: string
  /** Public keys that verify its assertions. */
  readonly keys: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Compared as text; empty: any redirect URI that the rules allow. */
  readonly redirectUris: readonly string[]
}

/** Protocol settings of an installation, read once on start by lib/server/basics/env.ts. */
export interface ProtocolSettings {
  /** Version of the service, from package.json. */
  readonly version: string
  /**
   * Public origin without trailing slash. Every `htu`, `aud`, `iss` and link is built from it, never from a request.
   */
  readonly baseUrl: string
  readonly dpopNonce: 'off' | 'offered' | 'required'
  readonly dpopSigningAlgs: readonly string[]
  /** If false, a pushed request may omit the DPoP proof. */
  readonly parRequireDpop: boolean
  /** Registered clients, for `private_key_jwt` and exact redirect URIs. */
  readonly clients: readonly RegisteredClient[]
  /** The DCQL query behind each scope value. OID4VP-1FINAL-5.5 */
  readonly scopeAliases: ReadonlyMap<string, JsonObject>
  readonly attestationTrust: 'capture' | 'enforce'
  /** Wallet attestations must answer our challenge. ABCA-8 */
  readonly attestationChallenge: boolean
  readonly strictAttestationNonce: boolean
  /** Accepts wallet notifications and advertises that in the metadata. OID4VCI-1FINAL-11 */
  readonly notificationEndpoint: boolean
  /** Shows an unknown web address to the user before redirecting; without it, this would be an open redirector. */
  readonly leavingPage: boolean
  /** Published as `key_attestations_required`; empty: no level required. */
  readonly keyStorageLevels: readonly string[]
  readonly userAuthLevels: readonly string[]
  /**
   * How the verifier identifies itself: by the hash of its certificate, or by the `baseUrl` host in it.
   * OID4VP-1FINAL-5.9.3
   */
  readonly verifierClientIdPrefix: 'x509_hash' | 'x509_san_dns'
  /** Default of the start forms; a request without it uses the test root. */
  readonly trustFramework: 'test_root' | 'eu'
  /** Sessions may reveal values of foreign issuers' credentials too. */
  readonly allowRevealForeign: boolean
  /** Who may have requests and documents changed by mutations: anybody, only the operator, nobody. */
  readonly mutations: 'on' | 'own' | 'off'
  readonly ledgerSize: number
  /** Most laboratories served at a time; 0: unlimited. */
  readonly laboratoryMax: number
  /** Hours between releases of a list of trusted entities, at most 4000 (six months). E602-6.3.15 */
  readonly trustListHours: number
  /** Contact for vulnerability reports, as URI; absent if none is set. RFC 9116 section 2.5.3 */
  readonly securityContact?: string
  /** Days until sessions are deleted; 0: never. */
  readonly retentionDays: number
}
