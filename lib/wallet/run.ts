import { WalletStop } from './errors'
import type { HeaderList, SendHttp, WireAnswer } from './http/wire'
import type { Curve, WalletKey } from './jose/key'
import type { WireMisbehaviour } from './misbehaviours/misbehaviour'
import type { StepName, StepReport, StepRequest, WalletExchange } from './run-log'

/**
 * One run of the wallet in either protocol: its ports, its settings, and what it knows. Every step reads and writes
 * `facts`.
 */
export interface Run<
  Facts,
  Profile,
  Misbehaviour extends WireMisbehaviour<Facts, Profile> = WireMisbehaviour<Facts, Profile>,
> {
  readonly profile: Profile
  readonly send: SendHttp
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly random: (bytes: number) => Uint8Array
  readonly newKey: (curve?: Curve) => WalletKey
  readonly maxRetries: number
  /** The User-Agent of requests (RFC 9110 section 10.1.5); null sends none. */
  readonly userAgent: string | null
  misbehaviour: Misbehaviour | null
  readonly onStep: (step: StepReport) => void
  readonly facts: Facts
  readonly log: WalletExchange[]
  /** Proofs of possession for requests, if the protocol has them. */
  readonly proofs: RequestProofs | null
  /** Set by a hook that changed something; cleared when the changed exchange is logged. */
  misbehaving: boolean
}

/** Proofs of possession: made for a request, and again if the response demands it. */
export interface RequestProofs {
  /** Adds the proof that this request needs, if any. */
  add: (request: StepRequest, target: { method: string; url: string }, headers: HeaderList) => void
  /** Remembers what the next proof needs from a response. */
  learn: (request: StepRequest, answer: WireAnswer) => void
  /** Whether the response asks to retry the request with a new proof. */
  demandsAnother: (request: StepRequest, answer: WireAnswer) => boolean
}

/** The current time in epoch seconds. */
export function nowSeconds({ clock }: { clock: () => number }): number {
  return Math.floor(clock() / 1000)
}

/** Random text, base64url. */
export function randomText({ random }: { random: (bytes: number) => Uint8Array }, bytes = 16): string {
  return Buffer.from(random(bytes)).toString('base64url')
}

/** The value, if present. @throws WalletStop that names what is missing */
export function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new WalletStop(`The wallet has no ${what}`)
  return value
}

/** How often the wallet has sent this step, not counting probes. */
export function attempts({ log }: { log: readonly WalletExchange[] }, step: StepName): number {
  return log.filter((exchange) => exchange.step === step && !exchange.probe).length
}

/** A step skipped at the end has no request of its own, so the last request is marked. */
export function markLeftOut({ misbehaving, log }: { misbehaving: boolean; log: WalletExchange[] }): void {
  const last = log.at(-1)
  if (misbehaving && last !== undefined) last.misbehaved = true
}
