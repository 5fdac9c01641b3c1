import { describe, expect, it } from 'vitest'
import type { EventView } from '@/lib/core/engine/evidence/session-view'
import type { PresentationEventType, StoredEventType } from '@/lib/core/shared/ports/event-type'
import { changedAnswer } from '../changed-answer'
import { eventWords } from '../timeline'
import { issuanceEvents } from './issuer-events'
import { isAlteredDelivery } from './verifier'
import { presentationEvents } from './verifier-events'
import { presentationExpected, presentationKindOf, presentationMilestones } from './verifier-exchanges'

const delivered = (negative_test: string | null, status = 200, kind = 'request') =>
  isAlteredDelivery({ options: { negative_test } }, { kind, response: { status } as never })

it('a request that was handed out wrong on purpose is told from others', () => {
  for (const test of [
    'bad_signature',
    'expired_request',
    'no_typ',
    'missing_nonce',
    'self_signed_leaf',
    'verifier_info_unbound',
  ])
    expect([test, delivered(test)]).toEqual([test, true])
  expect(delivered(null)).toBe(false)
  expect(delivered('no such test')).toBe(false)
  // The deviation is in the answer to the presentation response.
  expect(delivered('redirect_on_response')).toBe(false)
  expect(delivered('bad_signature', 404)).toBe(false)
  expect(delivered('bad_signature', 200, 'response')).toBe(false)
})

/** A record, so that the compiler requires every event type of a presentation. */
const types: Record<PresentationEventType, true> = {
  vp_session_created: true,
  vp_deeplink_generated: true,
  vp_request_retrieved: true,
  vp_request_refused: true,
  vp_dc_api_request_delivered: true,
  vp_dc_api_started: true,
  vp_dc_api_failed: true,
  vp_dc_api_unsupported: true,
  vp_dc_api_left: true,
  vp_presentation_response_received: true,
  vp_response_decrypted: true,
  vp_response_decryption_failed: true,
  vp_issuer_metadata_fetched: true,
  vp_status_list_fetched: true,
  vp_trust_resource_read: true,
  vp_did_document_fetched: true,
  vp_presentation_verified: true,
  vp_presentation_examined: true,
  vp_presentation_rejected: true,
  vp_wallet_error_received: true,
  vp_authorization_code_received: true,
  vp_response_replayed: true,
  vp_response_refused: true,
  vp_response_sent_to_another_session: true,
  vp_redirect_returned: true,
  vp_redirect_followed: true,
  vp_redirect_uri_visited: true,
  vp_undecryptable_response_allowed: true,
  vp_request_mutation_applied: true,
  vp_request_behavior_applied: true,
  vp_response_scenario_selected: true,
  vp_refusal_reported: true,
  vp_silence_counted: true,
  vp_screen_reported: true,
}

const event = (type: StoredEventType, detail: EventView['detail'] = {}): EventView => ({
  at: '2026-11-20T23:00:00.000Z',
  type,
  detail,
})

it.each(Object.keys(types))('%s is covered by its exchange, or has a text', (type) => {
  const words = eventWords(event(type as PresentationEventType), presentationEvents)
  expect(words ?? '').not.toContain('_')
  expect(words !== null || presentationEvents.told.has(type)).toBe(true)
  expect(words?.toLowerCase().replaceAll(' ', '_')).not.toBe(type)
})

it.each([
  ['vp_presentation_verified', {}, 'signature valid, holder proven, issuer trusted'],
  ['vp_presentation_examined', {}, 'refused'],
  ['vp_presentation_examined', { holder_binding_verified: false }, 'holder not proven'],
  [
    'vp_presentation_examined',
    { signature_valid: false, holder_binding_verified: null, issuer_trusted: null },
    'signature not valid, holder not judged, issuer trust not judged',
  ],
] as const)('%s with %j says nothing good of what was refused', (type, change, words) => {
  const detail = {
    query_id: 'pid',
    read: true,
    signature_valid: true,
    holder_binding_verified: true,
    issuer_trusted: true,
  }
  expect(eventWords(event(type, { ...detail, ...change }), presentationEvents)).toBe(`Presentation for pid: ${words}`)
})

it('a response that went elsewhere does not name the session that received it', () => {
  const detail = { sent_to_session: 'another_session' }
  expect(eventWords(event('vp_response_sent_to_another_session', detail), presentationEvents)).toBe(
    'A response with the state or the key of this session was sent to another session',
  )
})

it('a faulty issuance says what it altered', () => {
  const altered = event('answer_altered', { alteration: 'fault.credential_bad_signature', decided_status: 200 })
  expect(eventWords(altered, issuanceEvents)).toBe('Altered on purpose: The credential signature is wrong.')
})

