import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplePresentation } from '@/lib/testing/store-samples'
import { runs } from '@/scripts/thorough.mjs'
import type { PresentationEventType } from '../../shared/ports/event-type'
import { exchangeId, sessionId } from '../../shared/ports/ids'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import { projectVerifierStatus } from './verifier-status'
import { zVerifierSession } from './z-verifier-session'

const sample = samplePresentation()
const session = { ...sample, options: { ...sample.options, profile: 'openid4vp', return_redirect_uri: false } } as const
const event = (second: number, type: PresentationEventType, detail: JsonObject = {}): StoredEvent => ({
  id: `00000000-0000-4000-8000-${String(second).padStart(12, '0')}`,
  sessionId: sessionId(session.sessionId),
  exchangeId: exchangeId('00000000-0000-4000-8000-000000000001'),
  at: addSeconds(session.createdAt, second),
  type,
  detail,
})
const fetched = event(1, 'vp_request_retrieved')
const answer = (second: number, presentation_valid: boolean, consumed: boolean) =>
  event(second, 'vp_presentation_response_received', { presentation_valid, consumed })
const statusOf = (events: StoredEvent[], secondsLater = 60) =>
  projectVerifierStatus({ session, events, exchanges: [], now: addSeconds(session.createdAt, secondsLater) })

const afterTheEnd = (session.expiresAt - session.createdAt) / 1000 + 1

describe('the status of a presentation session', () => {
  it.each([
    ['created', [], 'created'],
    ['fetched', [fetched], 'request_retrieved'],
    ['answered well', [fetched, answer(2, true, true)], 'presentation_validated'],
    ['answered badly', [fetched, answer(2, false, true)], 'presentation_invalid'],
    ['answered badly, then well', [fetched, answer(2, false, false), answer(3, true, true)], 'presentation_validated'],
    ['refused by the wallet', [fetched, event(2, 'vp_wallet_error_received', { consumed: true })], 'wallet_error'],
    ['given a code', [event(2, 'vp_authorization_code_received', { consumed: true })], 'code_received'],
  ] as const)('%s: %s', (_name, events, status) => {
    expect(statusOf([...events]).status).toBe(status)
  })

  it('is expired without an answer in time, and keeps an answer that came', () => {
    expect(statusOf([fetched], afterTheEnd)).toMatchObject({ status: 'expired', changes: [{}, { cause: null }] })
    expect(statusOf([fetched, answer(2, false, false)], afterTheEnd).status).toBe('presentation_invalid')
    expect(statusOf([fetched, answer(2, true, true)], afterTheEnd).status).toBe('presentation_validated')
  })

  it('waits under HAIP for the browser, and is refused when that does not come in two minutes', () => {
    const waiting = { ...session, options: sample.options }
    const returned = event(2, 'vp_redirect_returned')
    const seen = (events: StoredEvent[], second: number) => {
      const now = addSeconds(session.createdAt, second)
      const history = projectVerifierStatus({ session: waiting, events, exchanges: [], now })
      return [history.status, ...history.changes.slice(1).map(({ state }) => state)]
    }
    const valid = [fetched, answer(2, true, true), returned]
    expect(seen(valid, 121)).toEqual(['awaiting_redirect', 'awaiting_redirect'])
    expect(seen(valid, 122)).toEqual(['presentation_invalid', 'awaiting_redirect', 'presentation_invalid'])
    expect(seen([...valid, event(9, 'vp_redirect_followed')], 122)).toEqual([
      'presentation_validated',
      'awaiting_redirect',
      'presentation_validated',
    ])
    expect(seen([fetched, answer(2, false, true), event(9, 'vp_redirect_followed')], 122)[0]).toBe(
      'presentation_invalid',
    )
  })

  it('never leaves what ended the session', () => {
    const later = fc.constantFrom(
      fetched,
      answer(5, false, true),
      answer(5, true, true),
      event(5, 'vp_wallet_error_received', { consumed: true }),
      event(5, 'vp_response_replayed'),
    )
    fc.assert(
      fc.property(fc.array(later), (events) => {
        expect(statusOf([fetched, answer(2, true, true), ...events], afterTheEnd).status).toBe('presentation_validated')
      }),
      runs(),
    )
  })
})

it('the description of a status leads to the outcome, because a refused step is named too', () => {
  expect(zVerifierSession.shape.status.meta()?.description).toContain('`outcome`')
})
