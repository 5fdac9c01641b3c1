import type { EventView } from '@/lib/core/engine/evidence/session-view'
import type { Json } from '@/lib/core/shared/values/json'
import { verifierDeviation } from '@/lib/core/verifier/deviations'
import type { EventWords } from '../flow-model'
import { reportWords, sharedEventWords, trustReadWords } from './shared-events'

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Verification results of a presentation; for a refused one, only those against it. */
function foundWords({ type, detail }: EventView): string {
  const { query_id, signature_valid, holder_binding_verified, issuer_trusted } = detail
  const parts = [
    signature_valid === true
      ? 'signature valid'
      : signature_valid === null
        ? 'issuer key unknown'
        : 'signature not valid',
    holder_binding_verified === true
      ? 'holder proven'
      : holder_binding_verified === null
        ? 'holder not judged'
        : 'holder not proven',
    issuer_trusted === true
      ? 'issuer trusted'
      : issuer_trusted === false
        ? 'issuer not trusted'
        : 'issuer trust not judged',
  ]
  const good = ['signature valid', 'holder proven', 'issuer trusted']
  const told = type === 'vp_presentation_examined' ? parts.filter((part) => !good.includes(part)) : parts
  const words = told.length === 0 ? 'refused' : told.join(', ')
  return `Presentation for ${text(query_id)}: ${detail.read === true ? words : 'cannot be read'}`
}

/** Describes a request of this service to a credential's issuer. */
function fetchedWords({ detail }: EventView): string {
  const what = detail.document === 'jwks_uri' ? 'Keys of the issuer' : 'Metadata of the issuer'
  const outcome = text(detail.outcome)
  const came = outcome === 'used' ? 'fetched' : `not usable (${outcome.replaceAll('_', ' ')})`
  return `${what} ${came}: ${text(detail.url)}`
}

/** Describes a status list lookup. */
function listWords({ detail }: EventView): string {
  const outcome = text(detail.outcome)
  const came = outcome === 'used' ? 'read' : `not usable (${outcome.replaceAll('_', ' ')})`
  return `${detail.own === true ? 'Our status list' : 'Status list'} ${came}: ${text(detail.url)}`
}

/** Text for the session's refusal test; `null` for other deviations. */
function alteredWords({ detail }: EventView): string | null {
  const deviation = verifierDeviation(text(detail.alteration).replace(/^negative_test\./, ''))
  return deviation === null ? null : `Altered on purpose: ${deviation.title}`
}

/** Texts for test outcomes by name; see outcomeName, and verifierSteps for unusual requests. */
const outcomeWords: Readonly<Record<string, string>> = {
  refused_with_error: 'the wallet refused with an error',
  presented: 'the wallet presented, and should have refused',
  followed_redirect: 'the wallet followed the redirect, and should have stopped',
  reported_error: 'the wallet was reported to refuse',
  reported_going_on: 'the wallet was reported to carry on, and should have refused',
  reported_warning: 'the wallet was reported to warn its user and ask',
  presented_registered_only: 'the wallet presented what is registered, and no more',
  browser_declined: 'the browser shared nothing, and nobody knows who decided that',
  fetched_request_uri: 'the wallet fetched the address of a request, and should have refused',
  silent: 'the wallet sent nothing more',
  untested: 'the wallet never met what is wrong',
  answered: 'the wallet responded, as it should',
  answered_wrongly: 'the wallet responded, but not correctly',
}

