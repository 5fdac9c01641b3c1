import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../engine/checks/check'
import { inSentence } from '../../engine/deviations/deviation'
import type { PresentationSession } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import { verifierDeviations } from '../deviations'
import { goodResponse } from './fixtures/response'
import { event, evidence, fetched, now, session } from './fixtures/verifier-evidence'
import { negative, negativeSession } from './negative'

const testing = (negative_test: string, expect: 'answer' | 'refusal'): PresentationSession =>
  session({ options: { ...session().options, negative_test, expect } })

const judge = (readAt: number, ...events: ReturnType<typeof event>[]) =>
  negativeSession.still_answers.run(
    evidence({ session: testing('no_state', 'answer'), events: [fetched(), ...events], now: addSeconds(now, readAt) }),
  )

const refusedBy = (...errors: string[]) =>
  event(30, 'vp_presentation_response_received', { presentation_valid: false, consumed: true, errors })

const toldBy = (outcome: Outcome) => ({
  result: outcome.result,
  because: 'because' in outcome ? String(outcome.because) : null,
})

describe('an answer that another check refused', () => {
  it('does not count as no answer, and the finding names the checks that refused it', () => {
    expect(toldBy(judge(0, refusedBy('vp.kb.nonce', 'vp.kb.aud')))).toEqual({
      result: 'not_observed',
      because: 'The wallet responded, and the response was refused; see vp.kb.nonce and vp.kb.aud.',
    })
  })

  it('names no check where a limit of this service refused it', () => {
    expect(toldBy(judge(0, refusedBy())).because).toBe('The wallet responded, and the response was refused.')
  })

  it('is forgotten once a valid one came', () => {
    const valid = event(31, 'vp_presentation_response_received', { presentation_valid: true, consumed: true })
    expect(judge(0, refusedBy('vp.kb.nonce'), valid).result).toBe('pass')
  })
})

describe('a test that calls for a refusal', () => {
  const toRefuse = verifierDeviations.filter(({ expects }) => expects === 'refusal')

  it.each(toRefuse)('has a reason whose fix is not the description: $id', ({ id, title, titleOfEqual, errors }) => {
    const { says, fix } = negative.rejected.reasons[id] ?? {}
    expect(says).toBe(`The wallet did not refuse, although ${inSentence(titleOfEqual ?? title)}`)
    expect(fix).not.toContain(title.replace(/\.$/, ''))
    expect(fix).toContain(errors[0] ?? 'Refuse such a request.')
  })

  it('tells a refusal that is only advised apart, and then does not fail it', () => {
    const inBrowser = testing('bad_signature', 'refusal')
    const session = { ...inBrowser, options: { ...inBrowser.options, presentation_channel: 'dc_api' as const } }
    expect(negative.rejected.run({ ...goodResponse, session: inBrowser })).toMatchObject({
      result: 'violated',
      reason: 'bad_signature',
    })
    expect(negative.rejected.run({ ...goodResponse, session })).toMatchObject({
      result: 'tolerated',
      reason: 'bad_signature_advised',
    })
  })
})
