import { isObject, type Json, type JsonObject } from '../json'
import type { StoredExchange } from '../store-types'
import { toIso } from '../time'
import type { Evidence } from './load-evidence'
import { projectClientAuthentication } from './project-client-authentication'
import { projectHolderKeys } from './project-holder-keys'
import type { ObservedView, SourcedValue } from './session-view'

/** What the wallet showed of itself, folded from events and decoded tokens; every value with the place it was seen at. */
export function projectObserved({ session, events, exchanges }: Evidence): ObservedView {
  const walletExchanges = exchanges.filter(({ origin }) => origin === 'wallet')
  const { keys, observedProofHeaderFields, source } = projectHolderKeys(events)
  const thumbprints = distinct(events.map(({ detail }) => detail.jkt))
  const dpop = decoded(walletExchanges, 'dpop').find(({ token }) => token.signature === 'valid')
  const jwk =
    isObject(dpop?.token.header) && isObject(dpop.token.header.jwk) ? (dpop.token.header.jwk as JsonObject) : null
  const lastOf = (type: string) => events.findLast((event) => event.type === type)?.detail
  return {
    client_id: sourced(walletExchanges, 'client_id'),
    redirect_uri: sourced(walletExchanges, 'redirect_uri'),
    wallet_jwks: {
      observed: keys.length > 0,
      source,
      jwks: keys.length > 0 ? { keys } : null,
      observed_proof_header_fields: observedProofHeaderFields,
    },
    dpop_jwk: {
      observed: thumbprints.length > 0,
      source: dpop === undefined ? null : `${dpop.operation}.header.dpop`,
      jwk,
      thumbprint: thumbprints[0] ?? null,
      thumbprints,
    },
    client_authentication: projectClientAuthentication({ events, exchanges: walletExchanges }),
    user_agents: distinct(walletExchanges.map(({ headers }) => headers['user-agent'])),
    accept_headers: distinct(walletExchanges.map(({ headers }) => headers.accept)),
    accept_languages: distinct(walletExchanges.map(({ headers }) => headers['accept-language'])),
    metadata_fetches: exchanges.filter(isMetadata).map(metadataFetch),
    requested_scopes: requestedScopes(walletExchanges),
    issuer_state_returned: issuerStateReturned(walletExchanges),
    par_count: events.filter(({ type }) => type === 'par_received').length,
    granted_scope: textOf(lastOf('token_issued')?.scope),
    grant_type: textOf(lastOf('token_received')?.grant_type),
    token_requests: events.filter(({ type }) => type === 'token_received').length,
    credential_requests: events.filter(({ type }) => type === 'credential_request_received').length,
    key_attestation: keyAttestation(walletExchanges),
    proofs: decoded(walletExchanges, 'proof_jwt').map(({ token, exchangeId }) => ({
      proof_type: 'jwt',
      ...token,
      exchange_id: exchangeId,
    })),
    issued: events
      .filter(({ type }) => type === 'credential_issued')
      .map(({ detail, at, exchangeId }) => ({ ...detail, at: toIso(at), exchange_id: exchangeId })),
    dpop_nonce: {
      policy: session.options.dpop_nonce,
      challenged: events.some(({ type }) => type === 'dpop_nonce_challenged'),
      adopted: exchanges.some(({ findings }) =>
        findings.some(({ id, status }) => id === 'vci.dpop.nonce_adopted' && status === 'pass'),
      ),
    },
  }
}

/** Every scope that was asked for, each once. */
const requestedScopes = (exchanges: readonly StoredExchange[]): string[] =>
  distinct(
    exchanges
      .filter(({ operation }) => operation === 'pushAuthorizationRequest')
      .flatMap(({ body }) => (isObject(body) && typeof body.scope === 'string' ? body.scope.split(' ') : [])),
  )

/** `null` while nothing was pushed. */
const issuerStateReturned = (exchanges: readonly StoredExchange[]): boolean | null => {
  const statuses = exchanges.flatMap(({ findings }) =>
    findings.filter(({ id }) => id === 'vci.par.issuer_state_returned').map(({ status }) => status),
  )
  return statuses.length === 0 ? null : statuses.includes('pass')
}

function decoded(exchanges: readonly StoredExchange[], kind: string) {
  return exchanges.flatMap(({ decoded: tokens, operation, id }) =>
    tokens
      .filter((token) => token.kind === kind)
      .map((token) => ({ token, operation: operation ?? 'unknown', exchangeId: id })),
  )
}

function keyAttestation(exchanges: readonly StoredExchange[]): JsonObject {
  const found = decoded(exchanges, 'key_attestation').at(-1)
  if (found === undefined) return { present: false, header: null, claims: null }
  const { header = null, claims = null, signature = null, source = null } = found.token
  return { present: true, carrier: source, header, claims, signature, exchange_id: found.exchangeId }
}

/** A parameter of the wallet's requests: the latest value, and where else it was seen. */
function sourced(exchanges: readonly StoredExchange[], name: string): SourcedValue {
  const seen = exchanges.flatMap(({ body, query, operation }) => {
    const places: [Json, string][] = [
      [body, 'body'],
      [query, 'query'],
    ]
    return places.flatMap(([part, place]) => {
      const value = isObject(part) ? part[name] : undefined
      return value === undefined ? [] : [{ value: value as Json, source: `${operation ?? 'unknown'}.${place}.${name}` }]
    })
  })
  const [first, ...others] = seen
  return {
    value: first?.value ?? null,
    source: first?.source ?? null,
    also_seen_in: distinct(others.map(({ source }) => source)),
  }
}

const metadataOperations = [
  'getIssuerMetadata',
  'getAuthorizationServerMetadata',
  'getJwtVcIssuerMetadata',
  'getCredentialKeys',
]
const isMetadata = ({ operation }: StoredExchange) => operation !== null && metadataOperations.includes(operation)

const metadataFetch = (exchange: StoredExchange): JsonObject => ({
  document: exchange.operation,
  at: toIso(exchange.at),
  exchange_id: exchange.id,
  media_type: exchange.response.contentType,
  correlation: exchange.correlation,
})

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
]
