import type { HeaderList, WireAnswer } from './http/wire'
import type { StepName } from './step-name'

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
