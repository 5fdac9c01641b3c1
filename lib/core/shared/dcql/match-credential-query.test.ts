import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { Json } from '../values/json'
import type { ClaimPosition } from './claim-tree'
import type { CredentialQuery } from './dcql-query'
import { claimTreeOf, keptBack } from './fixtures/claim-tree-of'
import { specificationQueries } from './fixtures/specification-queries'
import { createMatchBudget } from './match-budget'
import { matchCredentialQuery, type PresentedCredential } from './match-credential-query'
import { readDcqlQuery } from './read-dcql-query'

const queryOf = (changes: { [member: string]: Json }): CredentialQuery => {
  const [query] = readDcqlQuery({
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, ...changes }],
  }).credentials
  return query!
}

const presentation = (claims: Json, changes: Partial<PresentedCredential> = {}): PresentedCredential => ({
  format: 'dc+sd-jwt',
  type: 'urn:eudi:pid:1',
  claims: claimTreeOf(claims),
  authorityKeyIdentifiers: [],
  holderBindingPresent: true,
  instance: 'a',
  ...changes,
})

const match = (
  query: { [member: string]: Json },
  claims: Json,
  { alsoAnswers = [], ...changes }: Partial<PresentedCredential> & { alsoAnswers?: CredentialQuery[] } = {},
) =>
  matchCredentialQuery({
    query: queryOf(query),
    index: 0,
    presented: presentation(claims, changes),
    alsoAnswers,
    budget: createMatchBudget(),
  })

const paths = (...paths: Json[][]) => paths.map((path) => ({ path }))

describe('a presentation that answers its query', () => {
  it('has every claim found and nothing beyond', () => {
    const claims: Json = { family_name: 'Doe', given_name: 'John', address: { street_address: '42 Market Street' } }
    const {
      claims: found,
      minimisation,
      ...rest
    } = match({ claims: paths(['family_name'], ['given_name'], ['address', 'street_address']) }, claims)
    expect(found?.map(({ found, selected }) => [found, ...selected])).toEqual([
      [true, ['family_name']],
      [true, ['given_name']],
      [true, ['address', 'street_address']],
    ])
    expect(minimisation).toEqual({
      disclosed: [
        { position: ['family_name'], role: 'requested', requestedBy: ['pid'] },
        { position: ['given_name'], role: 'requested', requestedBy: ['pid'] },
        { position: ['address'], role: 'parent', requestedBy: ['pid'] },
        { position: ['address', 'street_address'], role: 'requested', requestedBy: ['pid'] },
      ],
      withoutRequest: null,
      unrequested: [],
      beyondClaimSet: [],
      siblings: [],
      idleParents: [],
      arrayElements: [],
      inClear: [],
    })
    expect(rest).toEqual({
      stopped: false,
      queryId: 'pid',
      index: 0,
      queryWhole: true,
      format: { wanted: 'dc+sd-jwt', actual: 'dc+sd-jwt', matches: true },
      type: {
        kind: 'vct',
        wanted: ['urn:eudi:pid:1'],
        actual: 'urn:eudi:pid:1',
        matches: true,
        mayInherit: false,
      },
      holderBinding: { required: true, present: true },
      claimSets: null,
      trustedAuthorities: [],
    })
  })
})

describe('a presentation of something else', () => {
  it('reports all of it at once', () => {
    expect(
      match(
        { claims: paths(['a'], ['b', 'c']) },
        { b: 'text', d: 1 },
        {
          format: 'mso_mdoc',
          type: 'org.iso.18013.5.1.mDL',
          holderBindingPresent: false,
        },
      ),
    ).toMatchObject({
      format: { matches: false, actual: 'mso_mdoc' },
      type: { matches: false, actual: 'org.iso.18013.5.1.mDL', mayInherit: false },
      holderBinding: { required: true, present: false },
      claims: [
        { index: 0, found: false, missing: 'absent', followed: 0 },
        { index: 1, found: false, missing: 'not_an_object', followed: 1 },
      ],
      minimisation: { unrequested: [['b'], ['d']], idleParents: [['b']] },
    })
  })

  it('may have a type that inherits from a wanted one', () => {
    expect(match({}, {}, { type: 'https://issuer.example/pid' }).type).toMatchObject({
      matches: false,
      mayInherit: true,
    })
    // What its metadata say is known: that it extends nothing that is wanted.
    const known = match({}, {}, { type: 'https://issuer.example/pid', extendedTypes: ['urn:example:other'] })
    expect(known.type).toMatchObject({ matches: false, mayInherit: false })
    const types = { type: 'urn:eudi:pid:de:1', furtherTypes: ['urn:x:1', 'urn:eudi:pid:1'] }
    expect(match({}, {}, types).type).toMatchObject({ matches: true, by: 'aka_vcts' })
    const extending = { type: 'urn:eudi:pid:de:1', extendedTypes: ['urn:x:1', 'urn:eudi:pid:1'] }
    expect(match({}, {}, extending).type).toMatchObject({ matches: true, by: 'extends' })
    expect(match({}, {}, { type: null }).type).toMatchObject({ matches: false, mayInherit: false })
    expect(match({ meta: {} }, {}, { type: null })).toMatchObject({
      type: { kind: 'any', matches: true },
      queryWhole: false,
    })
  })

  it('is matched for an mdoc by doctype, namespace and element', () => {
    const [query] = readDcqlQuery(specificationQueries.mdoc!).credentials
    const mdoc = presentation(
      { 'org.iso.7367.1': { vehicle_holder: 'x' }, 'org.iso.18013.5.1': { given_name: 'y', family_name: 'z' } },
      { format: 'mso_mdoc', type: 'org.iso.7367.1.mVRC' },
    )
    const isElement = (position: ClaimPosition) => position.length === 2
    const claims = claimTreeOf(
      { 'org.iso.7367.1': { vehicle_holder: 'x' }, 'org.iso.18013.5.1': { given_name: 'y', family_name: 'z' } },
      isElement,
    )
    expect(
      matchCredentialQuery({
        query: query!,
        index: 2,
        presented: { ...mdoc, claims },
        alsoAnswers: [],
        budget: createMatchBudget(),
      }),
    ).toMatchObject({
      index: 2,
      format: { matches: true },
      type: { kind: 'doctype', matches: true },
      claims: [{ found: true }, { found: true }],
      minimisation: {
        disclosed: [{ role: 'requested' }, { role: 'requested' }, { role: 'unrequested' }],
        unrequested: [['org.iso.18013.5.1', 'family_name']],
        siblings: [['org.iso.18013.5.1', 'family_name']],
        inClear: [],
      },
    })
  })
})

