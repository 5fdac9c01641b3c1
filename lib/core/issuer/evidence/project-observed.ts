import { sourceOf } from '../../engine/evidence/project-exchange'
import type { SourcedValue } from '../../engine/evidence/session-view'
import { type IssuanceEvidence, untilEnding } from '../../engine/sessions/session-evidence'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { issuerEnding } from './issuer-summary'
import type { ObservedView } from './observed-view'
import {
  projectAttestationDraft,
  projectAttestationProfile,
  projectClientAuthentication,
} from './project-client-authentication'
import { decodedTokens, projectHolderKeys, projectKeyAttestation, projectProofs } from './project-proofs'
import { projectWalletUnit } from './project-wallet-unit'

const documents = ['getIssuerMetadata', 'getAuthorizationServerMetadata', 'getJwtVcIssuerMetadata', 'getCredentialKeys']

/** True for a fetch of issuer metadata. */
export const isMetadataFetch = ({ operation }: StoredExchange): boolean =>
  operation !== null && documents.includes(operation)

/** A metadata fetch in the read-back. */
export const metadataFetch = (exchange: StoredExchange): JsonObject => ({
  document: exchange.operation,
  at: toIso(exchange.at),
  exchange_id: exchange.id,
  media_type: exchange.response.contentType,
  correlation: exchange.correlation,
})

/** Programs that sent requests; those after the end are not the wallet that the outcome is about. */
const programsOf = (evidence: IssuanceEvidence): string[] =>
  distinct(
    untilEnding(evidence, issuerEnding(evidence))
      .exchanges.filter(({ origin }) => origin === 'wallet')
      .map(({ headers }) => headers['user-agent']),
  )

/** Observations about the wallet, from events and decoded tokens, each with its source. */
export function projectObserved(evidence: IssuanceEvidence): ObservedView {
  const { session, events, exchanges } = evidence
  const walletExchanges = exchanges.filter(({ origin }) => origin === 'wallet')
  const { keys, observedProofHeaderFields, source } = projectHolderKeys(events)
  const passed = passedChecks(exchanges)
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
    dpop_jwk: dpopKey(walletExchanges, events),
    client_authentication: projectClientAuthentication({ events, exchanges: walletExchanges }),
    wallet_attestation_draft: projectAttestationDraft(walletExchanges),
    wallet_attestation_profile: projectAttestationProfile(walletExchanges),
    wallet_unit: projectWalletUnit(walletExchanges),
    user_agents: programsOf(evidence),
    accept_headers: distinct(walletExchanges.map(({ headers }) => headers.accept)),
    accept_languages: distinct(walletExchanges.map(({ headers }) => headers['accept-language'])),
    metadata_fetches: exchanges.filter(isMetadataFetch).map(metadataFetch),
    requested_scopes: requestedScopes(walletExchanges),
    granted_scope: textOf(lastOf('token_issued')?.scope),
    grant_type: textOf(events.findLast(isFirstGrant)?.detail.grant_type),
    issuer_state_returned: passed.has('vci.par.issuer_state_returned'),
    par_count: events.filter(({ type }) => type === 'par_received').length,
    token_requests: events.filter(({ type }) => type === 'token_received').length,
    credential_requests: events.filter(({ type }) => type === 'credential_request_received').length,
    key_attestation: projectKeyAttestation(walletExchanges),
    proofs: projectProofs(walletExchanges, events),
    encryption: encryptionOf(lastOf('credential_request_received')?.encryption),
    issued: events.filter(({ type }) => type === 'credential_issued').flatMap(issued),
    notification: notificationOf(events, walletExchanges),
    dpop_nonce: {
      policy: session.options.dpop_nonce,
      offered: walletExchanges.some(({ response }) => response.headers['dpop-nonce'] !== undefined),
      adopted: passed.has('vci.dpop.nonce_adopted'),
      challenged: events.some(({ type }) => type === 'dpop_nonce_challenged'),
      retried: passed.has('vci.dpop.nonce_retry'),
    },
  }
}

