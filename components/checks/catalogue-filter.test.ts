import { describe, expect, it } from 'vitest'
import { catalogueCheck } from '../inspector/model/fixtures/session'
import { facetOf, filterCatalogue, firstAreas, groupAsked } from './catalogue-filter'

const checks = [
  catalogueCheck('vci.proof.jwt.aud', {
    group: 'vci.proof',
    rejects: 'invalid_proof',
    title: 'Audience is ours',
    misbehaviours: 3,
  }),
  catalogueCheck('vci.nonce.known', { group: 'vci.nonce', rejects: 'invalid_nonce' }),
  catalogueCheck('vci.nonce.body_empty', { group: 'vci.nonce', level: 'info' }),
]
const ids = (target: Parameters<typeof filterCatalogue>[1]) => filterCatalogue(checks, target).map(({ id }) => id)

describe('filterCatalogue', () => {
  it('finds every word in title, id, clause or error code', () => {
    expect(ids({ q: 'INVALID_PROOF' })).toEqual(['vci.proof.jwt.aud'])
    expect(ids({ q: 'nonce 9449' })).toEqual(['vci.nonce.known', 'vci.nonce.body_empty'])
    expect(ids({ q: 'nonce audience' })).toEqual([])
  })

  it('combines facets', () => {
    expect(ids({ group: 'vci.nonce', effect: 'recorded' })).toEqual(['vci.nonce.body_empty'])
    expect(ids({ level: 'must', spec: 'RFC 9449' })).toEqual(['vci.proof.jwt.aud', 'vci.nonce.known'])
    expect(ids({ spec: 'RFC 1' })).toEqual([])
    expect(ids({ misbehaviour: 'any' })).toEqual(['vci.proof.jwt.aud'])
  })
})

describe('firstAreas', () => {
  const many = (group: 'vci.metadata' | 'vci.offer' | 'vci.par', count: number) =>
    Array.from({ length: count }, (_, place) => catalogueCheck(`${group}.rule_${place}`, { group }))
  it('has whole areas in display order, until there are twelve rules', () => {
    const catalogue = [...many('vci.par', 5), ...many('vci.metadata', 11), ...many('vci.offer', 9)]
    expect([...firstAreas(catalogue)]).toEqual(['vci.metadata', 'vci.offer'])
  })
  it('has no more than there are', () => {
    expect(firstAreas(checks).has('vci.nonce')).toBe(true)
  })
})

describe('groupAsked', () => {
  it('takes the name of a group, and of one of issuance without its protocol', () => {
    expect(['vci.nonce', 'nonce', undefined, 'no_such'].map(groupAsked)).toEqual([
      'vci.nonce',
      'vci.nonce',
      undefined,
      'no_such',
    ])
  })
})

describe('facetOf', () => {
  it('counts in order of appearance', () => {
    expect(facetOf(checks, 'group')).toEqual([
      { value: 'vci.proof', count: 1 },
      { value: 'vci.nonce', count: 2 },
    ])
    expect(facetOf(checks, 'effect')).toEqual([
      { value: 'refuses', count: 2 },
      { value: 'recorded', count: 1 },
    ])
    expect(facetOf(checks, 'misbehaviour')).toEqual([{ value: 'any', count: 1 }])
  })

  it('puts levels from MUST to INFO, whichever comes first in the catalogue', () => {
    const mixed = [catalogueCheck('a', { level: 'info' }), catalogueCheck('b', { level: 'should' }), ...checks]
    expect(facetOf(mixed, 'level').map(({ value }) => value)).toEqual(['must', 'should', 'info'])
  })
})
