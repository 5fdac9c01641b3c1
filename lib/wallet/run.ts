import { WalletStop } from './errors'
import type { SendHttp } from './http/wire'
import type { KeyAttester } from './issuance/credential/attester'
import type { Facts } from './issuance/facts'
import type { WalletProfile } from './issuance/settings'
import type { WalletKey } from './jose/key'
import type { Misbehaviour } from './misbehaviours/issuance/misbehaviour'
import type { StepName } from './step-name'
import type { StepReport, WalletExchange } from './wallet-run'

/** One run of the wallet: its ports, its settings, and what it knows. Every step reads and writes `facts`. */
export interface Run {
  readonly profile: WalletProfile
  readonly send: SendHttp
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly random: (bytes: number) => Uint8Array
  readonly newKey: () => WalletKey
  /** The key that this client has registered, or null. */
  readonly clientKey: WalletKey | null
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
export function randomText({ random }: Pick<Run, 'random'>, bytes = 16): string {
  return Buffer.from(random(bytes)).toString('base64url')
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
