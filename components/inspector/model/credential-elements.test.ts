import { describe, expect, it } from 'vitest'
import { credentialElements } from './decoded-tokens'

describe('what a decoded credential says', () => {
  it('of an mdoc is a list for each namespace, in order; the rest is how it is made', () => {
    const items = [{ digest_id: 3, element: 'sex', value: 2 }, { element: 'portrait', value: { bytes: 9 } }, 'noise']
    const { lists, rest } = credentialElements({ doc_type: 'a', namespaces: { one: items, two: 'broken' }, mso: {} })
    expect(lists).toEqual([
      {
        title: 'one',
        word: 'element',
        elements: [
          { key: '0', name: 'sex', value: 2 },
          { key: '1', name: 'portrait', value: { bytes: 9 } },
        ],
      },
      { title: 'two', word: 'element', elements: [] },
    ])
    expect(rest).toEqual({ doc_type: 'a', mso: {} })
  })

  it('of an SD-JWT is its Disclosures, those of array elements without a name', () => {
    const { lists, rest } = credentialElements({
      claims: { iss: 'x' },
      disclosures: [{ claim: 'given_name', value: 'Elena' }, { value: 'IT' }],
    })
    expect(lists.map(({ title, word }) => [title, word])).toEqual([['Disclosures', 'claim']])
    expect(lists[0]?.elements.map(({ name, value }) => [name, value])).toEqual([
      ['given_name', 'Elena'],
      ['(element of a list)', 'IT'],
    ])
    expect(rest).toEqual({ claims: { iss: 'x' } })
  })

  it('of a presented SD-JWT is named by the place of each claim, as far as it is known', () => {
    const { lists } = credentialElements({
      disclosures: [
        { name: 'locality', path: ['address', 'locality'], value: {} },
        { name: null, path: ['nationalities', 0], value: {} },
        { name: 'orphan', path: null, value: {} },
        { kind: 'unreadable' },
      ],
    })
    expect(lists[0]?.elements.map(({ name }) => name)).toEqual([
      'address.locality',
      'nationalities.0',
      'orphan',
      '(element of a list)',
    ])
  })

  it('of any other token is nothing', () => {
    expect(credentialElements({ header: {}, claims: {} })).toEqual({ lists: [], rest: { header: {}, claims: {} } })
  })
})
