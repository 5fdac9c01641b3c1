import { describe, expect, it } from 'vitest'
import { dcqlProblems } from './dcql-problems'

const asking = (path: readonly (string | null)[]): string =>
  JSON.stringify({
    credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path }] }],
  })

describe('a query that is typed', () => {
  it('is told where no wallet can answer it, although it breaks no rule', () => {
    expect(dcqlProblems(asking(['birthdate', 'year']))).toMatchObject([
      { isNote: true, isUnanswerable: true, pointer: '/credentials/0/claims/0/path' },
    ])
    expect(dcqlProblems(asking(['birthdate']))).toEqual([])
  })

  it('is told as a violation where it breaks a rule', () => {
    expect(dcqlProblems('{"credentials": []}')).toMatchObject([{ isNote: false, isUnanswerable: false }])
    expect(dcqlProblems('{')).toMatchObject([{ isNote: false, message: 'This is not valid JSON yet.' }])
  })
})
