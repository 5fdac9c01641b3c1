import { expect, it } from 'vitest'
import type { RecentSession } from '../start/recent-store'
import { filterRuns, readRunFilter, runQuery, runsWithNews, walletWords } from './run-filter'

const run = (sessionId: string, more: Partial<RecentSession> = {}): RecentSession => ({
  sessionId,
  title: 'PID as SD-JWT, device-bound',
  createdAt: '2026-11-21T09:00:00.000Z',
  tone: 'open',
  words: 'Waiting for a scan',
  ...more,
})

it('finds runs by name, title, wallet with version and id, and those that failed', () => {
  const runs = [
    run('a', { name: 'Release candidate' }),
    run('b', { tone: 'fail', title: 'PID as mdoc, proof only: The credential has a wrong signature' }),
    run('c', { wallet: { name: 'Quillfern', version: '2.4.1' } }),
  ]
  const found = (q: string, failed = false) => filterRuns(runs, { q, failed }).map(({ sessionId }) => sessionId)
  expect(found('')).toEqual(['a', 'b', 'c'])
  expect(found(' RELEASE ')).toEqual(['a'])
  expect(found('wrong signature')).toEqual(['b'])
  expect(found('quillfern 2.4')).toEqual(['c'])
  expect(found('', true)).toEqual(['b'])
  expect(found('release', true)).toEqual([])
})

it('asks again for runs that are not over, and once whether this browser may name them', () => {
  const runs = [run('open'), run('over', { over: true }), run('known', { over: true, mayRename: false })]
  const asked = (hasKey: boolean) => runsWithNews(runs, hasKey).map(({ sessionId }) => sessionId)
  expect(asked(true)).toEqual(['open', 'over'])
  expect(asked(false)).toEqual(['open'])
})

it('is kept in the URL and read back from it, and no longer than a search may be', () => {
  const filter = { q: 'a b&c', failed: true }
  const params = new URLSearchParams(runQuery(filter))
  expect(readRunFilter((name) => params.get(name) ?? undefined)).toEqual(filter)
  expect(runQuery({ q: ' ', failed: false })).toBe('')
  expect(readRunFilter(() => 'x'.repeat(200)).q).toHaveLength(100)
})

it('names a wallet with its version where it has one', () => {
  expect(walletWords({ wallet: { name: 'Quillfern', version: '2.4.1' } })).toBe('Quillfern 2.4.1')
  expect(walletWords({ wallet: { name: 'okhttp/4' } })).toBe('okhttp/4')
  expect(walletWords({})).toBe('')
})
