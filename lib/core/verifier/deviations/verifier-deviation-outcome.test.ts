import { describe, expect, it } from 'vitest'
import { asksPerson, type DeviationOutcome, isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, epochMillis } from '../../shared/time/time'
import { event, fetched, now, session } from '../checks/fixtures/verifier-evidence'
import { waitSeconds } from '.'
import { declinedInBrowser, deviationOutcome, outcomeName } from './verifier-deviation-outcome'

/** The session began 60 seconds before `now`. */
const testing = (negative_test: string, refusal_wait?: number) =>
  session({
    options: {
      ...session().options,
      negative_test,
      expect: 'refusal',
      ...(refusal_wait === undefined ? {} : { refusal_wait }),
    },
  })

const at = (second: number) => addSeconds(now, second - 60)

const outcomeOf = (events: readonly StoredEvent[], second: number, test = testing('bad_signature', 10)) =>
  wordsOf(deviationOutcome(test, events, at(second)))

/** Name of the outcome on the wire; otherwise what is pending, and by whom. */
const wordsOf = (outcome: DeviationOutcome): string =>
  outcomeName(outcome) ?? [outcome.did, outcome.by].filter(Boolean).join(' by ')

const answer = (second: number, detail: StoredEvent['detail']) =>
  event(second, 'vp_presentation_response_received', detail)

const error = (second: number, consumed = true) => event(second, 'vp_wallet_error_received', { consumed })

const path = `/openid4vp/sessions/${session().sessionId}`

const alteredBy = (test: string) =>
  ({ type: 'answer_altered', detail: { alteration: `negative_test.${test}` } }) as const

const report = (second: number, shown: 'error' | 'went_on' | 'warned') =>
  event(second, 'vp_refusal_reported', { shown })

