import { expect, it } from 'vitest'
import { openStep, sessionKindOf, stepsOf } from './run-steps'

const session_id = 'a26ee0f0-11aa-4a8c-8ee2-5a2c4f2f54a1'
const nothing = {
  id: '',
  kind: '',
  state: '',
  reason: '',
  summary: '',
  waitsFor: null,
  sessionId: null,
  campaignId: null,
}

it('reads the steps of a run as the ledger has them', () => {
  const issue = { id: 'issue', kind: 'issuance', state: 'running', reason: '', waits_for: 'wallet', session_id }
  const steps = stepsOf([issue, { id: 'smoke', kind: 'campaign', state: 'waiting', campaign_id: '[withheld]' }])
  expect(steps).toEqual([
    {
      id: 'issue',
      kind: 'issuance',
      state: 'running',
      reason: '',
      summary: '',
      waitsFor: 'wallet',
      sessionId: session_id,
      campaignId: null,
    },
    { ...nothing, id: 'smoke', kind: 'campaign', state: 'waiting' },
  ])
  expect(openStep(steps)?.id).toBe('issue')
  expect(steps.map(sessionKindOf)).toEqual(['issuance', null])
})

it('takes steps of any form, for reports come from elsewhere too', () => {
  expect(stepsOf([{ session_id }, { id: 7, state: null, waits_for: 'rain' }, 'step', null])).toEqual([
    { ...nothing, sessionId: session_id },
    nothing,
  ])
  const [told] = stepsOf([{ summary: `${'a'.repeat(299)}\u{1f4a5}b` }])
  expect(told?.summary).toBe(`${'a'.repeat(299)}\u{1f4a5}…`)
  const [turned] = stepsOf([
    { id: 'a\u0007', reason: 'x\u202e: y', summary: 'a\u0000\u0007\u009f\u202eb\u2066c\u2069\td\r\ne' },
  ])
  expect(turned).toMatchObject({ id: 'a', reason: 'x: y', summary: 'abc\td\r\ne' })
  expect(stepsOf([{ summary: 7 }])[0]?.summary).toBe('')
  for (const none of [null, undefined, 'steps', {}]) expect(stepsOf(none)).toEqual([])
})
