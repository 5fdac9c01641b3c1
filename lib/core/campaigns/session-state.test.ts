import { describe, expect, it } from 'vitest'
import { event, evidence, exchange, session, start } from '../engine/evidence/fixtures/sessions'
import { addSeconds } from '../shared/time/time'
import * as verifier from '../verifier/checks/fixtures/verifier-evidence'
import { sessionState, silenceEnds } from './session-state'

/**
 * An issuance of a campaign that waits 20 seconds, read `readAfter` seconds after its start; the response at second 10
 * deviates.
 */
function deviating(fault: string, readAfter: number, events = [altered(fault)]) {
  const options = { ...session().options, fault, settle_seconds: 20 }
  return evidence([exchange(10, 'requestToken')], { session: { options }, events, readAfter })
}
const altered = (fault: string) => event(10, 'answer_altered', { alteration: `fault.${fault}` })

describe('silence after an answer of an issuance that is wrong on purpose', () => {
  it('ends the session when the wait since that answer is over, and the countdown says when', () => {
    expect(silenceEnds(deviating('token_missing_access_token', 11))).toBe(addSeconds(start, 30))
    expect(sessionState(deviating('token_missing_access_token', 29))).toBe('open')
    expect(silenceEnds(deviating('token_missing_access_token', 29))).toBe(addSeconds(start, 30))
    expect(sessionState(deviating('token_missing_access_token', 30))).toBe('silent')
    expect(silenceEnds(deviating('token_missing_access_token', 30))).toBeNull()
  })

  it('is not counted down before the wallet has that answer', () => {
    expect(silenceEnds(deviating('token_missing_access_token', 11, []))).toBeNull()
  })

  it('ends nothing where the wallet should go on, so nothing is counted down', () => {
    expect(silenceEnds(deviating('no_expires_in', 11))).toBeNull()
    expect(sessionState(deviating('no_expires_in', 40))).toBe('open')
  })

  it('ends a session in which no text says what a wallet does, without a question', () => {
    const stopped = (readAfter: number) => deviating('deferred_no_interval', readAfter)
    expect(silenceEnds(stopped(11))).toBe(addSeconds(start, 30))
    expect(sessionState(stopped(29))).toBe('open')
    expect(sessionState(stopped(30))).toBe('decided')
  })
})

describe('a presentation that was accepted with a redirect_uri', () => {
  const accepted = verifier.event(30, 'vp_presentation_response_received', { consumed: true, presentation_valid: true })
  const returned = verifier.event(30, 'vp_redirect_returned')
  const stateAt = (second: number, ...events: (typeof accepted)[]) =>
    sessionState(
      verifier.evidence({
        events: [verifier.fetched(), accepted, ...events],
        now: addSeconds(verifier.now, second - 60),
      }),
    )

  it('is decided once the browser has come, or may come no more', () => {
    expect(stateAt(31)).toBe('decided')
    expect(stateAt(31, returned)).toBe('open')
    expect(stateAt(149, returned)).toBe('open')
    expect(stateAt(150, returned)).toBe('decided')
    expect(stateAt(33, returned, verifier.event(32, 'vp_redirect_followed'))).toBe('decided')
  })
})
