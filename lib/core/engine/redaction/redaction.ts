import type { Digest, Sha256 } from '../../ground/ports/ports'
import type { Json, JsonObject } from '../../ground/values/json'
import type { RedactionProfile } from './profile'
import type { ReadToken } from './tokens/read-token'

/** Where in an exchange a value stands. */
export interface Place {
  /** Path within the exchange, e.g. `body.proofs.jwt[0]`. */
  readonly source: string
  /** True in our own answers: there a value under an unknown name is not a secret by accident. */
  readonly ours: boolean
  /** Encodings passed on the way: JSON in a string, a token in a token. */
  readonly nesting: number
  /** True where the names of members name a kind of thing, not a value: `grants`, `proof_types_supported`. */
  readonly namesKinds: boolean
}

/** The value of a text that was read as JSON; `undefined` if that failed. */
interface JsonFound {
  readonly value: Json | undefined
}

/** Whose credential shows its values: one of our own issuers', or another's. */
export type Revealed = 'own' | 'foreign'

/** What every part of the redaction of one exchange shares. */
export interface Redaction {
  readonly profile: RedactionProfile
  /** 16 hexadecimal digits under the installation's key. */
  readonly fingerprint: (value: string) => string
  /** SHA-256, where a view has to follow digests. */
  readonly sha256?: Sha256
  /** Digests by name, where a view compares what is ours with them. */
  readonly digest?: Digest
  /** What the endpoint read of a token, by its text as received; `null` for one that it did not look at. */
  readonly tokenOf: (token: string) => ReadToken | null
  /** What the endpoint found in a text that it read as JSON; `null` for any other text. */
  readonly jsonOf: (text: string) => JsonFound | null
  /** Whether a presented credential shows its values, by its issuer-signed text; `null` for nearly all. */
  readonly revealOf: (token: string) => Revealed | null
  /** The thumbprint of a public key as evidence shows it; `null` for anything else. Never throws. */
  readonly thumbprint: (jwk: Json | undefined) => string | null
  /** The decoded view of a compact token, which is also added to the list of the exchange; `null` when unreadable. */
  readonly describe: (token: string, name: string, place: Place) => JsonObject | null
  /** Adds what a credential of ours says to the list of the exchange. */
  readonly describeIssued: (credential: string, place: Place) => void
  /** What an `x5c` member says, without the certificates themselves. */
  readonly certificates: (x5c: Json) => JsonObject
  /** Notes a value that must not show at any other place of the same exchange either. */
  readonly remember: (secret: string) => void
  /** Notes a value of a person, which must not show at any other place of the same exchange either. */
  readonly conceal: (value: string | number | boolean) => void
  /** Notes what a credential says of its issuer, which must not show in what its wallet wrote. */
  readonly concealOfIssuer: (value: string | number | boolean) => void
  /** Notes a name that the peer chose, for it may be such a value too. */
  readonly nameOfPeer: (name: string) => void
}

/** The place of a member or element below another place. */
export const within = (
  { source, ours, nesting, namesKinds }: Place,
  step: string | number,
  change: Partial<Pick<Place, 'ours' | 'namesKinds'>> = {},
): Place => ({
  source: typeof step === 'number' ? `${source}[${step}]` : source === '' ? step : `${source}.${step}`,
  ours: change.ours ?? ours,
  nesting,
  namesKinds: change.namesKinds ?? namesKinds,
})