/** True for a token request that is not a refresh. */
const isFirstGrant = ({ type, detail }: StoredEvent): boolean =>
  type === 'token_received' && detail.grant_type !== 'refresh_token'

const requestedScopes = (exchanges: readonly StoredExchange[]): string[] =>
  distinct(
    exchanges
      .filter(({ operation }) => operation === 'pushAuthorizationRequest')
      .flatMap(({ body }) => (isObject(body) && typeof body.scope === 'string' ? body.scope.split(' ') : [])),
  )

/** The last accepted notification, with its recorded description. */
function notificationOf(events: readonly StoredEvent[], exchanges: readonly StoredExchange[]): JsonObject | null {
  const last = events.findLast(({ type }) => type === 'notification_received')
  if (last === undefined) return null
  const body = exchanges.find(({ id }) => id === last.exchangeId)?.body
  const description = isObject(body) ? body.event_description : null
  return {
    event: last.detail.event ?? null,
    event_description: typeof description === 'string' ? description : null,
    at: toIso(last.at),
  }
}

/** Response encryption of the last credential request. */
const encryptionOf = (facts: Json | undefined): JsonObject =>
  typeof facts === 'object' && facts !== null && !Array.isArray(facts)
    ? facts
    : {
        request: { encrypted: false, alg: null, enc: null, kid: null },
        response: { requested: false, alg: null, enc: null, key_thumbprint: null },
      }

function dpopKey(exchanges: readonly StoredExchange[], events: readonly StoredEvent[]): ObservedView['dpop_jwk'] {
  const thumbprints = distinct(events.map(({ detail }) => detail.jkt))
  const [proof] = exchanges.flatMap((exchange) =>
    decodedTokens(exchange).flatMap(({ kind, signature, header, source }) =>
      kind === 'dpop' && signature === 'valid' && isObject(header) ? [{ header, exchange, place: String(source) }] : [],
    ),
  )
  return {
    observed: thumbprints.length > 0,
    source: proof === undefined ? null : sourceOf(proof.exchange, proof.place),
    jwk: isObject(proof?.header.jwk) ? (proof.header.jwk as JsonObject) : null,
    thumbprint: thumbprints[0] ?? null,
    thumbprints,
  }
}

/** One entry per credential, without the credential. */
const issued = ({ at, detail, exchangeId }: StoredEvent): JsonObject[] =>
  (Array.isArray(detail.holder_thumbprints) ? detail.holder_thumbprints : []).map((thumbprint) => ({
    format: detail.format ?? null,
    credential_configuration_id: detail.credential_configuration_id ?? null,
    holder_thumbprint: thumbprint,
    at: toIso(at),
    exchange_id: exchangeId,
  }))

/** Checks that passed at least once. Single pass, since a session may have very many findings. */
function passedChecks(exchanges: readonly StoredExchange[]): ReadonlySet<string> {
  const passed = new Set<string>()
  for (const { findings } of exchanges) for (const { id, status } of findings) if (status === 'pass') passed.add(id)
  return passed
}

/** A request parameter: where it was first seen, and where else. */
function sourced(exchanges: readonly StoredExchange[], name: string): SourcedValue {
  const seen = exchanges.flatMap((exchange) => {
    const places: [Json, string][] = [
      [exchange.body, 'body'],
      [exchange.query, 'query'],
    ]
    return places.flatMap(([part, place]) => {
      const value = isObject(part) ? part[name] : undefined
      return value === undefined ? [] : [{ value: value as Json, source: sourceOf(exchange, `${place}.${name}`) }]
    })
  })
  const [first, ...others] = seen
  return {
    value: first?.value ?? null,
    source: first?.source ?? null,
    also_seen_in: distinct(others.map(({ source }) => source)).filter((place) => place !== first?.source),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
]
