import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { isRouterState } from './router-state'

const encoded = (tree: unknown): string => encodeURIComponent(JSON.stringify(tree))
const nested = (depth: number): unknown => (depth === 0 ? ['', {}] : ['', { children: nested(depth - 1) }])

it.each<[string, unknown]>([
  ['a page', ['', { children: ['(site)', { children: ['__PAGE__', {}] }] }, null, null, 16]],
  ['a page with parameters', ['', { children: ['__PAGE__?{"tab":"checks"}', {}, ['/ledger', ''], 'refetch'] }]],
  ['a variable segment', [['id', 'vci.dpop.htu', 'd', null], {}]],
  ['one with fixed ones beside it', [['id', 'x', 'ci(..)(..)', ['a', 'b']], {}, null, 'metadata-only', null, 'x']],
])('takes %s', (_name, tree) => {
  expect(isRouterState(encoded(tree))).toBe(true)
  expect(isRouterState(JSON.stringify(tree))).toBe(true)
})

it.each<[string, unknown]>([
  ['no array', {}],
  ['no slots', ['']],
  ['slots in an array', ['', []]],
  ['a slot that is no tree', ['', { children: 'x' }]],
  ['a number for a segment', [1, {}]],
  ['a variable segment of three', [['id', 'x', 'd'], {}]],
  ['a variable segment of an unknown kind', [['id', 'x', 'e', null], {}]],
  ['a variable segment with a number beside it', [['id', 'x', 'd', [1]], {}]],
  ['a place of one', ['', {}, ['/']]],
  ['a place of numbers', ['', {}, [1, 2]]],
  ['an unknown word for what to draw again', ['', {}, null, 'all']],
  ['a text for hints', ['', {}, null, null, '16']],
  ['a number at the end', ['', {}, null, null, null, 1]],
  ['a seventh member', ['', {}, null, null, null, '', 1]],
  ['too many levels', nested(51)],
])('refuses %s', (_name, tree) => {
  expect(isRouterState(encoded(tree))).toBe(false)
})

it('refuses what is too long, before it is read', () => {
  const long = (length: number) => encoded(['a'.repeat(length - encoded(['', {}]).length), {}])
  expect(long(40_000)).toHaveLength(40_000)
  expect(isRouterState(long(40_000))).toBe(true)
  expect(isRouterState(long(40_001))).toBe(false)
})

it('refuses all other text, and never throws', () => {
  for (const text of ['', 'garbage', '%E0%A4%A', '%5B%22%22%5D', 'null']) expect(isRouterState(text)).toBe(false)
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isRouterState(text)).toBe(false)
    }),
    runs(),
  )
})
