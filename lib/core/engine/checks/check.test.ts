import { describe, expect, it } from 'vitest'
import { defineCheck, pass } from './check'

type Said = Pick<Parameters<typeof defineCheck>[1], 'problem' | 'refusal' | 'rejects'>

const refusalOf = (said: Said) =>
  defineCheck('vci.dpop.typ', {
    title: 'A rule holds',
    clauses: ['RFC9449-4.2'],
    level: 'must',
    why: 'It matters.',
    hint: 'Keep the rule.',
    run: () => pass(),
    ...said,
  }).refusal

describe('the refusal of a check that rejects', () => {
  const rejects = 'invalid_request'

  it('is its problem as a sentence', () => {
    expect(refusalOf({ rejects, problem: 'The scope is missing' })).toBe('The scope is missing.')
    expect(refusalOf({ rejects, problem: { subject: 'The typ', must: 'be dpop+jwt' } })).toBe(
      'The typ must be dpop+jwt.',
    )
  })

  it('goes on after the problem, or says something else, where the check says so', () => {
    const problem = 'The scope is missing'
    expect(refusalOf({ rejects, problem, refusal: (said) => `${said}: ask for it.` })).toBe(
      'The scope is missing: ask for it.',
    )
    expect(refusalOf({ rejects, problem, refusal: 'Ask for a scope.' })).toBe('Ask for a scope.')
  })

  it('is none where a check only records', () => {
    expect(refusalOf({ problem: 'The scope is missing' })).toBeUndefined()
  })
})
