import { expect, it } from 'vitest'
import { judgeExpected } from '../expected-failures'
import { outcomeView } from './campaign-outcome'

it.each([
  [false, 0, 'As expected, except for 1 expected failure that passes.'],
  [true, 4, 'Changed: 1 expected failure that passes.'],
])('an expected failure that passes is a change only where that is asked for (%s)', (strict, exitCode, sentence) => {
  const expected = [{ line: 1, preset: '*', rule: 'vp.negative.rejected' }]
  const session = { found: { 'vp.negative.rejected': { status: 'pass' } }, broken: [], verdict: 'pass' }
  const step = { presetId: 'bad_signature', newest: { result: session } }
  const outcome = judgeExpected({ steps: [step] as never }, expected, { counts: () => true, strict })
  expect(outcomeView(outcome, 'https://example.org')).toMatchObject({ exit_code: exitCode, outcome: sentence })
})
