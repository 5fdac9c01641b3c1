import { describe, expect, it } from 'vitest'
import type { SessionVerdict } from '@/lib/core/engine/evidence/verdict'
import { roundTripTitle, roundTripVerdict } from './round-trip-verdict'

const verdict = (tone: SessionVerdict['tone'], words: string = tone): SessionVerdict => ({ tone, words, also: '' })
const both = (issuance: SessionVerdict, presentation: SessionVerdict, same: boolean | null = true) =>
  roundTripVerdict({ issuance, presentation, same })

describe('the verdict on a round trip', () => {
  it('passes when both sessions do', () => {
    expect(both(verdict('pass'), verdict('pass'))).toEqual({
      tone: 'pass',
      words: 'Issued and presented: no check failed',
      also: '',
    })
  })

  it('leads with what failed, in either session, and keeps the rest', () => {
    expect(both(verdict('pass', 'No check failed'), verdict('fail', '1 check failed'))).toEqual({
      tone: 'fail',
      words: 'Presentation: 1 check failed',
      also: 'Issuance: No check failed',
    })
    expect(both(verdict('fail', 'a'), verdict('fail', 'b')).words).toBe('Issuance: a; Presentation: b')
    expect(both(verdict('fail', 'a'), verdict('open', 'b'))).toMatchObject({ words: 'Issuance: a', also: '' })
  })

  it('stays open while one of them is open open', () => {
    expect(both(verdict('pass'), verdict('open', 'No verdict yet'))).toMatchObject({
      tone: 'open',
      words: 'Presentation: No verdict yet',
    })
  })

  it('is that on the issuance where the issued credential was wrong on purpose', () => {
    const wrong = (issuance: SessionVerdict, presentation: SessionVerdict) =>
      roundTripVerdict({ issuance, presentation, same: null, wrong: true })
    expect(wrong(verdict('pass'), verdict('open'))).toMatchObject({
      tone: 'pass',
      words: 'The wallet refused the wrong credential',
    })
    expect(wrong(verdict('fail', 'a'), verdict('pass', 'b'))).toMatchObject({ tone: 'fail', words: 'Issuance: a' })
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
