import type { OneTimeValue } from '../../../ground/ports/store-types'
import type { JsonObject } from '../../../ground/values/json'

/** What a refresh token is for and bound to. Contains no secret. */
export interface RefreshFacts {
  /** Digest of the code that the first token was given for: what a replay revokes. RFC9700-4.14.2 */
  readonly family: string
  /** The client that it was given to; `null` for an anonymous one. */
  readonly clientId: string | null
  /** How that client authenticated. */
  readonly method: string
  /** Thumbprint of the key of its attestation; `null` without one. ABCA-10.3 */
  readonly instance: string | null
  /** Thumbprint of its DPoP key. RFC9449-5 */
  readonly jkt: string
  readonly scope: string
  /** True if the wallet used `authorization_details`. */
  readonly details: boolean
  /** Digest of the challenge that its attestation PoP answered; `null` without one. */
  readonly challengeDigest: string | null
}

/** The facts as members of a row. */
export const refreshFactsToData = (facts: Omit<RefreshFacts, 'family'>): JsonObject => ({
  client_id: facts.clientId,
  method: facts.method,
  instance: facts.instance,
  jkt: facts.jkt,
  scope: facts.scope,
  details: facts.details,
  challenge_digest: facts.challengeDigest,
})

/** Reads the facts back from a row written with `refreshFactsToData`. */
export const refreshFactsOf = ({ data, parent }: OneTimeValue): RefreshFacts => ({
  family: parent ?? '',
  clientId: text(data.client_id),
  method: text(data.method) ?? 'none',
  instance: text(data.instance),
  jkt: text(data.jkt) ?? '',
  scope: text(data.scope) ?? '',
  details: data.details === true,
  challengeDigest: text(data.challenge_digest),
})

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
