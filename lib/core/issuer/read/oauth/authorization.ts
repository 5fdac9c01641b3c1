import type { Parameters } from '../../../shared/http/read-form'
import type { IssuanceSession, OneTimeValue } from '../../../shared/ports/store-types'
import { isObject, type JsonObject } from '../../../shared/values/json'
import type { PushedClient } from './client-authentication/client-authentication-reading'

/** Facts established by an accepted pushed request, carried from `request_uri` to the code. No secrets. */
export interface AuthorizationFacts extends PushedClient {
  readonly redirectUriDigest: string
  readonly codeChallenge: string
  /** Granted scope, and scope as requested. */
  readonly scope: string
  readonly requestedScope: string
  /** Thumbprint that the code is bound to; `null` without a DPoP key at PAR. */
  readonly jkt: string | null
  /** Keyed hash of the pushing HTTP client. */
  readonly client: string
  /** The client is known from our offer or its registration, so the browser may go to any web page it names. */
  readonly clientKnown: boolean
  /** The authorization server that received the push, if not the issuer; the response is issued in its name. */
  readonly server: string | null
  /** True if the client used `authorization_details` and the issuer read them. */
  readonly details: boolean
  /** The later offer behind the request, as stored; absent for the first offer. */
  readonly offer?: JsonObject
}

/** Serializes the facts for a row. */
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

/** Reads the facts back from a row of `factsToData`. */
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

/** Facts of a browser's visit to the authorization endpoint. RFC9126-4 */
export interface AuthorizeReading {
  readonly query: Parameters
  readonly clientId: string | null
  readonly requestUri: RequestUriReading
  /** From the pushed request; `null` if there is none. */
  readonly facts: AuthorizationFacts | null
  readonly session: IssuanceSession | null
  /** Earlier visits with the same `request_uri`. */
  readonly visits: number
  readonly userAgent: string | null
  /** Whether the same HTTP client pushed the request; `null` if unknown. */
  readonly sameClient: boolean | null
}

export type RequestUriReading =
  | { readonly state: 'absent' | 'unknown' }
  | { readonly state: 'alive' | 'expired' | 'completed' | 'other_issuer'; readonly value: OneTimeValue }

/** Distinguishes a session's codes in events without revealing them. */
export const codeId = ({ digest }: Pick<OneTimeValue, 'digest'>): string => digest.slice(0, 16)

/** Names the code of a later offer; `null` for the first offer's, which events do not name. */
export const laterCodeId = (
  session: Pick<IssuanceSession, 'laterOffer'> | null,
  code: { readonly state: string; readonly value?: Pick<OneTimeValue, 'digest'> },
): string | null => (session?.laterOffer === undefined || code.value === undefined ? null : codeId(code.value))
