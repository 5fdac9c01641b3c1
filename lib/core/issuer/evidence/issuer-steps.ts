import { isContact } from '../../engine/evidence/contact-view'
import type { SessionKind, Step } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { EventType } from '../../shared/ports/event-type'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import type { Json, JsonObject } from '../../shared/values/json'
import { deviationOf } from '../deviations'
import { changedId } from '../deviations/changed'
import { changedResult } from '../deviations/changed-result'
import { deviationOutcome } from '../deviations/issuer-deviation-outcome'
import type { IssuerTypes } from './issuer-types'
import { isMetadataFetch, metadataFetch } from './project-observed'

export const issuerSteps: SessionKind<IssuerTypes>['steps'] = {
  ofEvents: (events) => {
    const complete = counting(events)
    return events.map((event) => [complete(event)])
  },
  ofExchange: seenInExchange,
  ofWhole: deviationSteps,
  ofChange: ({ at, previousState, state, cause }, { exchanges }) => {
    const step = (type: EventType, detail: JsonObject): Step => ({ at, type, detail, exchangeId: null })
    const changed = step('issuance_state_changed', { previous_state: previousState, state })
    if (cause !== null || state === 'answer_refused') return [changed]
    return [changed, step('session_expired', { last_state: previousState, wallet_reached: exchanges.some(isContact) })]
  },
}

/**
 * Adds counts that depend on other events: how often the offer was fetched so far, and how many tokens a replay
 * revoked. A replay may have arrived before the request that won the race for the code, so the order does not matter.
 */
function counting(events: readonly StoredEvent[]): (event: StoredEvent) => Step {
  const issued = new Map<Json, number>()
  for (const { type, detail } of events) {
    const code = detail.code_id ?? null
    if (type === 'token_issued') issued.set(code, (issued.get(code) ?? 0) + 1)
  }
  let fetched = 0
  return (event) => {
    const { type, detail } = event
    if (type === 'offer_retrieved') return { ...event, detail: { count: ++fetched, ...detail } }
    if (type !== 'authorization_code_replayed') return event
    const code = detail.code_id ?? null
    const revoked = issued.get(code) ?? 0
    // A second replay has nothing left to revoke.
    issued.delete(code)
    return { ...event, detail: { revoked_tokens: revoked, ...detail } }
  }
}

/** Steps without an event: the exchange had no session, or only a check noticed. */
function seenInExchange(exchange: StoredExchange): Step[] {
  const { at, id, operation, correlation, method, path, findings } = exchange
  const tell = (type: EventType, detail: JsonObject): Step[] => [{ at, type, detail, exchangeId: id }]
  if (isMetadataFetch(exchange)) {
    const { document = null, media_type = null } = metadataFetch(exchange)
    return tell('metadata_retrieved', { document, media_type, correlation })
  }
  // A browser's preflight request is no action of the wallet.
  if (operation === null && method === 'OPTIONS') return []
  if (operation === null) {
    return correlation === 'inferred' ? tell('unexpected_request', { method, path, reason: reasonOf(exchange) }) : []
  }
  const adopted = findings.some(({ id, status }) => id === 'vci.dpop.nonce_adopted' && status === 'pass')
  return adopted ? tell('dpop_nonce_adopted', { endpoint: operation }) : []
}

const reasonOf = ({ response }: StoredExchange): string =>
  response.status === 405 ? 'method_not_allowed' : 'unknown_path'

/** The step for the wallet's reaction to a deviation, once decided. */
function deviationSteps(evidence: IssuanceEvidence): readonly Step[] {
  const deviation = deviationOf(evidence.session)
  const outcome = deviationOutcome(evidence)
  const changed = changedResult(evidence)
  if (changed !== null) {
    const { at, exchangeId, told: _, ...detail } = changed
    return [{ at, type: 'mutation_result', detail: { ...detail }, exchangeId }]
  }
  if (deviation === null || deviation.id === changedId || outcome === null || outcome.at === null) return []
  const { at, did, seen, exchangeId } = outcome
  return [{ at, type: 'fault_result', detail: { fault: deviation.id, outcome: did, seen }, exchangeId }]
}
