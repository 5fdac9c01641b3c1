import type { Json, JsonObject } from '@/lib/core/shared/values/json'

/** A successful call of an operation, with its response. May omit members that a schema leaves open. */
export interface OperationExample {
  /** Path and query as sent. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body, if sent as JSON. */
  readonly json?: JsonObject
  /** The body, if sent as a form. */
  readonly form?: Readonly<Record<string, string>>
  readonly status: number
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** Media type of the response; JSON by default. */
  readonly mediaType?: string
  /** Absent if the response has no body or is not text. */
  readonly answer?: Json
}

/** Names shared by all examples, so that they form one story. */
export const exampleNames = {
  issuer: 'eu-pid-device-bound',
  credential: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
  session: '7c1e9a42-5b0d-4f6e-9d11-3a8be2c07f55',
  presentation: '3f0c71de-8a44-4b52-b0f2-6f1b9e6d2a90',
  offer: 'b51d04ce-2a6f-4c1b-8e0d-94f5a7c3e216',
  exchange: '0d9b6f1e-77a2-4b8d-9a53-c1e2f4a6b8d0',
  at: '2026-11-14T09:41:35.104Z',
} as const
