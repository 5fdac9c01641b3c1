import type { Json, JsonObject } from '../../json'

/** What a token is. Fixed words: readers of the evidence branch on them. */
export type TokenKind =
  | 'dpop'
  | 'client_attestation'
  | 'client_attestation_pop'
  | 'client_assertion'
  | 'proof_jwt'
  | 'key_attestation'
  | 'request_object'
  | 'access_token'
  | 'credential'
  | 'mdoc'
  | 'jwe'
  | 'other'

/** Where in an exchange a value stands. */
export interface Place {
  /** Path within the exchange, e.g. `body.proofs.jwt[0]`. */
  readonly source: string
  /** True in our own answers: there a value under an unknown name is no secret by accident. */
  readonly ours: boolean
  /** Encodings passed on the way: JSON in a string, a token in a token. */
  readonly nesting: number
  /** True where the names of members name a kind of thing, not a value: `grants`, `proof_types_supported`. */
  readonly namesKinds: boolean
}

/** What every part of the redaction of one exchange shares. */
export interface Redaction {
  /** 16 hexadecimal digits under the installation's key. */
  readonly fingerprint: (value: string) => string
  /** The decoded view of a compact token, which is also added to the list of the exchange; `null` when unreadable. */
  readonly describe: (token: string, name: string, place: Place) => JsonObject | null
  /** Adds what a credential of ours says to the list of the exchange. */
  readonly describeCredential: (credential: string, place: Place) => void
  /** What an `x5c` member says, without the certificates themselves. */
  readonly certificates: (x5c: Json) => JsonObject
  /** Notes a value that must not show at any other place of the same exchange either. */
  readonly remember: (secret: string) => void
}

/** The place of a member or element below another place. */
export const within = (place: Place, step: string | number, change: Partial<Place> = {}): Place => ({
  ...place,
  source:
    typeof step === 'number' ? `${place.source}[${step}]` : place.source === '' ? step : `${place.source}.${step}`,
  ...change,
})
