import { describe, expect, it } from 'vitest'
import { specificationQueries } from '../../shared/dcql/fixtures/specification-queries'
import { readDcqlQuery } from '../../shared/dcql/read-dcql-query'
import type { Json } from '../../shared/values/json'
import { matchToken } from './match-token'
import { readVpToken } from './read-vp-token'

const match = (query: Json, token: Json, instanceOf: (queryId: string, index: number) => string | null = () => null) =>
  matchToken({
    query: readDcqlQuery(query),
    token: readVpToken({ carrier: 'jwe', value: token, duplicateNames: [] }),
    instanceOf,
  })

const sets = specificationQueries['credential sets']!
const several = specificationQueries['several credentials']!

describe('a VP Token', () => {
  it('answers every query where there are no sets', () => {
    expect(match(several, { pid: ['a~'], mdl: ['b'] })).toEqual({
      unknownIds: [],
      answers: [
        { queryId: 'pid', multiple: false, required: true, presentations: 1, emptyEntry: false },
        { queryId: 'mdl', multiple: false, required: true, presentations: 1, emptyEntry: false },
      ],
      duplicates: [],
      unanswered: [],
      sets: null,
      satisfied: true,
      partial: false,
      surplus: [],
    })
  })

  it('is partial when a part of what is required is missing', () => {
    expect(match(several, { pid: ['a~'] })).toMatchObject({ unanswered: ['mdl'], satisfied: false, partial: true })
    expect(match(several, {})).toMatchObject({ unanswered: ['pid', 'mdl'], satisfied: false, partial: false })
    expect(match(several, { mdl: [] })).toMatchObject({
      unanswered: ['pid', 'mdl'],
      partial: false,
      answers: [{ emptyEntry: false }, { emptyEntry: true, presentations: 0 }],
    })
  })

  it.each<[string, string[], number | null, boolean, string[]]>([
    ['the first option', ['pid'], 0, true, []],
    ['the second option', ['other_pid'], 1, true, []],
    [
      'the third option and what is optional',
      ['pid_reduced_cred_1', 'pid_reduced_cred_2', 'nice_to_have'],
      2,
      true,
      [],
    ],
    ['a part of the third option', ['pid_reduced_cred_1'], null, false, ['pid_reduced_cred_1']],
    ['only what is optional', ['nice_to_have'], null, false, []],
    ['two options', ['pid', 'other_pid'], 0, true, ['other_pid']],
  ])('with %s satisfies the sets or not', (_, ids, chosen, satisfied, surplus) => {
    const result = match(sets, Object.fromEntries(ids.map((id) => [id, [`${id}~`]])))
    expect(result.sets?.[0]).toMatchObject({ chosen, required: true })
    expect(result).toMatchObject({ satisfied, surplus, unanswered: null, partial: !satisfied })
  })

  it('is taken for the option that explains most of it', () => {
    const query: Json = {
      credentials: ['a', 'b'].map((id) => ({ id, format: 'dc+sd-jwt', meta: { vct_values: ['x'] } })),
      credential_sets: [{ options: [['a'], ['a', 'b']] }],
    }
    expect(match(query, { a: ['1'], b: ['2'] })).toMatchObject({ sets: [{ chosen: 1 }], surplus: [] })
    expect(match(query, { a: ['1'] })).toMatchObject({
      sets: [{ chosen: 0 }],
      answers: [{ required: true }, { required: false }],
    })
  })

  it('may hold ids that nobody asked for', () => {
    const token: Json = JSON.parse('{"pid": ["a"], "__proto__": ["b"], "toString": ["c"]}')
    expect(match(sets, token).unknownIds).toEqual(['__proto__', 'toString'])
  })

  it('counts presentations, and finds what is in it twice', () => {
    const token = { pid: ['a~1', 'b~2', 'a~1', 'b~3'], other_pid: ['a~1', 'b~4'] }
    const { answers, duplicates } = match(sets, token, (queryId, index) => {
      const texts: Readonly<Record<string, readonly string[]>> = token
      return texts[queryId]?.[index]?.split('~')[0] ?? null
    })
    expect(answers[0]).toMatchObject({ presentations: 4, multiple: false })
    expect(duplicates).toEqual([
      { first: { queryId: 'pid', index: 0 }, second: { queryId: 'pid', index: 2 }, sameAs: 'text' },
      { first: { queryId: 'pid', index: 1 }, second: { queryId: 'pid', index: 3 }, sameAs: 'credential' },
      { first: { queryId: 'pid', index: 0 }, second: { queryId: 'other_pid', index: 0 }, sameAs: 'text' },
    ])
  })

  it('works with any id', () => {
    const query: Json = JSON.parse(
      '{"credentials": [{"id": "__proto__", "format": "dc+sd-jwt", "meta": {"vct_values": ["x"]}}], "credential_sets": [{"options": [["__proto__"]]}]}',
    )
    expect(match(query, JSON.parse('{"__proto__": ["a~"]}'))).toMatchObject({
      unknownIds: [],
      satisfied: true,
      answers: [{ queryId: '__proto__', presentations: 1 }],
    })
  })
})
