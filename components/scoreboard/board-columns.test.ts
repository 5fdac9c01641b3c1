import { readFileSync } from 'node:fs'
import { useTable } from '@tanstack/react-table'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { byEntityKind } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { defaultOrder, nextOrder, orderRows, rowsByName } from '@/lib/core/scoreboard/rows/order-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { covers } from '@/lib/testing/covers'
import { boardRow, entityOf } from '@/lib/testing/scoreboard-rows'
import { boardColumns, boardSorts, emptyColumns, isBuiltIn, nameIn, sortOf, widthOf } from './board-columns'
import { rateSentence } from './board-details'
import { Avatar, EntityLine } from './entity-list'
import { readLastFailure } from './last-failure'
import { boardFeatures, sortableColumns } from './scoreboard-table'
import { SuccessCell } from './success-cell'

const names = (rows: readonly ScoreboardRow[]): string[] =>
  rows.map(({ expand }) => expand.pipeline?.name ?? '(private)')

interface SortedNamesProps {
  readonly rows: readonly ScoreboardRow[]
  readonly id: string
  readonly desc: boolean
}

/** Names of the rows as sorted in the browser, as JSON. */
function SortedNames({ rows, id, desc }: SortedNamesProps) {
  const columns = sortableColumns(rows)
  const table = useTable({
    features: boardFeatures,
    columns,
    data: rowsByName(rows),
    state: { sorting: [{ id, desc }] },
  })
  return JSON.stringify(names(table.getSortedRowModel().rows.map(({ original }) => original)))
}

const sortedByTable = (props: SortedNamesProps): readonly string[] =>
  JSON.parse(renderToStaticMarkup(createElement(SortedNames, props)).replaceAll('&quot;', '"'))

/** Sorts the rows as the server does, and expects the same order from the browser. */
function ordered(rows: readonly ScoreboardRow[], by: string, descending: boolean): string[] {
  const found = names(orderRows(rows, sortOf(by), descending))
  expect([by, ...sortedByTable({ rows, id: by, desc: descending })]).toEqual([by, ...found])
  return found
}

/** Pixels of a style sheet token, e.g. `--container-board`. */
function pixelsOf(token: string): number {
  const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
  return Number(new RegExp(`${token}: (\\d+)px;`).exec(css)?.[1])
}

/** Pixels to the left and right of the columns on the scoreboard page. */
const [margins, borders, scrollBar] = [2 * 24, 2 * 1, 16]

/** A row with a value in each column. */
const fullRow = boardRow(
  'full',
  {},
  {
    ...byEntityKind((kind) => [entityOf(kind)]),
    conformance_checks: [{ path: 'suite/check', title: 'Check', suite_title: 'Suite', url: '' }],
    latest_successful_execution: { id: 'execution', screenshots: [], started_at: '2026-09-21 14:13:20.000Z' },
  },
)

describe('the columns', () => {
  covers('B2.6')
  it('are those of the public table that the requirements name, in their order', () => {
    const required = [
      ...['Pipeline name', 'Screenshot', 'Success rate', 'Wallets', 'Issuers', 'Credentials', 'Verifiers'],
      ...['Use-case verifications', 'Conformance checks', 'Custom integrations', 'Runners', 'Minimum running time'],
    ]
    const headers = boardColumns.map(({ header }) => header)
    expect(headers.filter((header) => required.includes(header))).toEqual(required)
  })

  it('have a name each, in addresses and in words', () => {
    for (const member of ['id', 'header'] as const)
      expect(new Set(boardSorts.map((sort) => sort[member])).size, member).toBe(boardSorts.length)
  })

  it('fit on the page beside each other, from the width on at which the table no longer scrolls sideways', () => {
    const boardWidth = widthOf(boardColumns)
    const page = pixelsOf('--container-board')
    const room = page - margins - borders
    const problem = `The columns of components/scoreboard/board-columns.tsx are ${boardWidth} px wide, and the page has room for ${room}: give them less, or --container-board and --breakpoint-board of app/globals.css more.`
    expect(boardWidth <= room ? [] : [problem]).toEqual([])
    expect(pixelsOf('--breakpoint-board'), '--breakpoint-board of app/globals.css').toBe(page + scrollBar)
    expect(pixelsOf('--container-board-table'), '--container-board-table of app/globals.css').toBe(room)
  })

  it('begin with the largest number at the first click, where they hold numbers, and with A where they hold names', () => {
    const wrong = boardSorts.flatMap((sort) => {
      const [first] = sort.sort(fullRow) ?? []
      if (first === undefined) return [`${sort.id}: give fullRow of this test a value for it`]
      const isNumber = typeof first === 'number'
      if (isNumber === (sort.ends !== undefined)) return []
      return [
        isNumber ? `${sort.id}: it sorts by numbers, so say its ends` : `${sort.id}: it sorts by names, and has ends`,
      ]
    })
    expect(wrong).toEqual([])
  })
})