describe('what a wallet did with a request that it should refuse', () => {
  it('is open until the wait after the last fetch is over', () => {
    expect(outcomeOf([fetched(5)], 14)).toBe('waiting')
    expect(outcomeOf([fetched(5)], 15)).toBe('undecided by silence')
    expect(outcomeOf([fetched(5), fetched(12)], 15)).toBe('waiting')
    expect(outcomeOf([fetched(5), fetched(12)], 22)).toBe('undecided by silence')
  })

  it('is no certain refusal where the wallet got the request and says nothing', () => {
    const quiet = deviationOutcome(testing('bad_signature', 10), [fetched(5)], at(15))
    expect([quiet.at, isRightReaction('refusal', quiet), asksPerson(quiet)]).toEqual([null, false, true])
  })

  it('is silence where the fetch failed as it was meant to, from the end of the wait on', () => {
    for (const test of ['http_500_on_request', 'redirect_on_request']) {
      expect(deviationOutcome(testing(test, 10), [fetched(5)], at(300))).toMatchObject({
        did: 'refused',
        by: 'silence',
        at: at(15),
      })
    }
  })

  it('is no silence where the wallet called the address of the redirect, whatever else it did', () => {
    const test = testing('redirect_on_request', 10)
    const redirected = { ...event(5, 'vp_request_retrieved'), ...alteredBy('redirect_on_request') }
    const visit = { ...event(6, 'unexpected_request' as never), detail: { path: `${path}/request/elsewhere` } }
    const seen = [fetched(5), redirected, visit]
    expect(deviationOutcome(test, seen, at(300))).toMatchObject({ did: 'continued', by: 'redirect', at: at(6) })
    expect(outcomeOf([...seen, error(8), report(9, 'error')], 300, test)).toBe('followed_redirect')
    const followed = deviationOutcome(test, seen, at(300))
    expect([isRightReaction('refusal', followed), asksPerson(followed)]).toEqual([false, false])
    const another = { ...visit, detail: { path: `${path}/request/other` } }
    expect(outcomeOf([fetched(5), redirected, another], 300, test)).toBe('silent')
    expect(outcomeOf([fetched(5), visit], 300, testing('http_500_on_request', 10))).toBe('silent')
  })

  it('is unknown for a wallet that was never seen', () => {
    expect([outcomeOf([], 9), outcomeOf([], 10)]).toEqual(['waiting', 'undecided'])
  })

  it('waits a minute where the session says nothing of it', () => {
    expect(waitSeconds(testing('bad_signature'))).toBe(60)
    expect(outcomeOf([fetched(0)], 59, testing('bad_signature'))).toBe('waiting')
    expect(outcomeOf([fetched(0)], 60, testing('bad_signature'))).toBe('undecided by silence')
  })

  it('is what a person said last, until the wallet itself says it', () => {
    expect(outcomeOf([fetched(5), report(20, 'went_on')], 30)).toBe('reported_going_on')
    expect(outcomeOf([fetched(5), report(20, 'went_on'), report(25, 'error')], 30)).toBe('reported_error')
    expect(outcomeOf([fetched(5), report(20, 'went_on'), error(25)], 30)).toBe('refused_with_error')
  })

  it('is untested where the wallet sent no wallet_nonce that the request could have got wrong', () => {
    const nonceTest = testing('wallet_nonce_wrong', 10)
    const withNonce = event(5, 'vp_request_retrieved', { wallet_nonce_present: true })
    expect(outcomeOf([fetched(5), error(12)], 30, nonceTest)).toBe('untested')
    expect(outcomeOf([withNonce, error(12)], 30, nonceTest)).toBe('refused_with_error')
  })

  it('is untested where the wallet read none of the lists that are wrong, whatever a person saw', () => {
    const test = testing('list_expired', 10)
    const read = event(6, 'vp_trust_resource_read', { resource: 'list', name: 'access-certificate-providers' })
    for (const told of ['error', 'went_on', 'warned'] as const) {
      expect(outcomeOf([fetched(5), report(20, told)], 30, test)).toBe('untested')
      expect(outcomeOf([fetched(5), read, report(20, told)], 30, test)).not.toBe('untested')
    }
    expect(outcomeOf([fetched(5)], 14, test)).toBe('waiting')
  })

  it('is no presentation where nobody could read the answer, or it was empty', () => {
    const garbled = answer(10, { consumed: false, errors: ['vp.jwe.decrypts'], presentation_valid: false })
    const empty = answer(11, { consumed: false, errors: ['vp.response.parameters'], presentation_valid: false })
    expect(outcomeOf([fetched(5), garbled, empty], 12)).toBe('waiting')
    expect(outcomeOf([fetched(5), garbled, error(14)], 20)).toBe('refused_with_error')
    expect(outcomeOf([fetched(5), error(10, false)], 12)).toBe('waiting')
  })

  it('is a presentation whatever came before or after it', () => {
    const presented = answer(12, { consumed: true, errors: ['vp.negative.rejected'], presentation_valid: false })
    expect(outcomeOf([fetched(5), report(10, 'error'), presented, error(14)], 20)).toBe('presented')
    const outcome = deviationOutcome(testing('bad_signature', 10), [fetched(5), presented], at(20))
    expect([isRightReaction('refusal', outcome), asksPerson(outcome)]).toEqual([false, false])
  })

  it('is a presentation where one follows an error, and no other answer that does', () => {
    const late = (detail: StoredEvent['detail']) => event(20, 'vp_response_replayed', detail)
    expect(outcomeOf([fetched(5), error(14), late({ presented: true })], 30)).toBe('presented')
    expect(outcomeOf([fetched(5), error(14), late({})], 30)).toBe('refused_with_error')
  })

  it('is untested where the wallet got a right request, and answered it well', () => {
    const good = answer(12, { consumed: true, errors: [], presentation_valid: true })
    expect(outcomeOf([fetched(5), good], 300, testing('wallet_nonce_wrong'))).toBe('untested')
  })
})

