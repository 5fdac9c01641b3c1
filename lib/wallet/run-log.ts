import type { HeaderList } from './http/wire'
import type { StepName } from './step-name'

/** One request of the wallet with its answer, as sent and received. Contains secrets: do not store or print it. */
export interface WalletExchange {
  step: StepName
  /** When the request was sent, in epoch milliseconds. */
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
  /** An extra request that is not part of the flow. */
  probe: boolean
  /** A misbehaviour changed or caused this request. */
  misbehaved: boolean
}

/** One readable step for a progress display. Contains no secret. */
export interface StepReport {
  step: StepName
  method: string
  /** Path without query, since a query may contain a secret. */
  path: string
  status: number | null
  misbehaved: boolean
  /** What the wallet learned, in words. */
  learned: string
}