/** Timeline texts for presentation events. */
export const presentationEvents: EventWords = {
  told: new Set([
    'vp_deeplink_generated',
    'vp_request_retrieved',
    'vp_request_refused',
    'vp_dc_api_request_delivered',
    'vp_presentation_response_received',
    'vp_presentation_rejected',
    'vp_response_refused',
    'vp_redirect_followed',
    'presentation_state_changed',
  ]),
  results: new Set(['vp_negative_test_result']),
  words: {
    ...sharedEventWords,
    vp_dc_api_started: () => 'The page asked the browser for a presentation',
    vp_dc_api_failed: ({ detail }) => failedWords[text(detail.name)] ?? 'The browser handed back no answer',
    vp_dc_api_unsupported: ({ detail }) =>
      unsupportedWords[text(detail.reason)] ?? 'The page could not ask the browser',
    vp_dc_api_left: () => 'The page was closed or left',
    vp_session_created: () => 'Session created, request shown',
    vp_response_decrypted: () => 'Response decrypted',
    vp_response_decryption_failed: () => 'Response could not be decrypted',
    vp_issuer_metadata_fetched: fetchedWords,
    vp_status_list_fetched: listWords,
    vp_trust_resource_read: ({ detail }) => trustReadWords(detail),
    vp_did_document_fetched: ({ detail }) => keyDocuments[text(detail.document)] ?? 'Keys of the verifier fetched',
    vp_presentation_verified: foundWords,
    vp_presentation_examined: foundWords,
    vp_wallet_error_received: ({ detail }) => `Wallet responded with error ${text(detail.error) || '(without a code)'}`,
    vp_authorization_code_received: () => 'Authorization code received',
    vp_response_sent_to_another_session: () =>
      'A response with the state or the key of this session was sent to another session',
    vp_response_replayed: () => 'Response sent again after the session was complete',
    vp_redirect_returned: () => 'Wallet told where to send the user',
    vp_redirect_uri_visited: ({ detail }) =>
      `The address after the response was opened, visit ${text(detail.visit_count)}`,
    vp_undecryptable_response_allowed: () => 'The request names keys that are not ours, as the tester asked',
    vp_request_mutation_applied: () => 'The request is changed on purpose',
    vp_request_behavior_applied: () => 'The request is delivered wrongly on purpose',
    vp_response_scenario_selected: () => 'Our answer to the response is chosen by the tester',
    vp_refusal_reported: reportWords,
    vp_screen_reported: (event) =>
      event.detail.shown === 'nothing'
        ? 'Nobody saw what the wallet showed'
        : `${reportWords(event)} after our response`,
    vp_silence_counted: ({ detail }) =>
      `Silence counts as a refusal: ${detail.in_browser === true ? 'in the same browser' : 'a driver approves everything, and'} the wallet responded validly to session ${text(detail.control_session_id).slice(0, 8)}`,
    answer_altered: (event) => alteredWords(event) ?? sharedEventWords.answer_altered?.(event) ?? 'Altered on purpose',
    vp_negative_test_result: ({ detail }) => {
      const outcome = text(detail.outcome)
      return `Test ended: ${outcomeWords[outcome] ?? outcome.replaceAll('_', ' ')}`
    },
    vp_redirect_timeout: () => 'No browser followed within two minutes: presentation rejected under HAIP',
    vp_session_expired: ({ detail }) =>
      detail.wallet_reached === false ? 'Session expired before any wallet reached it' : 'Session expired',
  },
}

/** Why a browser returned no answer, by exception name. https://www.w3.org/TR/digital-credentials/ */
const failedWords: Readonly<Record<string, string>> = {
  NotAllowedError: 'Nothing was shared: user or wallet declined, or no wallet fits',
  AbortError: 'The tester stopped asking',
}

/** Why a page could not ask. */
const unsupportedWords: Readonly<Record<string, string>> = {
  insecure_context: 'The page was opened without https, where browsers hide the Digital Credentials API',
  no_api: 'The browser has no Digital Credentials API',
  no_protocol: 'The browser carries none of the protocols that were asked for',
  other_origin: 'The page was opened at another address than that of this service',
}

/** Documents with keys, by the event's name for them. */
const keyDocuments: Readonly<Record<string, string>> = {
  did: 'DID document of the verifier fetched',
  jwks: 'Keys of the verifier fetched',
  attestation_jwks: 'Keys of the issuer of verifier attestations fetched',
}
