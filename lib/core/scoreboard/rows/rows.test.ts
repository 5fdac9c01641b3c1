import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { boardRow, entityOf } from '@/lib/testing/scoreboard-rows'
import { runs } from '@/scripts/thorough.mjs'
import { csvCell } from '../../shared/values/escape'
import {
  boardQuery,
  boardTitle,
  changeView,
  cutPage,
  defaultView,
  pageOf,
  readBoardView,
  totalsOf,
  usualSizes,
} from './board-view'
import { toCsv } from './export-rows'
import { facetsOf, filterRows, noFilter, suiteOf } from './filter-rows'
import { rateStep, rateWords, runningTimeWords } from './row-words'
import type { ScoreboardRow } from './scoreboard-row'
import { unknownParameters } from './unknown-parameters'

const names = (rows: readonly ScoreboardRow[]): string[] =>
  rows.map(({ expand }) => expand.pipeline?.name ?? '(private)')
const sorts = [{ id: 'name' }, { id: 'last_run' }]
const read = (query: string) => readBoardView((name) => new URLSearchParams(query).get(name), sorts)

describe('narrowing rows', () => {
  const check = (path: string, suite_title = '', url = '') => ({ path, suite_title, title: '', url })
  const rows = [
    boardRow('Crème brûlée', { success_rate: 95, total_runs: 4 }, { wallets: [entityOf('Moss')] }),
    boardRow('Plain', { success_rate: 50, total_runs: 400 }, { issuers: [entityOf('Borealia')] }),
    boardRow(
      'Both',
      {},
      { wallets: [entityOf('Moss')], conformance_checks: [check('a/b/c'), check('acme/x', 'DPoP')] },
    ),
  ]
  const found = (filter: Partial<typeof noFilter>) => names(filterRows(rows, { ...noFilter, ...filter }))

  it('by text finds names of pipelines and of what they use, without accents and case', () => {
    expect(found({ q: 'creme BRULEE' })).toEqual(['Crème brûlée'])
    expect(found({ q: 'moss' })).toEqual(['Crème brûlée', 'Both'])
    expect(found({ q: 'Möß' })).toEqual(['Crème brûlée', 'Both'])
    expect(found({ q: 'moss both' })).toEqual(['Both'])
    expect(found({ q: 'nothing' })).toEqual([])
    expect(found({})).toHaveLength(3)
  })

  it('by a thing, a suite, a rate or a number of runs', () => {
    expect(found({ wallet: 'acme/Moss' })).toEqual(['Crème brûlée', 'Both'])
    expect(found({ issuer: 'acme/Borealia', min_runs: 100 })).toEqual(['Plain'])
    expect(found({ suite: 'a/b' })).toEqual(['Both'])
    expect(found({ suite: 'DPoP (acme)' })).toEqual(['Both'])
    expect(found({ min_rate: 80 })).toEqual(['Crème brûlée', 'Both'])
    expect(found({ org: 'acme' })).toHaveLength(3)
    expect(found({ org: 'other' })).toEqual([])
  })

  it.each([
    ['a check of this service', 'openid4vp/1.0/dcql/vp.dcql.claims', 'DCQL', '/checks/vp.dcql.claims', 'OpenID4VP 1.0'],
    ['a report', 'openid4vp/1.0/dcql/perfect', 'openid4vp/1.0/dcql', '', 'openid4vp/1.0/dcql'],
    ['a report that writes a title', 'OpenID4VP 1.0/perfect', 'OpenID4VP 1.0', '', 'OpenID4VP 1.0 (reported)'],
    ['an organisation', 'birch/perfect', 'OpenID4VP 1.0', '', 'OpenID4VP 1.0 (birch)'],
    ['another one', 'acme/perfect', 'OpenID4VP 1.0', '', 'OpenID4VP 1.0 (acme)'],
    ['one that says to be another', 'birch/x', 'OpenID4VP 1.0 (acme)', '', 'OpenID4VP 1.0 (acme) (birch)'],
  ])('shows whose a suite is: of %s', (_, path, title, url, suite) => {
    expect(suiteOf(check(path, title, url))).toBe(suite)
  })

  it('offers what there is, with how often', () => {
    const { wallet, suite, verifier } = facetsOf(rows)
    expect(wallet).toEqual([{ value: 'acme/Moss', label: 'Moss', count: 2 }])
    expect(suite.map(({ value }) => value).sort()).toEqual(['DPoP (acme)', 'a/b'])
    expect(verifier).toEqual([])
  })
})