describe('the order of rows', () => {
  covers('B4.8', 'S66')
  it('is that of values, not of texts: 9 seconds before 10', () => {
    const rows = [
      boardRow('ten', { minimum_running_time_ms: 10_000 }),
      boardRow('none', { minimum_running_time: '', minimum_running_time_ms: 0 }),
      boardRow('nine', { minimum_running_time_ms: 9000 }),
    ]
    expect(ordered(rows, 'minimum_running_time', false)).toEqual(['nine', 'ten', 'none'])
    expect(ordered(rows, 'minimum_running_time', true)).toEqual(['ten', 'nine', 'none'])
  })

  covers('S66')
  it('puts rows without what is sorted by last, both ways', () => {
    const rows = [
      boardRow('without'),
      boardRow('b', {}, { wallets: [entityOf('Beta')] }),
      boardRow('a', {}, { wallets: [entityOf('alpha'), entityOf('Beta')] }),
      boardRow('a1', {}, { wallets: [entityOf('alpha')] }),
    ]
    expect(ordered(rows, 'wallets', false)).toEqual(['a1', 'a', 'b', 'without'])
    expect(ordered(rows, 'wallets', true)).toEqual(['b', 'a', 'a1', 'without'])
  })

  it('takes names as people read them, private ones last', () => {
    const { pipeline: _none, ...expand } = boardRow('x').expand
    const rows = [
      ...['Zebra', 'äpfel', 'apfel 10', 'Apfel 9'].map((name) => boardRow(name)),
      { ...boardRow('x'), expand },
    ]
    expect(ordered(rows, 'name', false)).toEqual(['äpfel', 'Apfel 9', 'apfel 10', 'Zebra', '(private)'])
    expect(ordered(rows, 'name', true).at(-1)).toBe('(private)')
  })

  it('breaks ties by the name, also when it descends', () => {
    const rows = ['c', 'a', 'b'].map((name) => boardRow(name))
    for (const { id } of boardSorts.filter(({ id }) => id !== 'name'))
      for (const descending of [true, false])
        expect([id, ...ordered(rows, id, descending)]).toEqual([id, 'a', 'b', 'c'])
  })

  it('of the rate is that of the rate, then of the runs', () => {
    const rows = [
      boardRow('few', { success_rate: 100, total_runs: 3 }),
      boardRow('low', { success_rate: 20, total_runs: 900 }),
      boardRow('many', { success_rate: 100, total_runs: 40 }),
    ]
    expect(ordered(rows, 'success_rate', true)).toEqual(['many', 'few', 'low'])
  })

  it('is the first one of a column, then reversed, then the default', () => {
    const rate = sortOf('success_rate')
    const first = nextOrder(defaultOrder, rate)
    const second = nextOrder(first, rate)
    expect([first, second, nextOrder(second, rate)]).toEqual([
      { by: 'success_rate', descending: true },
      { by: 'success_rate', descending: false },
      defaultOrder,
    ])
    expect(nextOrder(second, sortOf('name'))).toEqual({ by: 'name', descending: false })
  })
})