it.each([
  ['answered', 'answered'],
  ['error', 'sent an error'],
  ['stopped', 'stopped'],
  ['nothing', 'sent nothing'],
])('a changed session says that the wallet %s', (did, words) => {
  const ended = { ...event('answer_altered', { did }), type: 'mutation_result' } as EventView
  for (const events of [presentationEvents, issuanceEvents])
    expect(eventWords(ended, events)).toBe(`After the change: the wallet ${words}`)
})

it('an answer that its tester changed says what of it, whatever test it equals', () => {
  const altered = event('answer_altered', { alteration: 'fault.no_expires_in', operation: 'requestToken' })
  const differences = [
    { target: 'token_response', pointer: '/expires_in', was: 60 },
    { target: 'issuer_metadata', pointer: '/display', was: [] },
  ]
  expect(changedAnswer({ mutations: { differences } }, altered)).toBe(
    'Changed on purpose: /expires_in removed in the token response',
  )
  const fetched = event('answer_altered', { alteration: 'mutations', operation: 'getIssuerMetadata' })
  expect(changedAnswer({ mutations: { differences } }, fetched)).toBe(
    'Changed on purpose: /display removed in the issuer metadata',
  )
  expect(changedAnswer({}, altered)).toBeNull()
})

it('a refusal test says what it altered, and its result', () => {
  const altered = event('answer_altered', { alteration: 'negative_test.expired_request', decided_status: 200 })
  expect(eventWords(altered, presentationEvents)).toBe('Altered on purpose: The request expired ten minutes ago.')
  const result = (outcome: string) =>
    eventWords({ ...altered, type: 'vp_negative_test_result', detail: { outcome } } as EventView, presentationEvents)
  expect(result('presented')).toBe('Test ended: the wallet presented, and should have refused')
  expect(result('of_another_kind')).toBe('Test ended: of another kind')
})

it.each([presentationEvents, issuanceEvents])('an altered response says so in every flow', (events) => {
  const detail = { alteration: 'fault.of_another_kind', decided_status: 200 }
  expect(eventWords(event('answer_altered', detail), events)).toBe('Altered on purpose: of another kind')
})

const facts = { request_delivery: 'by_reference', request_uri_method: 'get', status: 'created' } as const

const carried = { ...facts, options: { presentation_channel: 'dc_api', return_redirect_uri: true } }

describe('a presentation that a browser carries', () => {
  it('is a fetch by the page and the result that it posts, whatever says how a link is fetched', () => {
    for (const session of [carried, { ...carried, request_delivery: 'by_value' as const }]) {
      expect(presentationExpected(session).map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET …/dc-api',
        'POST …/dc-api/result',
      ])
      expect(presentationMilestones({ ...session, options: { presentation_channel: 'dc_api' } })).toMatchObject([
        { key: 'created' },
        { key: 'fetched', open: 'Open the page' },
        { key: 'received' },
        { key: 'verified' },
      ])
    }
  })

  it('has to be refused where that is the test', () => {
    const [, last] = presentationExpected({ ...carried, options: { ...carried.options, expect: 'refusal' } })
    expect(last).toMatchObject({ path: '…/dc-api/result', does: 'Refuses with an error' })
  })

  it('is not answered by what the page reports of itself', () => {
    const kindOf = (operation: string, body: unknown) => presentationKindOf({ operation, body: body as never })
    for (const outcome of ['started', 'error', 'unsupported', 'left'])
      expect(kindOf('sendBrowserResult', { outcome })).toBe('report')
    expect(kindOf('sendBrowserResult', { outcome: 'answer' })).toBeUndefined()
    expect(kindOf('sendBrowserResult', null)).toBeUndefined()
    expect(kindOf('sendPresentationResponse', { outcome: 'started' })).toBeUndefined()
  })
})

it('a presentation by link is asked for as before', () => {
  const paths = (session: Parameters<typeof presentationExpected>[0]) =>
    presentationExpected(session).map(({ method, path }) => `${method} ${path}`)
  expect(paths({ ...facts, options: { return_redirect_uri: true } })).toEqual([
    'GET …/request',
    'POST …/response',
    'GET …/complete',
  ])
  expect(paths({ ...facts, request_delivery: 'by_value', options: {} })).toEqual(['POST …/response'])
  expect(paths({ ...facts, request_uri_method: 'post', options: { expect: 'refusal' } })).toEqual([
    'POST …/request',
    'POST …/response',
  ])
})
