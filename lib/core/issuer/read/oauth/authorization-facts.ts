import type { OneTimeValue } from '../../../ground/ports/store-types'
import { isObject, type JsonObject } from '../../../ground/values/json'
import type { PushedClient } from './client-authentication/client-authentication-reading'

/** What an accepted pushed request establishes, carried from its `request_uri` to the code. Contains no secret. */
export interface AuthorizationFacts extends PushedClient {
  readonly redirectUriDigest: string
  readonly codeChallenge: string
  /** The granted scope, and the scope as requested. */
  readonly scope: string
  readonly requestedScope: string
  /** Thumbprint that the code is bound to; `null` without a DPoP key at PAR. */
  readonly jkt: string | null
  /** Keyed hash of the HTTP client that pushed the request. */
  readonly client: string
  /**
   * The client is known, by an offer of ours or by its registration, so the browser may go on to any web page it names.
   */
  readonly clientKnown: boolean
  /** The authorization server that it was pushed to, where that is not the issuer; it names itself in the response. */
  readonly server: string | null
  /** True if the client used `authorization_details`, and the issuer read them. */
  readonly details: boolean
  /** The later offer of its session that it came with, as it is stored; absent for the first one. */
  readonly offer?: JsonObject
}

/** The facts as members of a row. */
export const factsToData = (facts: AuthorizationFacts): JsonObject => ({
  client_id: facts.clientId,
  method: facts.method,
  pop_digest: facts.popDigest,
  redirect_uri_digest: facts.redirectUriDigest,
  code_challenge: facts.codeChallenge,
  scope: facts.scope,
  requested_scope: facts.requestedScope,
  jkt: facts.jkt,
  client: facts.client,
  client_known: facts.clientKnown,
  ...(facts.server === null ? {} : { server: facts.server }),
  ...(facts.details ? { details: true } : {}),
  ...(facts.offer === undefined ? {} : { offer: facts.offer }),
})

/** Reads the facts back from a row written with `factsToData`. */
export const factsOf = ({ data }: OneTimeValue): AuthorizationFacts => ({
  clientId: text(data.client_id) ?? '',
  method: text(data.method) ?? 'none',
  popDigest: text(data.pop_digest),
  redirectUriDigest: text(data.redirect_uri_digest) ?? '',
  codeChallenge: text(data.code_challenge) ?? '',
  scope: text(data.scope) ?? '',
  requestedScope: text(data.requested_scope) ?? '',
  jkt: text(data.jkt),
  client: text(data.client) ?? '',
  clientKnown: data.client_known === true,
  server: text(data.server),
  details: data.details === true,
  ...(isObject(data.offer) ? { offer: data.offer as JsonObject } : {}),
})

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
