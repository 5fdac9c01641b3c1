import { sourceOf } from '../../engine/evidence/project-exchange'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'

/** Decoded tokens of the request; those of the response are our own. */
export const decodedTokens = ({ decoded }: StoredExchange): JsonObject[] =>
  decoded.filter(({ source }) => !String(source).startsWith('response.'))

/**
 * Distinct holder keys: proven or attested ones, and `jwk` header keys of refused proofs; with the header members of
 * the observed proofs.
 */
export function projectHolderKeys(events: readonly StoredEvent[]): {
  readonly keys: readonly JsonObject[]
  readonly observedProofHeaderFields: readonly string[]
  readonly source: string | null
} {
  const keys = new Map<string, JsonObject>()
  const fields = new Set<string>()
  let source: string | null = null
  const add = (sent: Json | undefined, place: Json | undefined, proven: boolean) => {
    for (const key of Array.isArray(sent) ? sent : []) {
      if (!isObject(key)) continue
      source ??= typeof place === 'string' ? place : null
      const { kid: _kid, ...jwk } = key as JsonObject
      const identity = JSON.stringify(Object.entries(jwk).sort(([one], [other]) => (one < other ? -1 : 1)))
      // A proven key keeps its `kid` from the attestation.
      if (proven || !keys.has(identity)) keys.set(identity, key as JsonObject)
    }
  }
  for (const { type, detail } of events) {
    if (type === 'wallet_jwks_observed') add(detail.keys, detail.source, true)
    if (type !== 'credential_request_received') continue
    add(detail.proof_header_keys, detail.proof_header_keys_source, false)
    for (const field of Array.isArray(detail.proof_header_fields) ? detail.proof_header_fields : [])
      fields.add(String(field))
  }
  return { keys: [...keys.values()], observedProofHeaderFields: [...fields], source }
}

/** Proofs of all credential requests, each with the findings on its key and nonce. */
export const projectProofs = (exchanges: readonly StoredExchange[], events: readonly StoredEvent[]): JsonObject[] =>
  exchanges.flatMap((exchange) =>
    decodedTokens(exchange).flatMap((token): JsonObject[] => {
      const carrier = carrierOf(token)
      if (token.kind !== 'proof_jwt' && carrier !== 'attestation_proof') return []
      return [
        {
          proof_type: token.kind === 'proof_jwt' ? 'jwt' : 'attestation',
          header: token.header ?? null,
          claims: token.claims ?? null,
          key_reference: token.kind === 'proof_jwt' ? keyReference(token.header) : null,
          thumbprint: token.thumbprint ?? (token.kind === 'proof_jwt' ? keyOf(exchange, token, events) : null),
          signature_valid: token.signature === 'unchecked' ? null : token.signature === 'valid',
          nonce_source: nonceSource(exchange, token),
          source: sourceOf(exchange, String(token.source)),
          exchange_id: exchange.id,
        },
      ]
    }),
  )

/** Key of a proof without `jwk`, resolved by `kid` or `x5c`. */
function keyOf({ id }: StoredExchange, { source }: JsonObject, events: readonly StoredEvent[]): Json {
  const detail = events.find(
    ({ type, exchangeId }) => type === 'credential_request_received' && exchangeId === id,
  )?.detail
  const place = Number(/\[(\d+)\]$/.exec(String(source))?.[1] ?? 0)
  const keys = detail?.proof_key_thumbprints
  return (Array.isArray(keys) ? keys[place] : detail?.proof_key_thumbprint) ?? null
}

/** The latest key attestation, and whether its issuer is trusted. */
export function projectKeyAttestation(exchanges: readonly StoredExchange[]): JsonObject {
  const exchange = exchanges.findLast((one) => decodedTokens(one).some(({ kind }) => kind === 'key_attestation'))
  const token = exchange && decodedTokens(exchange).find(({ kind }) => kind === 'key_attestation')
  const claims = isObject(token?.claims) ? token.claims : {}
  const trusted = exchange?.findings.find(({ id }) => id === 'vci.key_attestation.trusted')
  const isJudged = trusted?.status === 'pass' || trusted?.status === 'warn' || trusted?.status === 'fail'
  return {
    present: token !== undefined,
    carrier: token === undefined ? null : carrierOf(token),
    header: token?.header ?? null,
    claims: token?.claims ?? null,
    attested_key_thumbprints: listOf(token?.attested_key_thumbprints),
    key_storage: listOf(claims.key_storage),
    user_authentication: listOf(claims.user_authentication),
    signature: token?.signature ?? null,
    trusted: isJudged ? trusted.status === 'pass' : null,
    trust_reason: isJudged ? trusted.actual : null,
    nonce_source: exchange && token ? nonceSource(exchange, token) : null,
    exchange_id: exchange?.id ?? null,
  }
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** Where a key attestation was sent: in a `jwt` proof header, or as a proof of its own. */
function carrierOf({ kind, source }: JsonObject): 'jwt_header' | 'attestation_proof' | null {
  if (kind !== 'key_attestation') return null
  return String(source).includes('.header.') ? 'jwt_header' : 'attestation_proof'
}

function keyReference(header: Json | undefined): string | null {
  if (!isObject(header)) return null
  if (header.jwk !== undefined) return 'jwk'
  if (header.x5c !== undefined) return 'x5c'
  if (typeof header.kid !== 'string') return null
  return /^\d+$/.test(header.kid) ? 'kid_index' : 'kid'
}

/** The nonce check covers the nonce that proves freshness; another token may carry the same or a different one. */
function nonceSource(exchange: StoredExchange, token: JsonObject): string {
  const own = nonceOf(token)
  if (own === undefined) return 'absent'
  const judged = decodedTokens(exchange).find(({ kind }) => kind === 'proof_jwt') ?? token
  if (JSON.stringify(nonceOf(judged)) !== JSON.stringify(own)) return 'unknown'
  const found = exchange.findings.find(({ id }) => id === 'vci.nonce.source')?.status
  if (found === 'pass') return 'nonce_endpoint'
  return found === 'warn' ? 'token_response' : 'unknown'
}

const nonceOf = ({ claims }: JsonObject): unknown => (isObject(claims) ? claims.nonce : undefined)