describe('values', () => {
  const valuesOf = (values: Json[], claim: Json, path: Json[] = ['a']) =>
    match({ claims: [{ path, values }] }, { a: claim }).claims?.[0]?.values

  it('match by type and value', () => {
    expect(valuesOf(['90210', '90211'], '90211')).toMatchObject({ matches: true, others: [], typeDiffers: false })
    expect(valuesOf([18], '18')).toMatchObject({ matches: false, others: [['a']], typeDiffers: true })
    expect(valuesOf([true], 'true')).toMatchObject({ matches: false, typeDiffers: true })
    expect(valuesOf(['x'], { b: 'x' })).toMatchObject({ matches: false, typeDiffers: false })
    expect(valuesOf(['null'], null)).toMatchObject({ matches: false })
  })

  it('match when some selected element does', () => {
    expect(valuesOf(['DE'], ['FR', 'DE'], ['a', null])).toMatchObject({ matches: true, others: [['a', 0]] })
  })

  it('do not match what is missing', () => {
    expect(match({ claims: [{ path: ['b'], values: ['x'] }] }, {}).claims?.[0]).toMatchObject({
      found: false,
      values: { matches: false, others: [] },
    })
  })
})

describe('claim sets', () => {
  const query = {
    claims: [
      { id: 'a', path: ['family_name'] },
      { id: 'b', path: ['postal_code'] },
      { id: 'c', path: ['locality'] },
      { id: 'e', path: ['date_of_birth'] },
    ],
    claim_sets: [['a', 'c', 'e'], ['a', 'b', 'e'], ['a']],
  }

  it.each<[string, string[], number | null, number, string[]]>([
    ['the first one', ['family_name', 'locality', 'date_of_birth'], 0, 0, []],
    ['a later one', ['family_name', 'postal_code', 'date_of_birth'], 1, 1, []],
    ['the smallest one', ['family_name'], 2, 2, []],
    ['two of them', ['family_name', 'postal_code', 'locality', 'date_of_birth'], 0, 0, ['postal_code']],
    ['one and something of another', ['family_name', 'locality'], 2, 2, ['locality']],
    ['none', ['postal_code', 'locality'], null, 2, ['postal_code', 'locality']],
  ])('show that %s was answered', (_, names, first, best, beyond) => {
    const { claimSets, minimisation } = match(query, Object.fromEntries(names.map((name) => [name, 'x'])))
    expect(claimSets).toMatchObject({ first, best })
    expect(minimisation.beyondClaimSet.map(([name]) => name)).toEqual(beyond)
    expect(minimisation.unrequested).toEqual([])
  })

  it('name what each option lacks', () => {
    expect(match(query, { locality: 'x' }).claimSets?.options).toEqual([
      { satisfied: false, missing: [0, 3] },
      { satisfied: false, missing: [0, 1, 3] },
      { satisfied: false, missing: [0] },
    ])
  })
})

describe('trusted authorities', () => {
  it('are found by key identifier anywhere in the chain, and not evaluated otherwise', () => {
    const authorities = [
      { type: 'aki', values: ['AAEC', 's9tIpPmhxdiuNkHMEWNpYim8S8Y'] },
      { type: 'aki', values: ['AAEC'] },
      { type: 'etsi_tl', values: ['https://lotl.example.com'] },
    ]
    expect(
      match(
        { trusted_authorities: authorities },
        {},
        {
          authorityKeyIdentifiers: ['BBBB', 's9tIpPmhxdiuNkHMEWNpYim8S8Y'],
        },
      ).trustedAuthorities.map(({ result }) => result),
    ).toEqual(['matches', 'differs', 'not_evaluated'])
  })
})

