import { expect, it } from 'vitest'
import { longSubjects } from './commit-subjects.mjs'

it('subjects of more than 72 characters are named with their length, and shorter ones are not', () => {
  const fits = `fix(dpop): ${'a'.repeat(61)}`
  expect(longSubjects([fits, `${fits}b`, 'docs: say why'])).toEqual([`73: ${fits}b`])
})
