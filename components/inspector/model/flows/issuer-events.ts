import type { EventView } from '@/lib/core/engine/evidence/session-view'
import type { Json } from '@/lib/core/ground/values/json'
import { issuerDeviation } from '@/lib/core/issuer/deviations'
import type { EventWords } from '../flow-model'
import { sharedEventWords } from './shared-event-words'

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** What the session's fault altered; `null` for an alteration of another kind. */
function alteredWords({ detail }: EventView): string | null {
  const deviation = issuerDeviation(text(detail.alteration).replace(/^fault\./, ''))
  return deviation === null ? null : `Altered on purpose: ${deviation.title}`
}

/** How the timeline describes the events of an issuance. */
export const issuanceEvents: EventWords = {
  told: new Set([
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
    'refresh_token_issued',
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
  ]),
  words: {
    ...sharedEventWords,
    answer_altered: (event) => alteredWords(event) ?? sharedEventWords.answer_altered?.(event) ?? 'Altered on purpose',
    session_created: () => 'Session created, offer shown',
    credential_issued: ({ detail }) =>
      `Credential issued${detail.count === undefined ? '' : `, ${String(detail.count)} in all`}`,
    wallet_jwks_observed: ({ detail }) =>
      detail.refused === true
        ? 'Holder key in a refused request: nothing was issued to it'
        : 'Holder key observed: it signed a proof, or is attested',
    wallet_jwks_exported: () => 'Holder keys fetched by a tool',
    authorization_code_issued: () => 'User approved, authorization code sent to the wallet',
    token_refreshed: () => 'Access token refreshed',
    refresh_token_replayed: () => 'Replaced refresh token sent again: all tokens were revoked',
    authorization_code_replayed: () => 'Used code sent again: its tokens were revoked',
    notification_received: ({ detail }) => `Wallet sent notification: ${text(detail.event)}`,
    refusal_reported: ({ detail }) =>
      detail.shown === 'error' ? 'Tester saw an error in the wallet' : 'Tester saw the wallet carry on',
    credential_asked_back: ({ detail }) =>
      detail.presented === true
        ? 'Wallet presented the wrong credential in another session'
        : 'Wallet was asked for the wrong credential, and did not present it',
    fault_result: ({ detail }) =>
      `Wallet reaction to the faulty response: ${text(detail.outcome)}, ${text(detail.seen)}`,
    session_expired: ({ detail }) =>
      detail.wallet_reached === false ? 'Session expired before any wallet reached it' : 'Session expired',
  },
}