describe('what is revealed beyond the request', () => {
  it('is everything where no claims are asked for', () => {
    expect(match({}, { a: 1, b: 2 }).minimisation).toMatchObject({ withoutRequest: 2, unrequested: [['a'], ['b']] })
    expect(match({ claims: paths(['a']) }, { a: 1 }).minimisation.withoutRequest).toBeNull()
  })

  it('does not count what the issuer left in the clear', () => {
    const claims = claimTreeOf(
      { iss: 'https://issuer.example', vct: 'x', age: 8, name: 'x' },
      ([name]) => name === 'name',
    )
    expect(match({ claims: paths(['name']) }, {}, { claims }).minimisation).toMatchObject({
      disclosed: [{ position: ['name'] }],
      inClear: ['age'],
    })
  })

  it('distinguishes siblings, idle parents and elements of an array', () => {
    const claims: Json = {
      address: { street: 'x', city: 'y' },
      place: { country: 'z' },
      nationalities: [keptBack, 'FR', 'IT'],
      degrees: ['a'],
    }
    expect(
      match({ claims: paths(['address', 'street'], ['place', 'city'], ['nationalities', 1]) }, claims).minimisation,
    ).toMatchObject({
      unrequested: [
        ['address', 'city'],
        ['place'],
        ['place', 'country'],
        ['nationalities', 2],
        ['degrees'],
        ['degrees', 0],
      ],
      siblings: [
        ['address', 'city'],
        ['place', 'country'],
      ],
      idleParents: [['place']],
      arrayElements: [['nationalities', 2]],
    })
  })

  it('takes a parent that leads nowhere for no sibling of what was asked', () => {
    expect(
      match({ claims: paths(['a', 'b', 'c'], ['d', 0, 'e']) }, { a: { b: { x: 1 } }, d: [{}] }).minimisation,
    ).toMatchObject({
      idleParents: [['a'], ['a', 'b'], ['d'], ['d', 0]],
      siblings: [['a', 'b', 'x']],
      arrayElements: [],
    })
  })

  it('does not count what another query asks of the same credential', () => {
    const other = queryOf({ id: 'other', claims: paths(['b']) })
    expect(match({ claims: paths(['a']) }, { a: 1, b: 2, c: 3 }, { alsoAnswers: [other] }).minimisation).toMatchObject({
      disclosed: [
        { position: ['a'], requestedBy: ['pid'] },
        { position: ['b'], role: 'requested', requestedBy: ['other'] },
        { position: ['c'], role: 'unrequested', requestedBy: [] },
      ],
      unrequested: [['c']],
    })
  })

  it('counts everything inside a requested object as requested', () => {
    expect(
      match({ claims: paths(['address']) }, { address: { street: { name: 'x' } } }).minimisation.unrequested,
    ).toEqual([])
  })
})

describe('any claims and any query', () => {
  const names = fc.constantFrom('a', 'b', 'c', '__proto__')
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json[]>('x', 1, null),
      fc.array(fc.oneof(tie('json'), fc.constant<Json>(keptBack)), { maxLength: 3 }),
      fc.dictionary(names, tie('json'), { maxKeys: 3 }),
    ),
  }))
  const object = fc.dictionary(names, json, { maxKeys: 4 })
  const path = fc
    .tuple(names, fc.array(fc.oneof(names, fc.constantFrom<(number | null)[]>(0, 1, null)), { maxLength: 2 }))
    .map(([first, rest]): Json[] => [first, ...rest])

  it('split what was revealed into requested, on the way, and unrequested', () => {
    fc.assert(
      fc.property(
        object,
        fc.uniqueArray(path, { minLength: 1, maxLength: 4, selector: (it) => JSON.stringify(it) }),
        (claims, asked) => {
          const { minimisation, claims: matches } = match({ claims: paths(...asked) }, claims)
          const roles = minimisation.disclosed.map(({ role }) => role)
          expect(minimisation.unrequested).toHaveLength(roles.filter((role) => role === 'unrequested').length)
          for (const { selected } of matches ?? [])
            for (const position of selected) expect(minimisation.unrequested).not.toContainEqual(position)
          for (const part of [minimisation.siblings, minimisation.idleParents, minimisation.arrayElements])
            for (const position of part) expect(minimisation.unrequested).toContainEqual(position)
        },
      ),
      runs(),
    )
  })

  it('leave nothing over when the query asks for exactly what was revealed', () => {
    fc.assert(
      fc.property(object, (claims) => {
        const all = Object.keys(claims).map((name) => [name])
        fc.pre(all.length > 0)
        const { minimisation, claims: matches } = match({ claims: paths(...all) }, claims)
        expect(minimisation.unrequested).toEqual([])
        expect(matches?.every(({ found }) => found)).toBe(true)
      }),
      runs(),
    )
  })
})
