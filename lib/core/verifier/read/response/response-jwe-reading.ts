import type { JwkFacts } from '../../../ground/jose/jwk-facts'
import type { SessionId } from '../../../ground/ports/ids'
import type { Wording } from '../../../ground/values/wording'

/** An encrypted Authorization Response, read as far as it goes. OID4VP-1FINAL-8.3, RFC7516-7.1 */
export interface ResponseJweReading {
  /** As it came, without white space around it. */
  readonly text: string
  /** Why it is not a compact JWE; `null` when it is one. */
  readonly compactError: Wording | null
  /** The protected header as it was sent; `null` when it cannot be read. */
  readonly header: Readonly<Record<string, unknown>> | null
  /** Why the header cannot be read, or that it names a member twice; `null` when nothing is wrong with it. */
  readonly headerError: Wording | null
  /** Characters of the five parts, in their order; empty when it is not a compact JWE. */
  readonly partLengths: readonly number[]
  /** The wallet's ephemeral key; `null` when the header has none. */
  readonly epk: EphemeralKeyReading | null
  /** What the request offered. */
  readonly offered: { readonly alg: string; readonly kid: string; readonly encValues: readonly string[] } | null
  /** Which key opened it: the session's own, one of another session, or none. */
  readonly openedWith: 'session' | 'other_session' | null
  /** The session whose key the answer was encrypted to, where it is not this one. */
  readonly otherSession: SessionId | null
  readonly payload: JwePayloadReading | null
  /** Text that the key of this session opened; for redaction only. */
  readonly plaintext: string | null
}

export interface EphemeralKeyReading {
  readonly facts: JwkFacts
  /** It was used in an earlier answer. */
  readonly seenBefore: boolean
}

/** What was encrypted. */
export interface JwePayloadReading {
  /** True for a signed JWT inside; its claims are read on. */
  readonly nestedJws: boolean
  /** The response parameters; `null` when it is not a JSON object. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  /** Why it is not a JSON object; `null` when it is one. */
  readonly error: Wording | null
  /** Paths of members that are there more than once. */
  readonly duplicates: readonly string[]
  /** Bytes of the plaintext. */
  readonly bytes: number
}
