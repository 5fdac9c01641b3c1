import ofTheSpecification from 'json-patch-test-suite/spec_tests.json'
import further from 'json-patch-test-suite/tests.json'
import { describe, expect, test } from 'vitest'
import type { Json } from '../values/json'
import { applyMutations } from './apply-mutations'
import type { DocumentOperation } from './mutation'

interface Vector {
  readonly comment?: string
  readonly doc: Json
  readonly patch: readonly DocumentOperation[]
  readonly expected?: Json
  readonly error?: string
  readonly disabled?: boolean
}

const vectors = [...ofTheSpecification, ...further] as unknown as readonly Vector[]

/** Malformed lists and whole documents are refused before, when the list is read. */
const readElsewhere = ({ disabled, patch }: Vector): boolean =>
  disabled === true ||
  patch.some((one) => one.path === '' || one.from === '' || typeof one.path !== 'string') ||
  patch.some(({ op, ...one }) => {
    if (op === 'move' || op === 'copy') return one.from === undefined
    return op !== 'remove' && one.value === undefined
  })

const placed = (operations: readonly DocumentOperation[]) => operations.map((one, index) => ({ ...one, index }))

describe('the public vectors of JSON Patch', () => {
  const taken = vectors.filter((one) => !readElsewhere(one) && one.patch.every(({ op }) => String(op) !== 'spam'))

  test('most are taken', () => expect(taken.length).toBeGreaterThan(80))

  test.each(taken.map((one, index) => [`${index} ${one.comment ?? JSON.stringify(one.patch)}`, one] as const))(
    '%s',
    (_, { doc, patch, expected, error }) => {
      const before = JSON.stringify(doc)
      const { document, problems } = applyMutations(doc, placed(patch))
      expect(problems.length > 0).toBe(error !== undefined)
      if (error === undefined) expect(document).toEqual(expected ?? doc)
      expect(JSON.stringify(doc), 'the document given stays').toBe(before)
    },
  )
})

const one = (document: Json, operation: Omit<DocumentOperation, 'op'> & { readonly op: string }) =>
  applyMutations(document, placed([operation as DocumentOperation]))

test.each<[string, Json, string, Json, Json]>([
  ['makes the objects on its way', {}, '/a/b/c', 1, { a: { b: { c: 1 } } }],
  ['replaces in a list where add inserts', { a: [1, 2] }, '/a/0', 9, { a: [9, 2] }],
  ['appends to a list', { a: [1] }, '/a/-', 2, { a: [1, 2] }],
  ['writes null', { a: 1 }, '/a', null, { a: null }],
  ['makes objects inside an element', { a: [{}] }, '/a/0/b/c', 1, { a: [{ b: { c: 1 } }] }],
])('put %s', (_, document, path, value, expected) => {
  expect(one(document, { op: 'put', path, value })).toEqual({ document: expected, problems: [] })
})

test.each<[string, Json, DocumentOperation, string]>([
  ['put through a text', { a: 'x' }, { op: 'put', path: '/a/b', value: 1 }, '/mutations/0/path'],
  ['put beyond a list', { a: [] }, { op: 'put', path: '/a/3', value: 1 }, '/mutations/0/path'],
  ['the whole document', { a: 1 }, { op: 'replace', path: '', value: 1 }, '/mutations/0/path'],
  ['a bad escape', { a: 1 }, { op: 'replace', path: '/~2', value: 1 }, '/mutations/0/path'],
  ['an inherited name', {}, { op: 'remove', path: '/toString' }, '/mutations/0/path'],
  ['copying an inherited name', {}, { op: 'copy', from: '/constructor', path: '/a' }, '/mutations/0/from'],
  ['a name with a hash', { a: 1 }, { op: 'remove', path: '/#a' }, '/mutations/0/path'],
  ['moving into itself', { a: { b: 1 } }, { op: 'move', from: '/a', path: '/a/b' }, '/mutations/0/path'],
])('%s is path_missing', (_, document, operation, pointer) => {
  expect(applyMutations(document, placed([operation])).problems).toMatchObject([{ code: 'path_missing', pointer }])
})

test('a failed test says so and repeats no value', () => {
  const { problems } = one({ a: 'right-value' }, { op: 'test', path: '/a', value: 'wrong-value' })
  expect(problems).toMatchObject([{ code: 'test_failed', pointer: '/mutations/0/value' }])
  expect(JSON.stringify(problems)).not.toMatch(/right-value|wrong-value/)
})

test('__proto__ is a member like others, and no prototype changes', () => {
  const { document } = applyMutations(
    JSON.parse('{"constructor":{"a":1}}'),
    placed([
      { op: 'add', path: '/__proto__', value: { polluted: true } },
      { op: 'put', path: '/__proto__/deep/er', value: 1 },
      { op: 'replace', path: '/constructor/a', value: JSON.parse('{"__proto__":2}') },
      { op: 'copy', from: '/__proto__', path: '/prototype' },
    ]),
  )
  expect(JSON.stringify(document)).toBe(
    '{"constructor":{"a":{"__proto__":2}},"__proto__":{"polluted":true,"deep":{"er":1}},"prototype":{"polluted":true,"deep":{"er":1}}}',
  )
  expect(Object.getPrototypeOf(document)).toBe(Object.prototype)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('all problems are told, and what can be done is done', () => {
  const { document, problems } = applyMutations(
    { a: 1 },
    placed([
      { op: 'remove', path: '/b' },
      { op: 'remove', path: '/c' },
      { op: 'replace', path: '/a', value: 2 },
    ]),
  )
  expect(document).toEqual({ a: 2 })
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/mutations/0/path', '/mutations/1/path'])
})
