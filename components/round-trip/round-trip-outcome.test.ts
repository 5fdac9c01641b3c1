import { describe, expect, it } from 'vitest'
import { outcomes } from '@/lib/core/engine/evidence/outcomes'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-session-view'
import { roundTripOutcome, roundTripTitle } from './round-trip-outcome'

const ids = { pass: 'passed', fail: 'failed', open: 'running', warn: 'passed_with_warnings' } as const
const verdict = (tone: keyof typeof ids, sentence: string = tone): SessionOutcome => {
  const id = ids[tone]
  return {
    id,
    sentence,
    detail: '',
    success: { pass: true, fail: false, incomplete: null }[outcomes[id].verdict],
    over: true,
  }
}
const both = (issuance: SessionOutcome, presentation: SessionOutcome, same: boolean | null = true) =>
  roundTripOutcome({ issuance, presentation, same })

describe('the outcome of a round trip', () => {
  it('passes when both sessions do', () => {
    expect(both(verdict('pass'), verdict('pass'))).toEqual({
      tone: 'pass',
      sentence: 'Issued and presented: no check failed',
      detail: '',
    })
  })

  it('leads with what failed, in either session, and keeps the rest', () => {
    expect(both(verdict('pass', 'Passed'), verdict('fail', '1 check failed'))).toEqual({
      tone: 'fail',
      sentence: 'Presentation: 1 check failed',
      detail: 'Issuance: Passed',
    })
    expect(both(verdict('fail', 'a'), verdict('fail', 'b')).sentence).toBe('Issuance: a; Presentation: b')
    expect(both(verdict('fail', 'a'), verdict('open', 'b'))).toMatchObject({ sentence: 'Issuance: a', detail: '' })
  })

  it('stays open while one of them is open', () => {
    expect(both(verdict('pass'), verdict('open', 'No verdict yet'))).toMatchObject({
      tone: 'open',
      sentence: 'Presentation: No verdict yet',
    })
  })

  it('is that on the issuance where the issued credential was wrong on purpose', () => {
    const wrong = (issuance: SessionOutcome, presentation: SessionOutcome) =>
      roundTripOutcome({ issuance, presentation, same: null, wrong: true })
    expect(wrong(verdict('pass'), verdict('open'))).toMatchObject({
      tone: 'pass',
      sentence: 'The wallet refused the wrong credential',
    })
    expect(wrong(verdict('fail', 'a'), verdict('pass', 'b'))).toMatchObject({ tone: 'fail', sentence: 'Issuance: a' })
    expect(wrong(verdict('open', 'a'), verdict('open', 'b'))).toMatchObject({ tone: 'open' })
  })

  it('warns of a credential other than the issued one', () => {
    expect(both(verdict('pass'), verdict('pass'), false)).toMatchObject({ tone: 'warn' })
  })
})

it('a round trip is named by the credential and its issuer', () => {
  expect(
    roundTripTitle({
      credential_configuration_id: 'urn:eudi:pid:1.mdoc',
      issuer_configuration_id: 'eu-pid-device-bound',
    }),
  ).toBe('PID as mdoc from the device-bound issuer')
})
