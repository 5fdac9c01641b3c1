import { describe, expect, it } from 'vitest'
import { fixedWords, foldRuns, placeOfRun, type RunLine } from './fold-runs'

/** Lines, oldest first, as a tester makes them. */
function lines(...runs: readonly Partial<RunLine>[]): RunLine[] {
  return runs
    .map(
      (run, index): RunLine => ({
        number: index + 1,
        sessionId: String(index + 1),
        kind: 'presentation',
        tone: run.cause === undefined || run.cause === null ? 'pass' : 'fail',
        cause: null,
        what: 'Presented SD-JWT',
        formats: 'SD-JWT',
        campaign: null,
        settings: '{}',
        passed: new Set(),
        says: null,
        startedBy: 'scan',
        program: null,
        tookMillis: 900,
        isOver: true,
        at: '2026-11-29T21:41:00.000Z',
        ...run,
      }),
    )
    .reverse()
}

const aud = { cause: 'vp.kb.aud', what: 'failed' }
const htu = { cause: 'vci.dpop.htu', kind: 'issuance', what: 'failed' } as const
const rows = (runs: readonly RunLine[]) =>
  foldRuns(runs).map(({ label, runs: all, fixed }) => [label, all.length, fixed && fixedWords(fixed)])

describe('the rows of a workbench', () => {
  it('fold the steps of a campaign to one, with the worst of them and how many passed', () => {
    const smoke = { campaign: { id: 'a', title: 'Smoke', steps: 7 } } as const
    const other = { campaign: { id: 'b', title: 'Smoke', steps: 7 } } as const
    const folded = foldRuns(lines(aud, smoke, { ...smoke, ...aud }, { ...smoke, ...htu }, other, {}))
    expect(folded.map(({ label, tone, runs, fixed }) => [label, tone, runs.length, fixed])).toEqual([
      ['Presented SD-JWT', 'pass', 1, null],
      ['Smoke 1/7', 'pass', 1, null],
      ['Smoke 1/7', 'fail', 3, null],
      ['kb.aud', 'fail', 1, null],
    ])
    expect([1, 2, 4].map((number) => placeOfRun(folded, number).time)).toEqual([1, 1, 1])
  })

  it('fold equal neighbours, and say what was fixed after how many tries', () => {
    expect(rows(lines(aud, aud, aud, aud, { passed: new Set(['vp.kb.aud']) }))).toEqual([
      ['Presented SD-JWT', 1, 'kb.aud fixed after 4 tries'],
      ['kb.aud', 4, null],
    ])
    expect(rows(lines(htu, { kind: 'issuance', what: 'Got SD-JWT', passed: new Set(['vci.dpop.htu']) }))).toEqual([
      ['Got SD-JWT', 1, 'dpop.htu fixed after 1 try'],
      ['dpop.htu', 1, null],
    ])
  })

  it('tell of a session its number, and how often its neighbours have said the same', () => {
    const groups = foldRuns(lines(htu, aud, aud, aud, aud))
    expect(placeOfRun(groups, 5)).toEqual({ number: 5, of: 5, time: 4 })
    expect(placeOfRun(groups, 2)).toEqual({ number: 2, of: 5, time: 1 })
  })

  it('say it of a run that fails by another check too, and look past the other wing', () => {
    const other = { cause: 'vp.kb.nonce', passed: new Set(['vp.kb.aud']) }
    expect(rows(lines(aud, aud, htu, other))).toEqual([
      ['kb.nonce', 1, 'kb.aud fixed after 2 tries'],
      ['dpop.htu', 1, null],
      ['kb.aud', 2, null],
    ])
  })

  it.each([
    ['the check was not seen', {}],
    ['the settings changed', { passed: new Set(['vp.kb.aud']), settings: '{"flow":"x"}' }],
    ['it is the other wing', { passed: new Set(['vp.kb.aud']), kind: 'issuance' as const }],
  ])('claim no fix where %s', (_, run) => {
    expect(foldRuns(lines(aud, aud, run)).map(({ fixed }) => fixed)).toEqual([null, null])
  })

  it('keep apart what differs in settings, cause, tone or wing', () => {
    const warned = { tone: 'warn', what: 'Passed, 2 warnings' } as const
    const all = lines(aud, { ...aud, settings: '{"a":1}' }, {}, warned, { kind: 'issuance' }, {})
    expect(foldRuns(all)).toHaveLength(6)
  })

  it('hold every run once, newest first, over 200 runs', () => {
    const runs = lines(...Array.from({ length: 200 }, (_, index) => (index % 7 === 0 ? {} : index % 2 ? aud : htu)))
    expect(foldRuns(runs).flatMap(({ runs: all }) => all)).toEqual(runs)
    expect(foldRuns([])).toEqual([])
  })
})
