import { expect, it } from 'vitest'
import type { Level } from '../shared/ports/finding'
import { brokenRules } from './broken-rules'
import type { BrokenRule } from './session-result'
import type { CampaignStepView } from './z-campaign'

const rule = (id: string, problem: string, level: Level = 'must'): BrokenRule => ({
  id,
  title: id,
  level,
  clause: {
    spec: 'OpenID4VP 1.0',
    section: '8.5',
    url: 'https://openid.net/specs/openid-4-verifiable-presentations-1_0',
  },
  problem,
  hint: null,
  acts: 'wallet',
  reason: null,
})
const step = (number: number, ...broken: BrokenRule[]) => ({ number, broken }) as unknown as CampaignStepView
const listed = (...steps: CampaignStepView[]) =>
  brokenRules(steps).map(({ rule: { id, problem }, steps: seen }) => [id, problem, seen.map(({ number }) => number)])

it('names each deviation that the wallet takes, and any other rule once', () => {
  expect(
    listed(
      step(1, rule('vp.kb.aud', 'aud is a'), rule('vp.token.no_surplus', 'more', 'should')),
      step(2, rule('vp.kb.aud', 'aud is b'), rule('vp.token.no_surplus', 'more', 'should')),
      step(3, rule('vp.token.no_partial', 'a part'), rule('vp.negative.rejected', 'the second credential')),
      step(4, rule('vp.negative.rejected', 'the signature'), rule('vp.token.no_surplus', 'more', 'should')),
      step(5, rule('vci.fault.refused', 'the iss')),
    ),
  ).toEqual([
    ['vp.kb.aud', 'aud is a', [1, 2]],
    ['vp.negative.rejected', 'the second credential', [3]],
    ['vp.negative.rejected', 'the signature', [4]],
    ['vci.fault.refused', 'the iss', [5]],
    ['vp.token.no_partial', 'a part', [3]],
    ['vp.token.no_surplus', 'more', [1, 2, 4]],
  ])
})
