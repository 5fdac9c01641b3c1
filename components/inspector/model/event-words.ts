import type { EventView } from '@/lib/core/evidence/session-view'
import type { Json } from '@/lib/core/json'

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Events that only repeat what the row of their exchange says. */
const told = new Set([
  'credential_offer_generated',
  'credential_deeplink_generated',
  'issuance_state_changed',
  'metadata_retrieved',
  'offer_retrieved',
  'par_received',
  'par_accepted',
  'par_rejected',
  'token_received',
  'token_issued',
  'token_rejected',
  'nonce_issued',
  'credential_request_received',
  'credential_rejected',
  'notification_rejected',
  'dpop_nonce_challenged',
  'dpop_nonce_adopted',
  'client_authentication_observed',
  'unexpected_request',
  'chained_token_issued',
])

const words: Readonly<Record<string, (event: EventView) => string>> = {
  session_created: () => 'Session created, offer shown',
  credential_issued: ({ detail }) =>
    `Credential issued${detail.count === undefined ? '' : `, ${String(detail.count)} in all`}`,
  wallet_jwks_observed: () => 'Holder key seen and proven',
  wallet_jwks_exported: () => 'Holder keys read by a tool',
  authorization_code_issued: () => 'User approved, authorization code sent to the wallet',
  authorization_code_replayed: () => 'Spent code sent again: its tokens are revoked',
  notification_received: ({ detail }) => `Wallet notified us: ${text(detail.event)}`,
  session_expired: ({ detail }) =>
    detail.wallet_reached === false ? 'Session expired, and no wallet ever reached it' : 'Session expired',
}

/** What an event says in the timeline; `null` for one that its exchange already tells. */
export function eventWords(event: EventView): string | null {
  if (told.has(event.type)) return null
  const known = words[event.type]
  return known ? known(event) : event.type.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}
