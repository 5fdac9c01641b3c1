import type { JsonObject } from '../json'
import type { IssuanceEvidence } from '../sessions/session-evidence'
import type { StoredEvent, StoredExchange } from '../store-types'
import { toIso } from '../time'
import { isContact } from './project-contact'
import { isMetadataFetch, metadataFetch } from './project-metadata-fetches'
import { projectStatus } from './project-status'
import type { EventView } from './session-view'

type Dated = Pick<StoredEvent, 'at' | 'type' | 'detail' | 'exchangeId'>

/**
 * The events of a session as they are read back: the stored ones, and those that follow from them or from the exchanges
 * and are therefore stored nowhere. Oldest first; a change of status stands right behind the event that caused it.
 */
export function projectEvents(evidence: IssuanceEvidence): EventView[] {
  const { session, events, exchanges, now } = evidence
  const { changes, expiredAt } = projectStatus(session, events, now)
  const told = counted(events).flatMap((event, index) => {
    const change = changes.find(({ cause }) => cause === events[index])
    return [event, ...authenticationSeen(event, index, events), ...(change ? [stateChanged(change)] : [])]
  })
  const end = changes.find(({ cause }) => cause === null)
  const ended: Dated[] =
    expiredAt === null || end === undefined
      ? []
      : [
          stateChanged(end),
          {
            at: expiredAt,
            type: 'session_expired',
            detail: { last_state: end.previousState, wallet_reached: exchanges.some(isContact) },
            exchangeId: null,
          },
        ]
  // Array.prototype.sort is stable, so what belongs together stays together within one instant.
  return [...told, ...exchanges.flatMap(seenInExchange), ...ended].sort((a, b) => a.at - b.at).map(toView)
}

const toView = ({ at, type, detail, exchangeId }: Dated): EventView => ({
  at: toIso(at),
  type,
  detail: exchangeId === null ? detail : { ...detail, exchange_id: exchangeId },
})

const stateChanged = ({ at, previousState, state }: ReturnType<typeof projectStatus>['changes'][number]): Dated => ({
  at,
  type: 'issuance_state_changed',
  detail: { previous_state: previousState, state },
  exchangeId: null,
})

/**
 * Adds what only other events tell: how often the offer was fetched by then, and how many tokens a replay revoked. A
 * replay may have arrived before the request that won the race for the code, so events are not counted by their order.
 */
function counted(events: readonly StoredEvent[]): Dated[] {
  const before = (index: number, type: string) => events.slice(0, index).filter((event) => event.type === type).length
  return events.map((event, index) => {
    const { type, detail } = event
    if (type === 'offer_retrieved') return { ...event, detail: { count: before(index, type) + 1, ...detail } }
    if (type !== 'authorization_code_replayed') return event
    const ofThisCode = (name: string) => (other: StoredEvent) =>
      other.type === name && other.detail.code_id === detail.code_id
    const isFirst = !events.slice(0, index).some(ofThisCode(type))
    const revoked = isFirst ? events.filter(ofThisCode('token_issued')).length : 0
    return { ...event, detail: { revoked_tokens: revoked, ...detail } }
  })
}

/** How the client authenticated, told when it is first seen and whenever it changes. */
function authenticationSeen({ at, detail, exchangeId }: Dated, index: number, events: readonly StoredEvent[]): Dated[] {
  const method = detail.client_auth_method
  if (typeof method !== 'string') return []
  const earlier = events.slice(0, index).findLast(({ detail }) => typeof detail.client_auth_method === 'string')
  if (earlier?.detail.client_auth_method === method) return []
  return [{ at, type: 'client_authentication_observed', detail: { method, trusted: null }, exchangeId }]
}

/** What no event tells, because the exchange had no session of its own, or because only a check saw it. */
function seenInExchange(exchange: StoredExchange): Dated[] {
  const { at, id, operation, correlation, method, path, findings } = exchange
  const tell = (type: string, detail: JsonObject): Dated[] => [{ at, type, detail, exchangeId: id }]
  if (isMetadataFetch(exchange)) {
    const { document = null, media_type = null } = metadataFetch(exchange)
    return tell('metadata_retrieved', { document, media_type, correlation })
  }
  // What a browser asks on its own behalf before a request is nothing that the wallet did.
  if (operation === null && method === 'OPTIONS') return []
  if (operation === null) {
    return correlation === 'inferred' ? tell('unexpected_request', { method, path, reason: reasonOf(exchange) }) : []
  }
  const adopted = findings.some(({ id, status }) => id === 'vci.dpop.nonce_adopted' && status === 'pass')
  return adopted ? tell('dpop_nonce_adopted', { endpoint: operation }) : []
}

const reasonOf = ({ response }: StoredExchange): string =>
  response.status === 405 ? 'method_not_allowed' : 'unknown_path'
