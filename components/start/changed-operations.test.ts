import { describe, expect, it } from 'vitest'
import { mutationPresets } from '@/lib/core/shared/mutations/mutation-presets'
import { membersOf } from './changed-documents'
import { changeQuery, operationsIn, placeOf, readChange } from './changed-operations'

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const askedBy = (fields: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams(changeQuery(formOf(fields)) ?? '')
  return readChange(query.get('fields') ?? '', query.get('mutations') ?? '')
}

const operationsBy = (fields: Readonly<Record<string, string>>) => operationsIn(askedBy(fields).mutations)

const target = { target: 'request_object' } as const
const deep = placeOf(target, ['client_metadata', 'jwks', 'keys', '0', 'x/y~z'], 'a')

describe('a click on a member at any depth', () => {
  const path = '/client_metadata/jwks/keys/0/x~1y~0z'

  it.each([
    ['remove', { op: 'remove', path }],
    ['null', { op: 'put', path, value: null }],
    ['wrong type', { op: 'put', path, value: 1 }],
    ['set', { op: 'put', path, value: ['b'] }],
  ])('%s', (does, operation) => {
    expect(operationsBy({ do: does, place: deep, value: '["b"]' })).toEqual([{ ...target, ...operation }])
  })

  it('takes a value that is no JSON as a text, and a number for a wrong type of a text', () => {
    expect(operationsBy({ do: 'set', place: deep, value: '{b' })).toMatchObject([{ value: '{b' }])
    expect(operationsBy({ do: 'wrong type', place: placeOf(target, ['iat'], 5) })).toMatchObject([{ value: 'one' }])
  })

  it('is after the operations before, and of one entry where there are several', () => {
    const before = '[{"target":"signature","op":"corrupt"}]'
    const place = placeOf({ ...target, entry: 1 }, ['nonce'], 'a')
    expect(operationsBy({ mutations: before, do: 'remove', place })).toEqual([
      { target: 'signature', op: 'corrupt' },
      { ...target, entry: 1, op: 'remove', path: '/nonce' },
    ])
  })

  it('does nothing without a member, and leaves a text that is no JSON as it is', () => {
    expect(operationsBy({ do: 'remove' })).toEqual([])
    expect(askedBy({ mutations: '[', do: 'remove', place: deep }).mutations).toBe('[')
    expect(operationsIn('[')).toBeNull()
    expect(operationsIn('{}')).toBeNull()
  })
})

it('takes operations back, begins with an example, and changes a signature', () => {
  const mutations = '[{"target":"link","op":"remove","path":"/a"},{"target":"link","op":"remove","path":"/b"}]'
  expect(operationsBy({ mutations, drop: '0' })).toMatchObject([{ path: '/b' }])
  for (const { id, mutations: some } of mutationPresets) expect(operationsBy({ mutations, example: id })).toEqual(some)
  expect(operationsBy({ do: 'signature none' })).toEqual([{ target: 'signature', op: 'none' }])
})

it('keeps the options of the form, and no key, digest, control or unchosen query', () => {
  const options = { preset: 'pid', delivery: 'by_value', negative_test: 'missing_nonce', laboratory: '{}' }
  const others = { access_key: 'KEY', access_chain: 'CHAIN', rename_digest: 'd', run: 'clean', fault: 'x', name: '' }
  expect(askedBy({ ...options, ...others, 'laboratory.batch': '1', dcql_query: '{}', do: 'remove' }).fields).toEqual(
    options,
  )
  expect(changeQuery(formOf({ ...options, ...others }))).not.toMatch(/KEY|CHAIN/)
  expect(askedBy({ preset: 'own', dcql_query: '{"a":1}' }).fields.dcql_query).toBe('{"a":1}')
})

it('reads no more of an address than a form sends, and makes none that is too long', () => {
  expect(readChange('{"preset":"pid","access_key":"KEY","n":1}', '').fields).toEqual({ preset: 'pid' })
  expect(readChange('[', '[]')).toEqual({ fields: {}, mutations: '[]' })
  expect(changeQuery(formOf({ mutations: ' '.repeat(50_000) }))).toBeNull()
})

it('offers every member of a document, entries of lists too, and says how many are left out', () => {
  const { rows, left } = membersOf({ a: { b: [{ c: null }] }, 'd/e': 1 })
  expect(rows.map(({ steps }) => steps.join(' '))).toEqual(['a', 'a b', 'a b 0', 'a b 0 c', 'd/e'])
  expect(left).toBe(0)
  const many = membersOf({ list: Array.from({ length: 2000 }, () => 1) })
  expect([many.rows.length, many.left]).toEqual([1500, 501])
})