describe('what a browser that shared nothing says of a request that a wallet should refuse', () => {
  const inBrowser = (negative_test = 'bad_signature') => {
    const test = testing(negative_test, 10)
    return { ...test, options: { ...test.options, presentation_channel: 'dc_api' as const } }
  }
  const started = (second: number) => event(second, 'vp_dc_api_started')
  const failed = (second: number, name = 'NotAllowedError') => event(second, 'vp_dc_api_failed', { name })
  const outcome = (events: readonly StoredEvent[], second = 12) => outcomeOf(events, second, inBrowser())

  it('is nothing by itself, and a refusal once a wallet is known to respond there', () => {
    const declined = [started(5), failed(8)]
    expect(outcome(declined)).toBe('browser_declined')
    const open = deviationOutcome(inBrowser(), declined, at(12))
    expect([isRightReaction('refusal', open), asksPerson(open)]).toEqual([false, true])
    expect(outcome([...declined, event(10, 'vp_silence_counted')])).toBe('silent')
    expect(deviationOutcome(inBrowser(), [...declined, event(10, 'vp_silence_counted')], at(12)).at).toBe(at(8))
  })

  it('is what the wallet or a person says beside it', () => {
    const declined = [started(5), failed(8)]
    expect(outcome([...declined, error(10)])).toBe('refused_with_error')
    expect(outcome([...declined, report(10, 'went_on')])).toBe('reported_going_on')
    expect(outcome([...declined, answer(10, { consumed: true, errors: ['vp.negative.rejected'] })])).toBe('presented')
  })

  it('is none where nobody called the browser, the tester stopped, or the page was wrong', () => {
    expect(outcome([failed(8)], 300)).toBe('undecided')
    for (const name of ['AbortError', 'TypeError', 'SecurityError', 'InvalidStateError'])
      expect([name, outcome([started(5), failed(8, name)])]).toEqual([name, 'waiting'])
  })

  it('is open while the browser is asked again, in whatever order the page told that', () => {
    expect(outcome([started(5), failed(8), started(9)])).toBe('waiting')
    expect(outcome([failed(8), started(9)])).toBe('browser_declined')
    expect(outcome([started(5), failed(8), started(9), failed(10)])).toBe('browser_declined')
  })

  it('waits from the call on, not from when the page fetched the request', () => {
    expect(outcome([event(3, 'vp_dc_api_request_delivered')], 300)).toBe('undecided')
    expect(outcome([event(3, 'vp_dc_api_request_delivered'), started(8)], 17)).toBe('waiting')
    expect(outcome([event(3, 'vp_dc_api_request_delivered'), started(8)], 18)).toBe('undecided by silence')
  })

  it('says nothing of a request by link', () => {
    expect(outcomeOf([started(5), failed(8)], 300)).toBe('undecided')
  })

  it('is a presentation where one is posted to us', () => {
    const posted = event(8, 'vp_response_refused', { presented: true })
    expect(outcome([started(5), posted, failed(9)])).toBe('presented')
    expect(outcome([started(5), event(8, 'vp_response_refused', { presented: false }), failed(9)])).toBe(
      'browser_declined',
    )
  })

  it('is a fetch where the request names the address of another one', () => {
    const fetch = event(8, 'vp_request_refused', { reason: 'vp_request_in_browser' })
    const test = inBrowser('dc_request_uri')
    expect(outcomeOf([started(5), fetch, error(9)], 12, test)).toBe('fetched_request_uri')
    expect(isRightReaction('refusal', deviationOutcome(test, [started(5), fetch], at(12)))).toBe(false)
    expect(outcome([started(5), fetch, error(9)])).toBe('refused_with_error')
  })
})

type Report = 'started' | 'left' | 'rejected' | 'stopped'

const reported = (report: Report, index: number): Pick<StoredEvent, 'type' | 'detail' | 'at' | 'exchangeId'> => ({
  type: report === 'rejected' || report === 'stopped' ? 'vp_dc_api_failed' : `vp_dc_api_${report}`,
  detail: report === 'rejected' ? { name: 'NotAllowedError' } : report === 'stopped' ? { name: 'AbortError' } : {},
  at: epochMillis(index),
  exchangeId: null,
})

/** Time of the rejection that counts as sharing nothing; `undefined` if none. */
const declined = (...reports: Report[]) => declinedInBrowser(reports.map(reported))?.at

describe('a browser that shared nothing', () => {
  it.each<[string, Report[], number]>([
    ['was called once', ['started', 'rejected'], 1],
    ['reported the start of its call late', ['rejected', 'started'], 0],
    ['was called again after the page was left', ['started', 'left', 'started', 'rejected'], 3],
    ['was called again after a page crashed', ['started', 'started', 'rejected'], 2],
    ['was asked again on a page that was left', ['started', 'rejected', 'started', 'left'], 1],
    ['was stopped first', ['started', 'stopped', 'started', 'rejected'], 3],
    ['is left without a call', ['started', 'rejected', 'left'], 1],
  ])('%s', (_, reports, at) => expect(declined(...reports)).toBe(at))

  it.each<[string, Report[]]>([
    ['was not called', ['rejected']],
    ['is asked again', ['started', 'rejected', 'started']],
    ['is asked again after the page was left with no call', ['started', 'rejected', 'left', 'started']],
    ['was only left', ['started', 'left']],
    ['was only stopped', ['started', 'stopped']],
  ])('is not one that %s', (_, reports) => expect(declined(...reports)).toBeUndefined())
})
