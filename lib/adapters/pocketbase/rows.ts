import type { Commit, Effect, IssuanceSession, OneTimeValue, StoredEvent, StoredExchange } from '@/lib/core/store-types'
import { type EpochMillis, toIso } from '@/lib/core/time'

/**
 * From our words to the columns of pb_migrations. JSON columns travel as JSON text: PocketBase would otherwise read a
 * body that is the text `true` or `{}` as the JSON value that it looks like.
 */

/** PocketBase writes instants with a space; equal texts sort and compare like the instants do. */
export const toDateColumn = (instant: EpochMillis): string => toIso(instant).replace('T', ' ')

const optionalDate = (instant: EpochMillis | null): string => (instant === null ? '' : toDateColumn(instant))

const sessionRow = (session: IssuanceSession) => ({
  id: session.sessionId,
  issuer_configuration_id: session.issuerConfigurationId,
  flow: session.flow,
  credential_offer_mode: session.credentialOfferMode,
  credential_configuration_id: session.credentialConfigurationId,
  credential_offer_id: session.credentialOfferId,
  origin: session.origin,
  options: JSON.stringify(session.options),
  created_at: toDateColumn(session.createdAt),
  expires_at: toDateColumn(session.expiresAt),
})

const exchangeRow = (exchange: StoredExchange, seq: number) => ({
  id: exchange.id,
  seq,
  at: toDateColumn(exchange.at),
  duration_millis: exchange.durationMillis,
  session_id: exchange.sessionId ?? '',
  issuer_configuration_id: exchange.issuerConfigurationId ?? '',
  origin: exchange.origin,
  correlation: exchange.correlation,
  operation: exchange.operation ?? '',
  method: exchange.method,
  path: exchange.path,
  headers: JSON.stringify(exchange.headers),
  query: JSON.stringify(exchange.query),
  body: JSON.stringify(exchange.body),
  response: JSON.stringify({
    status: exchange.response.status,
    content_type: exchange.response.contentType,
    headers: exchange.response.headers,
    body: exchange.response.body,
  }),
  decoded: JSON.stringify(exchange.decoded),
  client: exchange.client,
})

const findingsRow = (exchange: StoredExchange) => ({
  id: exchange.id,
  exchange_id: exchange.id,
  session_id: exchange.sessionId ?? '',
  results: JSON.stringify(exchange.findings),
})

const eventRow = (event: StoredEvent, seq: number) => ({
  id: event.id,
  seq,
  at: toDateColumn(event.at),
  session_id: event.sessionId,
  exchange_id: event.exchangeId ?? '',
  type: event.type,
  detail: JSON.stringify(event.detail),
})

const valueRow = (value: OneTimeValue) => ({
  kind: value.kind,
  digest: value.digest,
  issuer_configuration_id: value.issuerConfigurationId,
  session_id: value.sessionId ?? '',
  exchange_id: value.exchangeId ?? '',
  parent: value.parent ?? '',
  expires_at: toDateColumn(value.expiresAt),
  consumed_at: optionalDate(value.consumedAt),
  revoked_at: optionalDate(value.revokedAt),
  data: JSON.stringify(value.data),
})

const effectRow = (effect: Effect) => {
  switch (effect.type) {
    case 'grant':
    case 'remember':
      return { type: effect.type, row: valueRow(effect.value) }
    case 'bind':
      return { type: effect.type, exchange_id: effect.exchangeId, session_id: effect.sessionId }
    case 'consume':
      return { type: effect.type, kind: effect.kind, digest: effect.digest }
    case 'revoke':
      return { type: effect.type, parent: effect.parent }
  }
}

/**
 * One item for the commit hook. `nextSeq` gives a greater number each time it is called; `at` dates consumption and
 * revocation. Without a `session`, `exchange` or event of its own an item has nothing by which a repetition is found.
 */
export const commitItem = (commit: Commit, at: EpochMillis, nextSeq: () => number) => ({
  at: toDateColumn(at),
  ...(commit.session && { session: sessionRow(commit.session) }),
  ...(commit.exchange && { exchange: exchangeRow(commit.exchange, nextSeq()), findings: findingsRow(commit.exchange) }),
  events: commit.events.map((event) => eventRow(event, nextSeq())),
  effects: commit.effects.map(effectRow),
})
