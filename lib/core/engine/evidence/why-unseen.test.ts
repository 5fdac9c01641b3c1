import { describe, expect, it } from 'vitest'
import { samplePresentation } from '@/lib/testing/store-samples'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import type { PresentationEventType } from '../../shared/ports/event-type'
import { exchangeId } from '../../shared/ports/ids'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import { isObject, type JsonObject } from '../../shared/values/json'
import { verifierKind } from '../../verifier/evidence/verifier-kind'
import { evidence } from './fixtures/sessions'
import { projectConformance } from './project-conformance'
import type { ConformanceEntry } from './session-view'

const session = samplePresentation()
const event = (second: number, type: PresentationEventType, detail: JsonObject = {}): StoredEvent => ({
  id: `00000000-0000-4000-8000-${String(second).padStart(12, '0')}`,
  sessionId: session.sessionId,
  exchangeId: exchangeId('00000000-0000-4000-8000-000000000001'),
  at: addSeconds(session.createdAt, second),
  type,
  detail,
})
const presented = (events: StoredEvent[], seconds = 60) =>
  projectConformance(verifierKind, {
    session,
    events,
    exchanges: [],
    now: addSeconds(session.createdAt, seconds),
  }).entries
const afterTheEnd = (session.expiresAt - session.createdAt) / 1000 + 1

const reasonOf = (entries: readonly ConformanceEntry[], id: string): unknown => {
  const actual = entries.find((entry) => entry.id === id)?.actual
  return isObject(actual) ? actual.because : actual
}
const withoutReason = (entries: readonly ConformanceEntry[]) =>
  entries.filter(
    ({ status, actual }) =>
      (status === 'not_observed' || status === 'not_applicable') &&
      !(isObject(actual) && (typeof actual.because === 'string' || Array.isArray(actual.blocked_by))),
  )

const fetched = event(1, 'vp_request_retrieved')
const declined = event(2, 'vp_wallet_error_received', { consumed: true, code: 'access_denied' })
const valid = event(2, 'vp_presentation_response_received', { presentation_valid: true, consumed: true })

describe('a check that nothing gave reason to run', () => {
  it.each<readonly [string, StoredEvent[], number, string]>([
    ['before anything came', [], 60, 'The wallet has neither fetched the request nor responded yet.'],
    ['before the response', [fetched], 60, 'The wallet has not responded yet.'],
    [
      'after access_denied',
      [fetched, declined],
      60,
      'The wallet responded with an error before this could be observed.',
    ],
    ['after the end', [fetched], afterTheEnd, 'The session ended before this could be observed.'],
    ['beside what was presented', [fetched, valid], 60, 'Nothing that the wallet sent shows this.'],
  ])('says why in a presentation: %s', (_, events, seconds, because) => {
    const entries = presented(events, seconds)
    expect(reasonOf(entries, 'vp.kb.nonce')).toBe(because)
    expect(withoutReason(entries)).toEqual([])
  })

  it('says of the redirect_uri that no browser has opened it', () => {
    const entries = presented([fetched, valid, event(3, 'vp_redirect_returned')])
    for (const id of ['vp.redirect.exact', 'vp.redirect.browser', 'vp.redirect.same_session'])
      expect(reasonOf(entries, id)).toBe('No browser has opened the redirect_uri.')
  })

  it('says why in an issuance', () => {
    const { entries } = projectConformance(issuerKind, evidence([]))
    expect(reasonOf(entries, 'vci.dpop.htu')).toBe('The wallet has sent nothing yet that shows this.')
    expect(withoutReason(entries)).toEqual([])
  })
})
