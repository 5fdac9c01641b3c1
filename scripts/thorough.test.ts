import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** What the helpers return in a process of its own, because they read the environment when they are loaded. */
function given(THOROUGH: string): unknown {
  const file = JSON.stringify(new URL('./thorough.mjs', import.meta.url).href)
  const program = `const { inTurn, ofEachKind, ofEachKindAndToday, ofToday, runs } = await import(${file})
    const values = [1, 2, 3, 4, 5, 6, 7]
    const even = ofEachKind(values, (value) => String(value % 2))
    const counts = [12, 40, 100, 3000].map((full) => runs(full).numRuns)
    const turns = [0, 1, 2, 3].map((turn) => inTurn(values, turn))
    const days = [0, 1, 2].map((day) => ofToday(values, { now: day * 86_400_000 + 1 }))
    const kinds = [0, 1, 2].map((day) => ofEachKindAndToday(values, (value) => String(value % 2), { now: day * 86_400_000 + 1 }))
    console.log(JSON.stringify({ counts, even, turns, days, kinds }))`
  const env = { ...process.env, THOROUGH }
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' }))
}

it('a test by day takes a fifth of the runs and no fewer than twenty, one of each kind, and each value in its turn', () => {
  expect(given('')).toEqual({
    counts: [12, 20, 20, 600],
    even: [1, 2],
    turns: [
      [1, 4, 7],
      [2, 5],
      [3, 6],
      [1, 4, 7],
    ],
    days: [
      [1, 4, 7],
      [2, 5],
      [3, 6],
    ],
    kinds: [
      [1, 2, 3, 6],
      [1, 2, 4, 7],
      [1, 2, 5],
    ],
  })
})

it('a thorough one takes all', () => {
  const all = [1, 2, 3, 4, 5, 6, 7]
  expect(given('1')).toEqual({
    counts: [12, 40, 100, 3000],
    even: all,
    turns: [all, all, all, all],
    days: [all, all, all],
    kinds: [all, all, all],
  })
})
