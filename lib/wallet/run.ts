import type { KeyAttester } from './credential/attester'
import { WalletStop } from './errors'
import type { SendHttp } from './http/wire'
import type { WalletKey } from './jose/key'
import type { JsonObject } from './json'
import type { Misbehaviour } from './misbehaviours/misbehaviour'
import type { CredentialOffer } from './offer/credential-offer'
import type { WalletProfile } from './settings'
import type { StepReport, WalletExchange } from './wallet-run'

/** The requests of a flow by their purpose. */
export type StepName =
  | 'offer'
  | 'issuer_metadata'
  | 'as_metadata'
  | 'par'
  | 'authorize'
  | 'token'
  | 'nonce'
  | 'credential'
  | 'issuer_keys'

/** What the wallet has learned so far. Null means: not yet, or the issuer has none. */
export interface Facts {
  offerUrl: string | null
  offer: CredentialOffer | null
  issuerMetadata: JsonObject | null
  asMetadata: JsonObject | null
  configurationId: string | null
  /** The code of the offer or of the authorization response. */
  code: string | null
  accessToken: string | null
  /** The nonce for the proof, from the nonce endpoint where there is one. */
  cNonce: string | null
  /** A nonce that the token answer carried, outside OID4VCI 1.0. */
  tokenCNonce: string | null
  dpopKey: WalletKey
  /** The test wallet provider, once a key was attested. */
  attester: KeyAttester | null
  holderKeys: WalletKey[]
  /** The newest `DPoP-Nonce` of the authorization server and of the resource server (RFC9449-9). */
  dpopNonces: { as: string | null; rs: string | null }
}

/** One run of the wallet: its ports, its settings, and what it knows. Every step reads and writes `facts`. */
export interface Run {
  readonly profile: WalletProfile
  readonly send: SendHttp
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly random: (bytes: number) => Uint8Array
  readonly newKey: () => WalletKey
  readonly attester: () => Promise<KeyAttester>
  readonly txCode: string | null
  readonly trustAnchors: string[]
  readonly maxRetries: number
  readonly misbehaviour: Misbehaviour | null
  readonly onStep: (step: StepReport) => void
  readonly facts: Facts
  readonly log: WalletExchange[]
  /** Set by a hook that changed something, cleared when the exchange that carries the change is logged. */
  deviating: boolean
}

/** The current time as epoch seconds. */
export function nowSeconds(run: Run): number {
  return Math.floor(run.clock() / 1000)
}

/** Random text, base64url. */
export function randomText(run: Run, bytes = 16): string {
  return Buffer.from(run.random(bytes)).toString('base64url')
}

/**
 * The value when it is there.
 *
 * @throws WalletStop that names what is missing
 */
export function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new WalletStop(`The wallet has no ${what}`)
  return value
}

/** How often the wallet has sent this step already, counted without probes. */
export function attempts(run: Run, step: StepName): number {
  return run.log.filter((exchange) => exchange.step === step && !exchange.probe).length
}
