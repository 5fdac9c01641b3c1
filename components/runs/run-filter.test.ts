import { describe, expect, it } from 'vitest'
import type { RecentSession } from '../start/recent-store'
import {
  filterRuns,
  foldNeighbours,
  isNarrow,
  nextOrder,
  passesChips,
  type RunFilter,
  readRunView,
  runQuery,
  runsWithNews,
  walletWords,
  wholeList,
} from './run-filter'

const run = (sessionId: string, more: Partial<RecentSession> = {}): RecentSession => ({
  sessionId,
  title: 'PID as SD-JWT, device-bound',
  createdAt: '2026-11-21T09:00:00.000Z',
  tone: 'open',
  words: 'Waiting for a scan',
  ...more,
})

const runs = [
  run('a', { name: 'Release candidate', startedBy: 'CI #1182' }),
  run('b', {
    kind: 'presentation',
    tone: 'fail',
    title: 'PID as mdoc, proof only',
    cause: { check: 'vp.kb.aud', words: 'The aud claim is the response_uri.' },
    createdAt: '2026-11-20T23:59:59.000Z',
    startedBy: 'scan',
  }),
  run('c', { tone: 'warn', wallet: { name: 'Quillfern', version: '2.4.1' }, startedBy: 'scan' }),
  run('d', { kind: 'campaign', startedBy: 'campaign' }),
]

const found = (filter: Partial<RunFilter>) =>
  filterRuns(runs, { ...wholeList, ...filter })
    .map(({ sessionId }) => sessionId)
    .join('')

describe('the filter of runs', () => {
  it.each<[Partial<RunFilter>, string]>([
    [{}, 'abcd'],
    [{ q: ' RELEASE ' }, 'a'],
    [{ q: 'KB.aud' }, 'b'],
    [{ q: 'response_uri' }, 'b'],
    [{ q: 'quillfern 2.4' }, 'c'],
    [{ failed: true }, 'b'],
    [{ failed: true, warned: true }, 'bc'],
    [{ q: 'release', failed: true }, ''],
    [{ get: true }, 'ac'],
    [{ present: true }, 'b'],
    [{ get: true, present: true }, 'abc'],
    [{ wallet: 'Quillfern 2.4.1' }, 'c'],
    [{ wallet: 'Quillfern' }, ''],
    [{ by: 'scan' }, 'bc'],
    [{ by: 'CI #1182' }, 'a'],
    [{ since: '2026-11-21' }, 'acd'],
    [{ fold: true }, 'abcd'],
  ])('%j finds %s', (filter, ids) => {
    expect(found(filter)).toBe(ids)
  })

  it('is narrow with every chip but the one that folds', () => {
    expect([wholeList, { ...wholeList, fold: true, q: 'x' }].map(isNarrow)).toEqual([false, false])
    for (const one of ['failed', 'warned', 'get', 'present'] as const)
      expect(isNarrow({ ...wholeList, [one]: true })).toBe(true)
    for (const one of ['wallet', 'by', 'since'] as const) expect(isNarrow({ ...wholeList, [one]: 'x' })).toBe(true)
    expect(passesChips(run('a'), wholeList)).toBe(true)
  })
})

it('neighbours that say the same fold, and no others', () => {
  const failed = { tone: 'fail', cause: { check: 'vp.kb.aud', words: 'It is the response_uri.' } } as const
  const list = [
    run('a', failed),
    run('b', { ...failed, words: '2 checks failed' }),
    run('c', { ...failed, title: 'PID as mdoc' }),
    run('d'),
    run('e', { words: 'Expired' }),
    run('f', failed),
  ]
  expect(foldNeighbours(list).map(({ sessionId, times }) => [sessionId, times])).toEqual([
    ['a', 2],
    ['c', undefined],
    ['d', undefined],
    ['e', undefined],
    ['f', undefined],
  ])
})

it('asks again for runs that are not over or lack what started them, and once whether this browser may name them', () => {
  const over = { over: true, startedBy: 'scan' }
  const all = [
    run('open'),
    run('older', { over: true }),
    run('over', over),
    run('known', { ...over, mayRename: false }),
  ]
  const asked = (hasKey: boolean) => runsWithNews(all, hasKey).map(({ sessionId }) => sessionId)
  expect(asked(true)).toEqual(['open', 'older', 'over'])
  expect(asked(false)).toEqual(['open', 'older'])
})

describe('a view', () => {
  const read = (query: string) => {
    const params = new URLSearchParams(query)
    return readRunView((name) => params.get(name) ?? undefined)
  }

  it('is kept in the URL and read back from it', () => {
    const view = {
      ...{ q: 'a b&c', failed: true, warned: true, get: true, present: true, fold: true },
      ...{ wallet: 'Größe 東京 1.0', by: 'CI #1182', since: '2026-11-29' },
      order: { by: 'took', descending: true },
      page: 3,
    } as const
    expect(read(runQuery(view))).toEqual(view)
    expect(runQuery({ ...wholeList, q: ' ' })).toBe('')
    expect(runQuery(wholeList, { from: '1.a' })).toBe('?from=1.a')
  })

  it('is bounded, and whole where the URL says nothing sensible', () => {
    expect(read(`q=${'x'.repeat(200)}&wallet=${'y'.repeat(200)}`)).toMatchObject({
      q: 'x'.repeat(100),
      wallet: 'y'.repeat(100),
    })
    expect(read('since=yesterday&sort=bogus&page=-3&failed=yes&fold=')).toEqual(wholeList)
    expect([read('page=1e9').page, read('page=2.7').page, read('page=NaN').page]).toEqual([1000, 2, 1])
  })

  it('is sorted the other way by a second press', () => {
    const when = wholeList.order
    expect(nextOrder(when, 'when')).toEqual({ by: 'when', descending: false })
    expect(nextOrder(when, 'rule')).toEqual({ by: 'rule', descending: false })
    expect(nextOrder(when, 'took')).toEqual({ by: 'took', descending: true })
  })
})

it('names a wallet with its version where it has one', () => {
  expect(walletWords({ wallet: { name: 'Quillfern', version: '2.4.1' } })).toBe('Quillfern 2.4.1')
  expect(walletWords({ wallet: { name: 'okhttp/4' } })).toBe('okhttp/4')
  expect(walletWords({})).toBe('')
})
