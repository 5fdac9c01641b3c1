import { expect, it } from 'vitest'
import type { CampaignStepView, CampaignView } from '@/lib/core/campaigns/z-campaign'
import type { RecentSession } from '../start/recent-store'
import { endWords, progressWords } from './campaign-progress'
import { lastCampaign } from './compare-with-last'
import { againMax, againOf } from './try-again'

const step = (preset: string, verdict: CampaignStepView['verdict'], made = true) =>
  ({ preset, verdict, session: made ? {} : null }) as CampaignStepView

it('tries what failed again; if nothing did, what has no verdict though its session was made', () => {
  const steps = [step('a', 'pass'), step('b', 'fail'), step('c', 'incomplete'), step('d', null, false)]
  expect(againOf(steps)).toEqual({ presets: ['b'], what: 'failed' })
  expect(againOf(steps.filter(({ verdict }) => verdict !== 'fail'))).toEqual({
    presets: ['c'],
    what: 'without a verdict',
  })
  expect(againOf([step('a', 'pass')]).presets).toEqual([])
  const many = Array.from({ length: againMax + 1 }, (_, number) => step(`${number}`, 'fail'))
  expect(againOf(many).presets).toHaveLength(againMax)
})

it('says how many steps are done, and the time left by hand or at the pace so far, whichever is less', () => {
  const created_at = '2026-11-29T12:00:00.000Z'
  const words = (done: number, minutesLater: number) => {
    const steps = Array.from({ length: 7 }, (_, number) => ({
      state: number < done ? 'decided' : 'not_started',
      expects: 'answer',
    }))
    const view = { status: 'running', counts: { done, steps: 7 }, steps, silence_seconds: 60, created_at }
    return progressWords(view as CampaignView, Date.parse(created_at) + minutesLater * 60_000)
  }
  expect(words(0, 0)).toBe('0 of 7, about 4 min left')
  expect(words(3, 60)).toBe('3 of 7, about 2 min left')
  expect(words(3, 0.1)).toBe('3 of 7, less than a minute left')
  expect(words(6, 60)).toBe('6 of 7, about 1 min left')
})

it.each<[string, string, number, readonly (readonly [CampaignStepView['verdict'], number])[]]>([
  [
    'pass',
    '2 of 2 passed',
    0,
    [
      ['pass', 0],
      ['pass', 0],
    ],
  ],
  [
    'warn',
    '2 of 2 passed, 1 with warnings',
    0,
    [
      ['pass', 0],
      ['pass', 3],
    ],
  ],
  [
    'warn',
    '1 of 2 passed, 1 without a verdict',
    0,
    [
      ['pass', 0],
      [null, 0],
    ],
  ],
  [
    'fail',
    '1 of 2 failed',
    1,
    [
      ['fail', 0],
      ['pass', 1],
    ],
  ],
])('is green only without failure, warning and doubt: %s, %s', (tone, words, failed, found) => {
  const steps = found.map(([verdict, warn]) => ({ verdict, counts: { warn } }))
  const passed = found.filter(([verdict]) => verdict === 'pass').length
  const counts = { steps: found.length, passed, failed, incomplete: found.length - passed - failed }
  expect(endWords({ counts, steps } as unknown as CampaignView)).toEqual({ tone, words })
})

it('compares with the last campaign of the same name and wallet, one of another version first', () => {
  const run = (
    sessionId: string,
    version: string,
    minute: number,
    more: Partial<RecentSession> = {},
  ): RecentSession => ({
    sessionId,
    kind: 'campaign',
    title: 'Smoke',
    wallet: { name: 'Quillfern', version },
    createdAt: `2026-11-29T12:0${minute}:00.000Z`,
    tone: 'pass',
    words: '',
    ...more,
  })
  const now = {
    campaignId: 'now',
    title: 'Smoke',
    wallet: { name: 'Quillfern', version: '2' },
    createdAt: '2026-11-29T12:05:00.000Z',
  }
  const runs = [
    run('now', '2', 5),
    run('later', '3', 6),
    run('same', '2', 4),
    run('old', '1', 1),
    run('older', '1', 0),
    run('quick', '1', 3, { title: 'Quick' }),
    run('other', '1', 3, { wallet: { name: 'Moss', version: '1' } }),
    run('session', '1', 3, { kind: 'issuance' }),
  ]
  expect(lastCampaign(runs, now)?.sessionId).toBe('old')
  expect(lastCampaign(runs.slice(0, 3), now)?.sessionId).toBe('same')
  expect(lastCampaign(runs.slice(0, 2), now)).toBeNull()
})
