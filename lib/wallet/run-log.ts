import type { HeaderList, WireAnswer } from './http/wire'

/** The requests of a flow, by purpose. */
export type StepName =
  | 'offer'
  | 'issuer_metadata'
  | 'as_metadata'
  | 'par'
  | 'authorize'
  | 'challenge'
  | 'token'
  | 'refresh'
  | 'nonce'
  | 'credential'
  | 'deferred'
  | 'issuer_keys'
  | 'status_list'
  | 'notification'
  | 'request_object'
  | 'did_document'
  | 'response'
  | 'redirect'
  | 'browser_request'
  | 'browser_started'
  | 'browser_result'
  | 'trust_list'
  | 'revocation_list'
  | 'registration_status'
  | 'register'

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

/** The server that a proof is made for, and the access token if one is presented. */
export interface DpopUse {
  role: 'as' | 'rs'
  accessToken?: string
  /** What the proof carries as `nonce` instead of the latest one of the server: a challenge for the wallet attestation. */
  challenge?: string
}

/** A request of the flow before proofs and misbehaviour are added. */
export interface StepRequest {
  step: StepName
  method: string
  url: string
  /** Sent also where the URL is not https. */
  isPlainAllowed?: boolean
  headers?: HeaderList
  body?: string | null
  /** Present when the request needs a DPoP proof. */
  dpop?: DpopUse
  /** What the wallet learns from a successful answer, in words. */
  learned?: (answer: WireAnswer) => string
}