describe('a cell', () => {
  const cell = (runs: number, successes: number) =>
    renderToStaticMarkup(
      createElement(SuccessCell, {
        row: boardRow('few', { total_runs: runs, total_successes: successes, success_rate: (100 * successes) / runs }),
      }),
    )

  it('says a percentage only from five runs on, without decimals', () => {
    expect(cell(1, 1)).toContain('1/1')
    expect(cell(1, 1)).not.toContain(' %')
    expect(cell(15, 13)).toContain('87 %')
  })

  it('stands for what has no logo in one grey, whatever its name: colours tell results', () => {
    const look = (name: string) => renderToStaticMarkup(createElement(Avatar, { name })).replace(/>.</, '><')
    expect(new Set(['Moss', 'Borealia', 'Quillfern', 'Zeta', 'a'].map(look)).size).toBe(1)
  })

  it('names the first of its things and counts the others', () => {
    const items = ['Moss', 'Papyra', 'Zeta'].map((name) => ({ key: name, name, logo: '', href: '/scoreboard' }))
    const html = renderToStaticMarkup(createElement(EntityLine, { label: 'Wallets', items }))
    expect(html).toContain('Moss')
    expect(html).toContain('+2')
    expect(html).toContain('title="Papyra, Zeta"')
  })

  it('leaves “(built in)” to the one tag of a row that has it', () => {
    const [ours, theirs] = [boardRow('Smoke (built in)'), boardRow('Smoke')]
    expect([isBuiltIn(ours), isBuiltIn(theirs)]).toEqual([true, false])
    expect([nameIn(ours, 'Wallet (built in)'), nameIn(theirs, 'Wallet (built in)')]).toEqual([
      'Wallet',
      'Wallet (built in)',
    ])
  })
})

describe('an opened row', () => {
  it('says the exact rate and who ran it, and no rate of fewer than five runs', () => {
    const counted = (runs: number, successes: number, members = {}) =>
      rateSentence(
        boardRow('a', {
          ...{ total_runs: runs, total_successes: successes, success_rate: 86.67, manually_executed_runs: 0 },
          ...members,
        }),
      )
    expect(counted(15, 13, { manually_executed_runs: 9, scheduled_runs: 4, CI_runs: 2, canceled_runs: 3 })).toBe(
      '86.67 % of 15: 9 by hand, 4 scheduled, 2 by CI. 3 more ended without a result',
    )
    expect(counted(1, 1, { CI_runs: 1 })).toBe('1 of 1: 1 by CI')
  })

  it('names the check that failed last, with its session', () => {
    const session = '0c8f8b8e-0d0a-4a59-9d2c-6f2b5b0a1c11'
    const run = (step: object, reason = '') =>
      readLastFailure({ started_at: '2026-11-20 10:00:00.000Z', reason, steps: [{ state: 'passed' }, step] })
    expect(
      run({
        kind: 'issuance',
        state: 'failed',
        reason: 'must_failed: vci.dpop.htu, vci.dpop.ath',
        session_id: session,
      }),
    ).toEqual({
      ...{ words: 'vci.dpop.htu', isCheck: true, at: '2026-11-20T10:00:00.000Z' },
      evidence: `/inspect/issuance/${session}`,
    })
    expect(run({ kind: 'issuance', state: 'failed', reason: 'wallet_stopped: running' })).toMatchObject({
      ...{ words: 'wallet stopped', isCheck: false, evidence: null },
    })
    expect(run({ state: 'odd' }, 'timed_out')).toMatchObject({ words: 'timed out', evidence: null })
    expect(readLastFailure({ steps: 'none' })).toBeNull()
  })
})

describe('empty columns', () => {
  it('are those without a value in every row', () => {
    const rows = [boardRow('a'), boardRow('b', {}, { wallets: [entityOf('Moss')] })]
    const ids = emptyColumns(rows).map(({ id }) => id)
    expect(ids).toContain('custom_integrations')
    for (const id of ['name', 'success_rate', 'wallets', 'minimum_running_time']) expect(ids).not.toContain(id)
    expect(emptyColumns([])).toEqual([])
  })
})