describe('the address of a view', () => {
  it('is read back as it was written', () => {
    const text = fc.string({ maxLength: 30 }).map((value) => value.trim())
    const order = fc.record({ by: fc.constantFrom(...sorts.map(({ id }) => id)), descending: fc.boolean() })
    fc.assert(
      fc.property(
        fc.record({ q: text, wallet: fc.string({ maxLength: 30 }), order, page: fc.integer({ min: 1, max: 999 }) }),
        fc.constantFrom(0, 10, 20, 50, 100),
        fc.boolean(),
        (part, size, hidesEmpty) => {
          const view = { ...defaultView, ...part, size, hidesEmpty }
          expect(read(boardQuery(view))).toEqual(view)
        },
      ),
      runs(),
    )
  })

  it('that cannot be understood is the default one', () => {
    for (const query of [
      '',
      'sort=nothing&page=-1&size=30',
      'page=1e9&size=1000&min_rate=101&min_runs=-4',
      'sort=-&page=&size=x',
      'page=99999999999999999999',
    ])
      expect(read(query)).toEqual(defaultView)
    expect(boardQuery(defaultView)).toBe('')
  })

  it('names what it does not understand of it', () => {
    const rows = [boardRow('Both', {}, { wallets: [entityOf('Moss')] })]
    const told = (query: string) => unknownParameters([...new URLSearchParams(query)], sorts, facetsOf(rows))
    expect(told('sort=bogus')).toEqual(['There is no sort `bogus`: showing the latest first.'])
    expect(told('sort=-bogus&size=30')).toEqual([
      'There is no sort `-bogus`: showing the latest first.',
      'There are no pages of `30` rows: showing the usual number.',
    ])
    expect(told('walet=Moss')).toEqual(['There is no filter `walet`: showing the rows without it.'])
    expect(told('wallet=acme/nothing')).toEqual(['No row has the wallet `acme/nothing`.'])
    expect(told('min_rate=101&page=x&hide=all&a=1')).toHaveLength(3)
    expect(told(`a${'x'.repeat(99)}=1`)[0]?.length).toBeLessThan(100)
    const known = '?q=x&wallet=acme/Moss&sort=-name&min_rate=50&min_runs=3&size=20&page=2&hide=empty&org='
    expect(told(known)).toEqual([])
  })

  covers('B4.7')
  it('leads to the first page when it changes, and to the last one when it asks for more', () => {
    expect(changeView({ ...defaultView, page: 7 }, { q: 'x' }).page).toBe(1)
    const rows = Array.from({ length: 41 }, (_, index) => boardRow(`p${index}`))
    expect(cutPage(rows, { page: 99, size: 20 })).toMatchObject({ page: 3, pages: 3, total: 41, rows: [rows[40]] })
    expect(cutPage([], { page: 5, size: 20 })).toMatchObject({ page: 1, pages: 1, total: 0 })
    expect(pageOf(rows, { ...defaultView, q: 'p40' }, 20).rows).toHaveLength(1)
    expect(pageOf(rows, defaultView, usualSizes.phone)).toMatchObject({ page: 1, pages: 5 })
    expect(pageOf(rows, { ...defaultView, size: 20 }, usualSizes.phone)).toMatchObject({ page: 1, pages: 3 })
  })
})

describe('words', () => {
  covers('S4')
  it('never round what is not whole to 0 or 100', () => {
    expect(rateWords(1_000_000, 999_999)).toBe('> 99 %')
    expect(rateWords(1_000_000, 1)).toBe('< 1 %')
    expect([rateWords(15, 13), rateWords(9, 9), rateWords(5, 0)]).toEqual(['87 %', '100 %', '0 %'])
    expect([rateWords(4, 4), rateWords(1, 1), rateWords(0, 0)]).toEqual([null, null, null])
    expect([90, 89.99, 70, 69.99].map(rateStep)).toEqual(['pass', 'warn', 'warn', 'fail'])
  })

  it.each([
    [0, '< 0.1 s'],
    [49, '< 0.1 s'],
    [50, '0.1 s'],
    [800, '0.8 s'],
    [9940, '9.9 s'],
    [9950, '10 s'],
    [45_000, '45 s'],
    [345_000, '5 min 45 s'],
    [59_600, '1 min 00 s'],
    [3_720_000, '1 h 02 min'],
    [3_600_000_000, '1\u202f000 h 00 min'],
  ])('%d ms are %s', (millis, words) => {
    expect(runningTimeWords(millis)).toBe(words)
  })

  it('of the totals are sums', () => {
    expect(totalsOf([boardRow('a'), boardRow('b', { stale_since: '2026-11-20 10:00:00.000Z' })])).toEqual({
      pipelines: 2,
      runs: 20,
      successes: 16,
      stale: 1,
    })
  })
})

describe('CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1+1', "'＝1+1"],
    ['\u0000=1', "'\u0000=1"],
    ['\u001b\u200b@A1', "'\u001b\u200b@A1"],
    ['a\u200b=1', 'a\u200b=1'],
    ['a, "b"', '"a, ""b"""'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('%j is %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })

  covers('S72')
  it('has a line of names, then one a row, and no formula in any cell', () => {
    const text = toCsv([
      boardRow('=HYPERLINK("http://evil.example")', {}, { wallets: [entityOf('a'), entityOf('@b')] }),
    ])
    const [head, line, end] = text.split('\r\n')
    expect(head?.split(',').slice(0, 4)).toEqual(['pipeline', 'path', 'organization', 'total_runs'])
    expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(line).toContain('"a; @b"')
    expect(end).toBe('')
    expect(csvCell(-5)).toBe('-5')
  })
})

it('the title of the scoreboard counts wallets and pipelines', () => {
  const rows = [boardRow('a'), boardRow('b')]
  const { wallet } = facetsOf(rows)
  expect(boardTitle(rows)).toBe(`Scoreboard: ${wallet.length} wallet${wallet.length === 1 ? '' : 's'}, 2 pipelines`)
  expect(boardTitle([])).toBe('Scoreboard: 0 wallets, 0 pipelines')
})
