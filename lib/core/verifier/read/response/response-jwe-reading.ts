import type { JwkFacts } from '../../../shared/jose/jwk'
import type { SessionId } from '../../../shared/ports/ids'
import type { WrongDerivation } from '../../../shared/ports/keys'
import type { Wording } from '../../../shared/values/wording'

/** Facts of an encrypted Authorization Response. OID4VP-1FINAL-8.3, RFC7516-7.1 */
export interface ResponseJweReading {
  /** As received, without surrounding white space. */
  readonly text: string
  /** Why it is not a compact JWE; `null` if it is. */
  readonly compactError: Wording | null
  /** Protected header as sent; `null` if unreadable. */
  readonly header: Readonly<Record<string, unknown>> | null
  /** Why the header is unreadable, or its duplicate member; `null` if neither. */
  readonly headerError: Wording | null
  /** Lengths of the five parts, in order; empty if it is no compact JWE. */
  readonly partLengths: readonly number[]
  /** The wallet's ephemeral key; `null` if absent. */
  readonly epk: EphemeralKeyReading | null
  /** Encryption offered by the request. */
  readonly offered: {
    readonly alg: string
    readonly kid: string
    /** RFC 7638 thumbprint of the key; `null` if the request has none. */
    readonly thumbprint: string | null
    readonly encValues: readonly string[]
  } | null
  /** Whose key decrypted it: this session's, another session's, or nobody's. */
  readonly openedWith: 'session' | 'other_session' | null
  /** Whether it is for a key that the tester put into the request, so that nobody here can decrypt it. */
  readonly forTester: boolean
  /** Why the key of the session does not open it, though it is encrypted to it; `null` if it opens, or nothing explains it. */
  readonly misderived: WrongDerivation | null
  /** The session whose key encrypted the response, if another. */
  readonly otherSession: SessionId | null
  /** Index of that key's entry; `null` for a request by link. */
  readonly otherEntry: number | null
  /** RFC 7638 thumbprint of that session's key; `null` if unknown. */
  readonly otherThumbprint: string | null
  readonly payload: JwePayloadReading | null
  /** Decrypted text; for redaction only. */
  readonly plaintext: string | null
}

export interface EphemeralKeyReading {
  readonly facts: JwkFacts
  /** Whether an earlier response used it. */
  readonly seenBefore: boolean
}

/** The encrypted content. */
export interface JwePayloadReading {
  /** Whether it is a signed JWT; its claims are read. */
  readonly nestedJws: boolean
  /** The response parameters; `null` if not a JSON object. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  /** Why it is not a JSON object; `null` if it is. */
  readonly error: 'not_utf8' | 'not_json' | 'not_an_object' | 'too_deep' | 'too_wide' | null
  /** Paths of duplicate members. */
  readonly duplicates: readonly string[]
  /** Bytes of the plaintext. */
  readonly bytes: number
}
