import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { Json } from '../values/json'
import type { ArrayNode, ClaimNode } from './claim-tree'
import type { ClaimsPath, CredentialQuery } from './dcql-query'
import { claimTreeOf, keptBack } from './fixtures/claim-tree-of'
import { naiveMatch } from './fixtures/naive-match'
import { comparisonStepsMax, createMatchBudget } from './match-budget'
import { positionOf, selectClaims } from './match-claims'
import { matchCredentialQuery } from './match-credential-query'
import { readDcqlQuery } from './read-dcql-query'

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

type Changes = { [member: string]: Json }

const queryOf = (changes: Changes, id = 'pid'): CredentialQuery => {
  const [query] = readDcqlQuery({ credentials: [{ id, format: 'dc+sd-jwt', ...changes }] }).credentials
  return query!
}

const match = (
  query: CredentialQuery,
  claims: ClaimNode,
  {
    alsoAnswers = [],
    budget = createMatchBudget(),
  }: { alsoAnswers?: CredentialQuery[]; budget?: { steps: number } } = {},
) => {
  const presented = { format: 'dc+sd-jwt', type: 'x', claims, authorityKeyIdentifiers: [], holderBindingPresent: true }
  return matchCredentialQuery({ query, index: 0, presented: { ...presented, instance: null }, alsoAnswers, budget })
}

/** The claim `a`: an array that counts reads of its elements. */
function countedArray(length: number): { readonly root: ClaimNode; readonly reads: () => number } {
  let reads = 0
  const leaves = Array.from({ length }, (_, value) => ({ kind: 'value', disclosed: true, value }) as const)
  const elements = new Proxy(leaves, {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const array: ArrayNode = { kind: 'array', disclosed: true, elements }
  const root: ClaimNode = { kind: 'object', disclosed: false, concealed: 0, members: new Map([['a', array]]) }
  return { root, reads: () => reads }
}

const allOf = (count: number) => queryOf({ claims: Array.from({ length: count }, () => ({ path: ['a', null] })) })

describe('what matching one answer may take', () => {
  it('is one budget for all of 200 paths: the elements are not read for each of them', () => {
    const { root, reads } = countedArray(9000)
    expect(match(allOf(200), root).stopped).toBe(true)
    expect(reads()).toBeLessThan(2 * comparisonStepsMax)
  })

  it('is one budget for all presentations of the answer, and what is stopped says nothing of the claims', () => {
    const budget = createMatchBudget()
    const { root } = countedArray(9000)
    expect(match(allOf(200), root, { budget })).toMatchObject({
      stopped: true,
      claims: null,
      claimSets: null,
      minimisation: { disclosed: [], unrequested: [] },
    })
    const next = countedArray(9000)
    expect(match(allOf(1), next.root, { budget })).toMatchObject({ stopped: true, format: { matches: true } })
    expect(next.reads()).toBe(0)
  })

  it('leaves room for far more than a person has', () => {
    const { root } = countedArray(500)
    const paths = Array.from({ length: 50 }, (_, index) => ({ path: ['a', index] }))
    const budget = createMatchBudget()
    const query = queryOf({ claims: [...paths, { path: ['a', null] }] })
    for (let presentation = 0; presentation < 40; presentation++)
      expect(match(query, root, { budget })).toMatchObject({ stopped: false })
  })

  it('does not grow with the claims that each of many elements serves', () => {
    const nested = (value: Json, depth: number): Json => (depth === 0 ? value : [nested(value, depth - 1)])
    const tree = claimTreeOf({
      a: nested(
        Array.from({ length: 2000 }, (_, index) => index),
        8,
      ),
    })
    const around = Array.from({ length: 190 }, (_, bits) => ({
      path: ['a', ...Array.from({ length: 8 }, (_unused, bit) => ((bits >> bit) & 1 ? null : 0))],
    }))
    const claims = [...around, { path: ['a', ...Array.from({ length: 9 }, () => null)] }]
    const found = match(queryOf({ claims }), tree)
    expect(found.stopped).toBe(false)
    // All elements share one list, because they serve the same claims.
    const lists = found.minimisation.disclosed.slice(-2000).map(({ requestedBy }) => requestedBy)
    expect(new Set(lists).size).toBe(1)
  })
})

describe('matching with sets', () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const leaf = fc.constantFrom<Json[]>(1, 2, '1', 'x', true, null)
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(name, tie('json'), { maxKeys: 3 }),
    ),
  }))
  const path = fc
    .tuple(name, fc.array(fc.oneof(name, fc.constantFrom<(number | null)[]>(0, 1, null)), { maxLength: 3 }))
    .map(([first, rest]): Json[] => [first, ...rest])
  const claims = fc.array(
    fc.record({ path, values: fc.option(fc.array(fc.constantFrom<Json[]>(1, '1', 'x', true), { minLength: 1 })) }),
    { minLength: 1, maxLength: 6 },
  )
  const withIds = (list: readonly { path: Json[]; values: Json[] | null }[]) =>
    list.map(({ path: own, values }, index) => ({ id: `i${index}`, path: own, ...(values === null ? {} : { values }) }))
  const hidden = fc.array(fc.nat({ max: 12 }))

  it('finds what comparing everything with everything finds', () => {
    const credential = fc.dictionary(name, json, { minKeys: 1, maxKeys: 3 })
    const sets = fc.array(fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }), { maxLength: 4 })
    fc.assert(
      fc.property(credential, claims, fc.option(claims), sets, hidden, (value, own, more, options, clear) => {
        let count = 0
        const tree = claimTreeOf(value as Json, ({ length }) => length > 0 && !clear.includes(count++))
        const named = options.map((option) => option.map((place) => `i${place % own.length}`))
        const query = queryOf({ claims: withIds(own), ...(named.length === 0 ? {} : { claim_sets: named }) })
        const alsoAnswers = more === null ? [] : [queryOf({ claims: withIds(more) }, 'other')]
        const found = match(query, tree, { alsoAnswers })
        const { minimisation, best, claims: naive } = naiveMatch(query, alsoAnswers, tree)
        const { withoutRequest: _, ...measured } = found.minimisation
        expect(measured).toEqual(minimisation)
        expect(found.claimSets?.best ?? null).toBe(best)
        expect(found.claims?.map(({ selected, values }) => ({ selected, values }))).toEqual(naive)
      }),
      runs(500),
    )
  })
})
