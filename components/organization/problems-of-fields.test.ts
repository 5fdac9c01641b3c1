import { describe, expect, it } from 'vitest'
import { formOfDefinition, placedProblems } from './pipeline-form'

const form = formOfDefinition({
  entities: {},
  steps: [
    { id: 'a', kind: 'issuance', session: {}, require: ['x', 'y'] },
    { id: 'b', kind: 'dance' },
  ],
})
const problems = [
  'name',
  'runner',
  'entities.custom_checks.1',
  'steps.0.session',
  'steps.0.session.flow',
  'steps.0.require.1',
  'steps.1.kind',
  'steps.1.session',
  'steps',
  '',
].map((path) => ({ path, message: 'must be right' }))

describe('a problem', () => {
  it('stands beside the field of its member, and else above the form', () => {
    const { of, elsewhere } = placedProblems(problems, form)
    expect(of('name')).toEqual(['must be right'])
    expect(of('custom_checks')).toEqual(['entry 2: must be right'])
    expect(of('steps.0.session')).toEqual(['must be right', 'flow: must be right'])
    expect(of('steps.0.require_checks')).toEqual(['entry 2: must be right'])
    expect(of('steps.1.kind')).toEqual(['must be right'])
    expect(elsewhere.map(({ path }) => path)).toEqual(['steps.1.session', 'steps', ''])
  })

  it('of a definition as JSON is listed by its path', () => {
    const { of, elsewhere } = placedProblems(problems, null)
    expect(of('name')).toEqual(['must be right'])
    expect(elsewhere).toHaveLength(problems.length - 1)
  })
})
