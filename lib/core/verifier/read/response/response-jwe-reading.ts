import type { JwkFacts } from '../../../ground/jose/jwk'
import type { SessionId } from '../../../ground/ports/ids'
import type { Wording } from '../../../ground/values/wording'

/** An encrypted Authorization Response, as far as it can be read. OID4VP-1FINAL-8.3, RFC7516-7.1 */
export interface ResponseJweReading {
  /** As received, without surrounding white space. */
  readonly text: string
  /** Why it is not a compact JWE; `null` if it is one. */
  readonly compactError: Wording | null
  /** The protected header as sent; `null` if unreadable. */
  readonly header: Readonly<Record<string, unknown>> | null
  /** Why the header is unreadable, or that it has a duplicate member; `null` if nothing is wrong with it. */
  readonly headerError: Wording | null
  /** Lengths of the five parts, in order; empty if it is not a compact JWE. */
  readonly partLengths: readonly number[]
  /** The wallet's ephemeral key; `null` if the header has none. */
  readonly epk: EphemeralKeyReading | null
  /** The encryption that the request offered. */
  readonly offered: {
    readonly alg: string
    readonly kid: string
    /** RFC 7638 thumbprint of the key; `null` if the request shows none. */
    readonly thumbprint: string | null
    readonly encValues: readonly string[]
  } | null
  /** Which key decrypted it: the session's own, that of another session, or none. */
  readonly openedWith: 'session' | 'other_session' | null
  /** The session whose key encrypted the answer, if it is not this one. */
  readonly otherSession: SessionId | null
  /** Place of the entry that has the key in that session, from 0; `null` where no browser carried its request. */
  readonly otherEntry: number | null
  /** RFC 7638 thumbprint of that session's key; `null` if it is unknown. */
  readonly otherThumbprint: string | null
  readonly payload: JwePayloadReading | null
  /** The decrypted text; for redaction only. */
  readonly plaintext: string | null
}

export interface EphemeralKeyReading {
  readonly facts: JwkFacts
  /** Whether an earlier answer used it. */
  readonly seenBefore: boolean
}

/** The encrypted content. */
export interface JwePayloadReading {
  /** Whether it is a signed JWT; its claims are then read. */
  readonly nestedJws: boolean
  /** The response parameters; `null` if it is not a JSON object. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  /** Why it is not a JSON object; `null` if it is one. */
  readonly error: Wording | null
  /** Paths of duplicate members. */
  readonly duplicates: readonly string[]
  /** Bytes of the plaintext. */
  readonly bytes: number
}
