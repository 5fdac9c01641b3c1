import type { Refusal } from './errors'
import type { HeaderList } from './http/wire'
import type { JsonObject } from './json'
import type { StepName } from './step-name'

/** One request of the wallet with its answer, as they stood on the wire. Holds secrets: do not store or print it. */
export interface WalletExchange {
  step: StepName
  /** Epoch milliseconds at which the request was sent. */
  at: number
  method: string
  url: string
  headers: HeaderList
  body: string | null
  /** Null when no answer came. */
  status: number | null
  answerHeaders: HeaderList
  answerBody: string
  durationMillis: number
  /** An extra request that is not a part of the flow. */
  probe: boolean
  /** A misbehaviour changed or caused this request. */
  misbehaved: boolean
}

/** One readable step for a progress display. Holds no secret. */
export interface StepReport {
  step: StepName
  method: string
  /** Path without query, since a query may hold a secret. */
  path: string
  status: number | null
  misbehaved: boolean
  /** What the wallet learned, in words. */
  learned: string
}

/** What the wallet verified about one credential. */
export interface CredentialFacts {
  holderThumbprint: string
  signedBy: 'x5c' | 'issuer_metadata' | 'x5c_and_issuer_metadata'
  /** Null when no trust anchor was handed in. */
  chainTrusted: boolean | null
  /** How many disclosures, or elements of an mdoc, came with it. */
  disclosures: number
  /** Epoch seconds. */
  expiresAt: number | null
}

/** A credential that the wallet has verified. */
export interface StoredCredential {
  format: string
  /** The `vct` or the `doctype`. */
  type: string
  raw: string
  claims: JsonObject
  verified: CredentialFacts
}

/** How a run ended. */
export interface WalletRun {
  outcome: 'credential_stored' | 'refused_by_issuer' | 'stopped_by_wallet'
  log: WalletExchange[]
  credentials: StoredCredential[]
  /** The answer that ended the run, or null. */
  refusal: Refusal | null
  /** Why the wallet stopped, or null. */
  reason: string | null
}
