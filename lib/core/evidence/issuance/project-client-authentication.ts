import type { CheckId } from '../../check-id'
import { checkById } from '../../checks/registry'
import { isObject, type Json, type JsonObject } from '../../json'
import type { StoredEvent, StoredExchange } from '../../store-types'
import { decodedTokens } from '../decoded-tokens'
import { sourceOf } from '../source-of'

interface Input {
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
}

/** How the wallet authenticated as a client, folded from decoded tokens and findings; the latest request counts. */
export function projectClientAuthentication({ events, exchanges }: Input): JsonObject {
  const methods = events
    .filter(({ type }) => type === 'par_received' || type === 'token_received')
    .map(({ detail }) => String(detail.client_auth_method))
  // A wallet that showed itself once has shown itself, whatever a later request left out.
  const used = methods.findLast((method) => method !== 'none') ?? methods.at(-1) ?? null
  const assertion = latest(exchanges, 'client_assertion')
  const attestation = latest(exchanges, 'client_attestation')
  const pop = latest(exchanges, 'client_attestation_pop')
  const found = (id: CheckId) => findingOf(exchanges, id)
  const certificates = attestation && isObject(attestation.header) ? (attestation.header.x5c ?? null) : null
  return {
    method: used === 'attest_jwt_client_auth' ? 'wallet_attestation' : used,
    private_key_jwt: {
      ...shown(assertion),
      error: failureOf(exchanges, (id) => checkById(id)?.group === 'vci.private_key_jwt'),
      assertion_type: formMember(exchanges, 'client_assertion_type'),
      assertion_type_valid: found('vci.private_key_jwt.assertion_type'),
      client_id_matches: found('vci.private_key_jwt.iss_sub'),
      audience_matches: found('vci.private_key_jwt.aud'),
    },
    wallet_attestation: {
      ...shown(attestation),
      error: failureOf(exchanges, (id) => checkById(id)?.group === 'vci.wallet_attestation'),
      cnf_jwk: cnfOf(attestation),
      certificates,
      client_id_matches: found('vci.wallet_attestation.sub'),
      trusted: trustOf(exchanges),
      trust_reason: trustReason(exchanges),
    },
    wallet_attestation_pop: {
      ...shown(pop),
      error: failureOf(exchanges, (id) => checkById(id)?.judges?.token === 'client_attestation_pop'),
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

function findingsOf(exchanges: readonly StoredExchange[], id: CheckId) {
  return exchanges.flatMap(({ findings }) => findings.filter((finding) => finding.id === id))
}

/** True or false as the latest finding says, `null` where the check never ran. */
function findingOf(exchanges: readonly StoredExchange[], id: CheckId): boolean | null {
  const last = findingsOf(exchanges, id).findLast(({ status }) => ['pass', 'warn', 'fail'].includes(status))
  return last === undefined ? null : last.status !== 'fail'
}

/** Id of the check that refused it, of the latest request that was refused for its sake. */
const failureOf = (exchanges: readonly StoredExchange[], concerned: (id: CheckId) => boolean): CheckId | null =>
  exchanges
    .flatMap(({ findings }) => findings)
    .findLast(({ id, status, error }) => concerned(id) && status === 'fail' && error !== null)?.id ?? null

const trustOf = (exchanges: readonly StoredExchange[]): boolean | null => {
  const last = findingsOf(exchanges, 'vci.wallet_attestation.trusted').at(-1)
  return last === undefined || last.status === 'not_applicable' ? null : last.status === 'pass'
}

const trustReason = (exchanges: readonly StoredExchange[]): Json => {
  const last = findingsOf(exchanges, 'vci.wallet_attestation.trusted').at(-1)
  return last === undefined || last.status === 'not_applicable' ? null : last.actual
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
