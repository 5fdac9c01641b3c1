import { WalletStop } from './errors'
import type { HeaderList, SendHttp, WireAnswer } from './http/wire'
import type { WalletKey } from './jose/key'
import type { WireFault } from './misbehaviours/fault'
import type { StepReport, WalletExchange } from './run-log'
import type { StepName } from './step-name'
import type { StepRequest } from './step-request'

/**
 * One run of the wallet in either protocol: its ports, its settings, and what it knows. Every step reads and writes
 * `facts`.
 */
export interface Run<Facts, Profile, Fault extends WireFault<Facts, Profile> = WireFault<Facts, Profile>> {
  readonly profile: Profile
  readonly send: SendHttp
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly random: (bytes: number) => Uint8Array
  readonly newKey: () => WalletKey
  readonly maxRetries: number
  /** How requests name the program that sends them (RFC 9110 section 10.1.5); null sends nothing. */
  readonly userAgent: string | null
  readonly misbehaviour: Fault | null
  readonly onStep: (step: StepReport) => void
  readonly facts: Facts
  readonly log: WalletExchange[]
  /** Proofs of possession that requests carry, where the protocol has them. */
  readonly proofs: RequestProofs | null
  /** Set by a hook that changed something, cleared when the exchange that carries the change is logged. */
  deviating: boolean
}

/** Proofs of possession: made for a request, and made again when its answer demands that. */
export interface RequestProofs {
  /** Adds the proof that this request needs, if any. */
  add: (request: StepRequest, target: { method: string; url: string }, headers: HeaderList) => void
  /** Takes from an answer what the next proof needs. */
  learn: (request: StepRequest, answer: WireAnswer) => void
  /** Whether the answer asks for the same request with another proof. */
  demandsAnother: (request: StepRequest, answer: WireAnswer) => boolean
}

/** The current time as epoch seconds. */
export function nowSeconds({ clock }: { clock: () => number }): number {
  return Math.floor(clock() / 1000)
}

/** Random text, base64url. */
export function randomText({ random }: { random: (bytes: number) => Uint8Array }, bytes = 16): string {
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
export function attempts({ log }: { log: readonly WalletExchange[] }, step: StepName): number {
  return log.filter((exchange) => exchange.step === step && !exchange.probe).length
}

/** A step that was left out at the end has no request of its own: the last one stands for it. */
export function markLeftOut({ deviating, log }: { deviating: boolean; log: WalletExchange[] }): void {
  const last = log.at(-1)
  if (deviating && last !== undefined) last.misbehaved = true
}
