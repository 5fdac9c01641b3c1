import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { Json } from '../values/json'
import type { ClaimsPath } from './dcql-query'
import { claimTreeOf, keptBack } from './fixtures/claim-tree-of'
import { createMatchBudget } from './match-budget'
import { positionOf, selectClaims } from './match-claims'

/** The example credential of OpenID4VP. OID4VP-1FINAL-7.3 */
const example: Json = {
  name: 'Arthur Dent',
  address: { street_address: '42 Market Street', locality: 'Milliways', postal_code: '12345' },
  degrees: [
    { type: 'Bachelor of Science', university: 'University of Betelgeuse' },
    { type: 'Master of Science', university: 'University of Betelgeuse' },
  ],
  nationalities: ['British', 'Betelgeusian'],
}

const select = (claims: Json, path: ClaimsPath) => {
  const { selected, ...rest } = selectClaims(claimTreeOf(claims), path, createMatchBudget())
  return { ...rest, selected: selected.map(positionOf) }
}

describe('a claims path pointer', () => {
  it.each<[ClaimsPath, (string | number)[][]]>([
    [['name'], [['name']]],
    [['address'], [['address']]],
    [['address', 'street_address'], [['address', 'street_address']]],
    [
      ['degrees', null, 'type'],
      [
        ['degrees', 0, 'type'],
        ['degrees', 1, 'type'],
      ],
    ],
    [['nationalities', 1], [['nationalities', 1]]],
  ])('%j selects what the specification says', (path, positions) => {
    expect(select(example, path)).toMatchObject({ selected: positions, missing: null, followed: path.length })
  })

  it.each<[ClaimsPath, string, number]>([
    [['surname'], 'absent', 0],
    [['address', 'country'], 'absent', 1],
    [['nationalities', 2], 'absent', 1],
    [['nationalities', 0, 'code'], 'not_an_object', 2],
    [['address', null], 'not_an_array', 1],
    [['name', 0], 'not_an_array', 1],
    [['degrees', 'type'], 'not_an_object', 1],
    [['toString'], 'absent', 0],
    [['__proto__'], 'absent', 0],
  ])('%j selects nothing, and says where it ended', (path, missing, followed) => {
    expect(select(example, path)).toMatchObject({ selected: [], missing, followed })
  })

  it('passes over elements without the key, and gives up at one that is not an object', () => {
    expect(select({ a: [{ b: 1 }, {}, { b: 2 }] }, ['a', null, 'b']).selected).toEqual([
      ['a', 0, 'b'],
      ['a', 2, 'b'],
    ])
    expect(select({ a: [{ b: 1 }, 'text'] }, ['a', null, 'b'])).toMatchObject({
      selected: [],
      missing: 'not_an_object',
    })
  })

  it('finds a claim of any name', () => {
    const claims: Json = JSON.parse('{"__proto__": {"constructor": [1]}}')
    expect(select(claims, ['__proto__', 'constructor', 0]).selected).toEqual([['__proto__', 'constructor', 0]])
  })

  it('counts what arrays reveal and keep back', () => {
    const claims: Json = { a: [1, keptBack, 3] }
    expect(select(claims, ['a', null])).toMatchObject({
      selected: [
        ['a', 0],
        ['a', 2],
      ],
      arrays: [{ component: 1, wanted: 'all', arrays: 1, revealed: 2, concealed: 1, delivered: true }],
    })
    expect(select(claims, ['a', 1])).toMatchObject({
      arrays: [{ component: 1, wanted: 1, revealed: 2, concealed: 1, delivered: true }],
    })
    expect(select({ a: [keptBack] }, ['a', null]).arrays).toEqual([
      { component: 1, wanted: 'all', arrays: 1, revealed: 0, concealed: 1, delivered: false },
    ])
  })

  it.each<[string, Json[], number, number | null]>([
    ['the element in its place', [keptBack, 'B'], 1, 1],
    ['the element that moves there when a decoy before it is not counted', [keptBack, keptBack, 'C'], 1, 2],
    ['no element before the wanted one', ['A', keptBack], 1, null],
    ['no element that would have to move further than there are decoys', ['A', keptBack, 'C'], 0, 0],
    ['nothing when all that was revealed comes too late', ['A', 'B', keptBack], 5, null],
    ['the earliest of several', [keptBack, 'B', 'C'], 0, 1],
  ])('takes %s for an index', (_, elements, index, place) => {
    expect(select({ a: elements }, ['a', index]).selected).toEqual(place === null ? [] : [['a', place]])
  })
})

describe('any path through any claims', () => {
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json[]>('x', 1, null, true),
      fc.array(fc.oneof(tie('json'), fc.constant<Json>(keptBack)), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('json'), { maxKeys: 3 }),
    ),
  }))
  const path = fc.array(fc.constantFrom<(string | number | null)[]>('a', 'b', '__proto__', 0, 1, null), {
    minLength: 1,
    maxLength: 4,
  })

  it('selects only what is there, or says why it selects nothing', () => {
    fc.assert(
      fc.property(json, path, (claims, steps) => {
        const { selected, missing, followed } = selectClaims(claimTreeOf(claims), steps, createMatchBudget())
        expect(selected.length > 0).toBe(missing === null)
        expect(followed === steps.length).toBe(missing === null)
        for (const position of selected.map(positionOf)) {
          expect(position).toHaveLength(steps.length)
          position.forEach((step, at) => {
            if (typeof step === 'string') expect(step).toBe(steps[at])
          })
        }
      }),
      runs(),
    )
  })
})
