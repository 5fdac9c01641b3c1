import { expect, it } from 'vitest'
import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { changeSentence } from './comparison-page'

type Step = ComparisonView['steps'][number]
const counts = { regression: 0, improvement: 0, not_compared: 0, other: 0, same: 0 }
const sentence = (change: Step['change'], ...rules: readonly Step['rules'][number]['change'][]) =>
  changeSentence({ counts, steps: [{ change, rules: rules.map((of) => ({ change: of })) } as unknown as Step] })

it('counts what got worse and what got better in one session, where either word alone would hide the other', () => {
  expect(sentence('regression', 'newly_broken', 'improvement')).toBe('1 got worse, 1 got better.')
  expect(sentence('improvement', 'improvement', 'not_seen_again')).toBe('1 got better, 1 not observed again.')
})

it('says how a session changed whose rules did not', () => {
  expect(sentence('regression')).toBe('Got worse.')
  expect(sentence('same')).toBe('The same.')
  expect(sentence('not_compared')).toBe('There is nothing to compare yet.')
})
