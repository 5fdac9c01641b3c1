import type { EventView } from '@/lib/core/engine/evidence/session-view'
import { issuerDeviation } from '@/lib/core/issuer/deviations'
import { isObject, type Json } from '@/lib/core/shared/values/json'
import type { EventWords } from '../flow-model'
import { reportWords, sharedEventWords, trustReadWords } from './shared-events'

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Text for the session's fault; `null` for other deviations. */
function alteredWords({ detail }: EventView): string | null {
  const deviation = issuerDeviation(text(detail.alteration).replace(/^fault\./, ''))
  return deviation === null ? null : `Altered on purpose: ${deviation.title}`
}

/** Answers to polls for a deferred credential. */
const polledWords: Readonly<Record<string, string>> = {
  pending: 'Wallet came back for its deferred credential, and was told to wait',
  issued: 'Wallet came back for its deferred credential, and got it',
  denied: 'Wallet came back for its deferred credential, which was denied',
  lost: 'Wallet came back for its deferred credential, which the issuer had lost on purpose',
  refused: 'Wallet came back for a deferred credential, and was refused',
}
const unitRevokedWords: Readonly<Record<string, string>> = {
  list: 'from a status list',
  tester: 'from its tester',
  recheck: 'when it read the status list again',
}

const statusWords: Readonly<Record<string, string>> = { valid: 'valid', invalid: 'revoked', suspended: 'suspended' }

/** Timeline texts for issuance events. */
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
    'authorization_details_received',
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
    laboratory_created: () => 'Laboratory created: an issuer of its own for the session',
    laboratory_made_room: () =>
      'Laboratory made room for another one: all places were taken, and no request had touched it for a day',
    credential_issued: ({ detail }) =>
      `Credential issued${detail.count === undefined ? '' : `, ${String(detail.count)} in all`}`,
    credential_deferred: ({ detail }) =>
      `Credential deferred: the wallet was told to come back${typeof detail.interval === 'number' ? ` after ${detail.interval} s` : ''}`,
    deferred_polled: ({ detail }) => polledWords[text(detail.result)] ?? 'Wallet came back for a deferred credential',
    deferred_decided: ({ detail }) => `Tester decided about a deferred credential: ${text(detail.outcome)}`,
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
    refusal_reported: reportWords,
    request_may_belong: ({ detail }) =>
      detail.likely === true
        ? 'A request came that most likely belongs here: no other session waited for one'
        : 'A request came that may belong here, or to another open session',
    credential_asked_back: ({ detail }) =>
      typeof detail.status === 'string'
        ? `Wallet presented the credential in another session: ${statusWords[detail.status] ?? detail.status}`
        : detail.presented === true
          ? 'Wallet presented the wrong credential in another session'
          : 'Wallet was asked for the credential, and did not present it',
    status_changed: ({ detail }) => {
      const statuses = Array.isArray(detail.statuses) ? detail.statuses : []
      const [first] = statuses
      const status = isObject(first) ? text(first.status) : text(detail.all)
      const count = typeof detail.count === 'number' ? detail.count : statuses.length
      return `${count === 1 ? 'Credential' : `${count} credentials`} ${statusWords[status] ?? status}`
    },
    status_list_retrieved: ({ detail }) =>
      detail.by === 'wallet' ? 'Wallet read the status list' : 'Another client read the status list',
    wallet_unit_entry_revoked: ({ detail }) =>
      detail.list === 2 ? 'Tester revoked a key storage on our list' : 'Tester revoked a wallet unit on our list',
    wallet_unit_checked: ({ detail }) =>
      `Issuer read the status of the ${detail.list === 2 ? 'key storage' : 'wallet unit'}: ${text(detail.result).replaceAll('_', ' ')}`,
    wallet_unit_revoked: ({ detail }) =>
      `Issuer learned that the wallet unit is revoked, ${unitRevokedWords[text(detail.by)] ?? text(detail.by)}`,
    trust_resource_read: ({ detail }) => trustReadWords(detail),
    fault_result: ({ detail }) =>
      `Wallet reaction to the faulty response: ${text(detail.outcome)}, ${text(detail.seen)}`,
    session_expired: ({ detail }) =>
      detail.wallet_reached === false ? 'Session expired before any wallet reached it' : 'Session expired',
  },
}
