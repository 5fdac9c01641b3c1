import { isOfGroup } from '../../engine/checks/check-groups'
import { sourceOf } from '../../engine/evidence/project-exchange'
import type { CheckId } from '../../shared/ports/check-id'
import type { Finding } from '../../shared/ports/finding'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { issuanceCheck } from '../checks'
import { isAttested } from '../read/oauth/client-authentication/client-authentication-reading'
import { hasTs3Mark } from '../read/wallet-unit/wallet-unit-rules'
import { decodedTokens } from './project-proofs'

/** The client attestation draft that a wallet's requests follow. */
export type AttestationDraftSeen = '07' | '08_or_later' | 'combined'

/** A profile of wallet attestations, known by its claims. */
export type AttestationProfileSeen = 'ts3'

/**
 * Draft of the latest request with a readable wallet attestation; `null` without one. Draft 07 has `iss` in both JWTs,
 * which later drafts tolerate and ignore; draft 08 removed it, and draft 09 made a DPoP proof usable as proof of
 * possession.
 * @see ABCA-5.1, ABCA08-5.1, ABCA10-5.2
 */
export function projectAttestationDraft(exchanges: readonly StoredExchange[]): AttestationDraftSeen | null {
  for (const exchange of exchanges.toReversed()) {
    const tokens = decodedTokens(exchange)
    const [attestation, pop, dpop] = ['client_attestation', 'client_attestation_pop', 'dpop'].map((kind) =>
      tokens.find((token) => token.kind === kind),
    )
    if (attestation === undefined) continue
    if (pop !== undefined) return hasIss(attestation) && hasIss(pop) ? '07' : '08_or_later'
    if (dpop !== undefined && exchange.headers['oauth-client-attestation-pop'] === undefined) return 'combined'
  }
  return null
}

/** The profile of the latest readable wallet attestation; `null` if it has none that is known. TS3-2.3.1 */
export function projectAttestationProfile(exchanges: readonly StoredExchange[]): AttestationProfileSeen | null {
  const attestation = latest(exchanges, 'client_attestation')
  return isObject(attestation?.claims) && hasTs3Mark(attestation.claims) ? 'ts3' : null
}

const hasIss = ({ claims }: JsonObject): boolean => isObject(claims) && claims.iss !== undefined

interface Input {
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
}

/** How the wallet authenticated as a client, from decoded tokens and findings; the latest request counts. */
export function projectClientAuthentication({ events, exchanges }: Input): JsonObject {
  const methods = events
    .filter(({ type }) => type === 'par_received' || type === 'token_received')
    .map(({ detail }) => String(detail.client_auth_method))
  // One authenticated request is enough, even if a later one lacks authentication.
  const used = methods.findLast((method) => method !== 'none') ?? methods.at(-1) ?? null
  const assertion = latest(exchanges, 'client_assertion')
  const attestation = latest(exchanges, 'client_attestation')
  const pop = latest(exchanges, 'client_attestation_pop')
  const latestOf = latestFindings(exchanges)
  const found = (id: CheckId) => verdictOf(latestOf.judged.get(id))
  const trust = trustOf(latestOf)
  const certificates = attestation && isObject(attestation.header) ? (attestation.header.x5c ?? null) : null
  return {
    method: used !== null && isAttested(used) ? 'wallet_attestation' : used,
    private_key_jwt: {
      ...shown(assertion),
      error: failureOf(latestOf, (id) => isOfGroup(id, 'vci.private_key_jwt')),
      assertion_type: formMember(exchanges, 'client_assertion_type'),
      assertion_type_valid: found('vci.private_key_jwt.assertion_type'),
      client_id_matches: found('vci.private_key_jwt.iss_sub'),
      audience_matches: found('vci.private_key_jwt.aud'),
    },
    wallet_attestation: {
      ...shown(attestation),
      error: failureOf(latestOf, (id) => isOfGroup(id, 'vci.wallet_attestation')),
      cnf_jwk: cnfOf(attestation),
      certificates,
      client_id_matches: found('vci.wallet_attestation.sub'),
      trusted: trust === undefined ? null : trust.status === 'pass',
      trust_reason: trust === undefined ? null : trust.actual,
    },
    wallet_attestation_pop: {
      ...shown(pop),
      error: failureOf(latestOf, (id) => issuanceCheck(id)?.judges?.token === 'client_attestation_pop'),
      audience_matches: found('vci.wallet_attestation.pop_aud'),
      challenge: found('vci.wallet_attestation.challenge'),
    },
  }
}

const latest = (exchanges: readonly StoredExchange[], kind: string): JsonObject | null =>
  exchanges
    .flatMap((exchange) =>
      decodedTokens(exchange).map(
        (token): JsonObject => ({ ...token, source: sourceOf(exchange, String(token.source)) }),
      ),
    )
    .findLast((token) => token.kind === kind) ?? null

const shown = (token: JsonObject | null): JsonObject => ({
  present: token !== null,
  source: token?.source ?? null,
  header: token?.header ?? null,
  claims: token?.claims ?? null,
  signature: token?.signature ?? null,
})

/** Latest findings of each check: all, those with a verdict, and those that refuse. */
interface LatestFindings {
  readonly all: ReadonlyMap<CheckId, Finding>
  readonly judged: ReadonlyMap<CheckId, Finding>
  /** In order of arrival. */
  readonly failed: ReadonlyMap<CheckId, Finding>
}

/** Single pass, since a session may have very many findings. */
function latestFindings(exchanges: readonly StoredExchange[]): LatestFindings {
  const all = new Map<CheckId, Finding>()
  const judged = new Map<CheckId, Finding>()
  const failed = new Map<CheckId, Finding>()
  for (const { findings } of exchanges) {
    for (const finding of findings) {
      const { id, status, error } = finding
      all.set(id, finding)
      if (status === 'pass' || status === 'warn' || status === 'fail') judged.set(id, finding)
      if (status !== 'fail' || error === null) continue
      failed.delete(id)
      failed.set(id, finding)
    }
  }
  return { all, judged, failed }
}

/** False for a failure, true for any other status, `null` if the check never ran. */
const verdictOf = (finding: Finding | undefined): boolean | null =>
  finding === undefined ? null : finding.status !== 'fail'

/** The check behind the latest refusal over this concern. */
const failureOf = ({ failed }: LatestFindings, concerned: (id: CheckId) => boolean): CheckId | null =>
  [...failed.keys()].findLast(concerned) ?? null

/** Latest finding on trust in the wallet provider; `undefined` if there is none or it does not apply. */
function trustOf({ all }: LatestFindings): Finding | undefined {
  const last = all.get('vci.wallet_attestation.trusted')
  return last?.status === 'not_applicable' ? undefined : last
}

function cnfOf(attestation: JsonObject | null): Json {
  const claims = attestation?.claims
  const cnf = isObject(claims) ? claims.cnf : null
  return isObject(cnf) ? ((cnf.jwk ?? null) as Json) : null
}

function formMember(exchanges: readonly StoredExchange[], name: string): Json {
  const body = exchanges.findLast((exchange) => isObject(exchange.body) && name in exchange.body)?.body
  return isObject(body) ? ((body[name] ?? null) as Json) : null
}
