import { expect, it } from 'vitest'
import type { RecentSession } from '../start/recent-store'
import { walletsOf } from './wallet-fields'

const run = (more: Partial<RecentSession>): RecentSession => ({
  sessionId: 'x',
  title: 'Smoke',
  createdAt: '2026-11-21T09:00:00.000Z',
  tone: 'open',
  words: 'x',
  kind: 'campaign',
  ...more,
})

it('offers each wallet and version of a campaign once, and no program that a session merely named', () => {
  const [one, two] = [
    { name: 'Quillfern', version: '2.4.1' },
    { name: 'Quillfern', version: '2.4.0' },
  ]
  expect(
    walletsOf([
      run({ wallet: one }),
      run({ wallet: two }),
      run({ wallet: one }),
      run({ kind: 'issuance', wallet: { name: 'okhttp' } }),
      run({ kind: 'issuance', wallet: { name: 'Other', version: '1' } }),
      run({}),
    ]),
  ).toEqual([one, two])
})
