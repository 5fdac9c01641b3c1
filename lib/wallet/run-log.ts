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
  | 'type_metadata'
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

/** One request of the wallet and its response, as sent and received. Contains secrets: do not store or print it. */
export interface WalletExchange {
  step: StepName
  /** When the request was sent, in epoch milliseconds. */
  at: number
  method: string
  url: string
  headers: HeaderList
  body: string | null
  /** Null if no response came. */
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
  /** A challenge for the wallet attestation, used as the proof's `nonce` instead of the server's latest one. */
  challenge?: string
}

/** A request of the flow before proofs and misbehaviour are added. */
export interface StepRequest {
  step: StepName
  method: string
  url: string
  /** May be sent even if the URL is not https. */
  isPlainAllowed?: boolean
  headers?: HeaderList
  body?: string | null
  /** Present if the request needs a DPoP proof. */
  dpop?: DpopUse
  /** What the wallet learns from a successful response, in words. */
  learned?: (answer: WireAnswer) => string
}
