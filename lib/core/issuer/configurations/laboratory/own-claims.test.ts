import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/adapters/crypto/ports'
import { concealClaims } from '@/lib/core/shared/formats/sd-jwt-vc/issue-sd-jwt-vc'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { runs } from '@/scripts/thorough.mjs'
import { zLaboratoryOptions } from './laboratory-options'
import { problemOfClaims } from './own-claims'

const formats = ['dc+sd-jwt', 'mso_mdoc'] as const
/** Parsed from text: `JSON.parse` creates member names that a literal could not. */
const parsed = (text: string): JsonObject => JSON.parse(text) as JsonObject
const levels = (count: number) => parsed(`${'{"a":'.repeat(count)}1${'}'.repeat(count)}`)
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, index]))
const image = (length: number) => 'data:image/png;base64,'.padEnd(length, 'A')

const asked = (claims: unknown, more: object = {}) =>
  zLaboratoryOptions.safeParse({
    credentials: [{ id: 'a', format: 'dc+sd-jwt', ...more, ...(claims === undefined ? {} : { claims }) }],
  })
const refused = (claims: unknown, more: object = {}) => asked(claims, more).error?.issues.map(({ path }) => path.at(-1))
const mdoc = { format: 'mso_mdoc', doctype: 'org.example' }

describe('claims of a tester', () => {
  it.each<[string, (n: number) => JsonObject, number]>([
    ['levels', levels, 8],
    ['claims', many, 200],
    ['elements', (n) => ({ list: Array.from({ length: n - 1 }, () => 1) }), 200],
    ['characters of a text', (n) => ({ a: 'x'.repeat(n) }), 4096],
    ['characters of a text inside', (n) => ({ a: [{ b: 'x'.repeat(n) }] }), 4096],
    ['characters of an image', (n) => ({ a: image(n) }), 40_000],
    ['characters of a name', (n) => ({ ['x'.repeat(n)]: 1 }), 200],
  ])('may have as many %s as the bound says, and not one more', (_name, make, bound) => {
    for (const format of formats) {
      expect(problemOfClaims(make(bound), format)).toBeNull()
      expect(problemOfClaims(make(bound + 1), format)).not.toBeNull()
    }
  })

  it('are at most 64 KiB of JSON with all other options', () => {
    const bytes = (length: number) => asked({ a: image(32_000), b: image(length) })
    const rest = JSON.stringify({ credentials: [{ id: 'a', format: 'dc+sd-jwt', claims: { a: '', b: '' } }] }).length
    // Defaults count as well.
    const defaults = JSON.stringify(asked({ a: '', b: '' }).data).length - rest
    const most = 64 * 1024 - 32_000 - rest - defaults
    expect([bytes(most).success, bytes(most + 1).success]).toEqual([true, false])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an array', []],
    ['a text', 'x'],
    ['no claim', {}],
    ['__proto__ alone', parsed('{"__proto__":1}')],
    ['__proto__ beside others', parsed('{"a":1,"__proto__":{"b":1}}')],
    ['__proto__ inside', parsed('{"a":[{"__proto__":1}]}')],
    ['half a character', { a: '\ud800' }],
    ['half a character in a name', { '\udc00': 1 }],
    ['an empty name', { a: { '': 1 } }],
    ['a number that JSON cannot write', parsed('{"a":[1e999]}')],
    ['a name that begins like a type', { $ref: 'x' }],
    ['nothing but a date', { $date: '2001-02-03' }],
    ['nothing but bytes', { $bytes: 'AQID' }],
  ])('are refused for every format: %s', (_name, claims) => {
    expect(refused(claims)).toEqual(['claims'])
    expect(refused(claims, mdoc)).toEqual(['claims'])
  })

  it('may have the names that every object inherits', () => {
    const claims = parsed('{"constructor":1,"toString":{"hasOwnProperty":[2]},"valueOf":null,"toJSON":"x","length":0}')
    for (const more of [{}, mdoc]) {
      const read = asked(claims, more)
      expect(read.success && JSON.stringify(read.data.credentials?.[0]?.claims)).toBe(JSON.stringify(claims))
    }
  })

  it.each<[string, boolean]>([
    ...['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status', '_sd_alg'].map(
      (name): [string, boolean] => [name, true],
    ),
    ['_sd', false],
    ['...', false],
  ])('leave the name %s of an SD-JWT VC to its issuer', (name, onlyAtTop) => {
    expect(problemOfClaims({ [name]: 1 }, 'dc+sd-jwt')).not.toBeNull()
    expect(problemOfClaims({ a: { [name]: 1 } }, 'dc+sd-jwt') === null).toBe(onlyAtTop)
    expect(problemOfClaims({ [name]: 1 }, 'mso_mdoc')).toBeNull()
  })

  it.each<[string, boolean]>([
    ['{"$date":"2024-02-29"}', true],
    ['{"$date":"0001-01-01"}', true],
    ['{"$date":"9999-12-31"}', true],
    ['{"$date":"2023-02-29"}', false],
    ['{"$date":"2023-1-1"}', false],
    ['{"$date":"2023-01-01T00:00:00Z"}', false],
    ['{"$date":20230101}', false],
    ['{"$date":null}', false],
    ['{"$date":"2023-01-01","more":1}', false],
    ['{"$date":"2023-01-01","$bytes":"AQID"}', false],
    ['{"$bytes":"AQID"}', true],
    ['{"$bytes":""}', true],
    ['{"$bytes":"AQ=="}', false],
    ['{"$bytes":"A"}', false],
    ['{"$bytes":"+/+/"}', false],
    ['{"$bytes":[1]}', false],
    [`{"$bytes":"${'A'.repeat(40_000)}"}`, true],
    [`{"$bytes":"${'A'.repeat(40_004)}"}`, false],
    ['{"$other":1}', false],
  ])('of an mdoc may be of a type of their own, wherever they are: %.40s', (text, legal) => {
    for (const value of [{ a: parsed(text) }, { a: [{ b: parsed(text) }] }]) {
      expect(problemOfClaims(value, 'mso_mdoc') === null).toBe(legal)
      expect(problemOfClaims(value, 'dc+sd-jwt')).not.toBeNull()
    }
  })

  it('are never an error of ours, and what is wrong with them repeats nothing of them', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 10, stringUnit: 'binary' }),
        fc.constantFrom(...formats),
        (claims, format) => {
          const more = format === 'mso_mdoc' ? mdoc : {}
          for (const { message } of asked(claims, more).error?.issues ?? []) expect(message).toMatch(/^must [ -~]+$/)
        },
      ),
      runs(500),
    )
  })
})

describe('paths of what can be disclosed', () => {
  it.each<[string, unknown]>([
    ['no path', []],
    ['an empty path', [[]]],
    ['a path to nothing', [['b']]],
    ['a path to a member that all objects inherit', [['constructor']]],
    ['a path into a text', [['a', 'length']]],
    ['an element that is not there', [['list', 3]]],
    ['a number below none', [['list', -1]]],
    ['a number that is a name', [['list', '0']]],
    ['every member', [[null]]],
    ['a path beside a good one', [['a'], ['b']]],
    ['a path that is too long', [Array.from({ length: 10 }, () => 'a')]],
    ['too many', Array.from({ length: 201 }, () => ['a'])],
    ['a word', 'some'],
  ])('have to lead to a claim: %s', (_name, disclosure) => {
    expect(refused({ a: 'x', list: [1, 2, 3] }, { disclosure }) ?? []).not.toEqual([])
  })

  it('lead to each claim that there is, and disclose it and no other', () => {
    const name = fc.constantFrom('a', 'b', 'constructor', 'toString', '0')
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<Json>(1, 'text', null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3 }),
      ),
    }))
    const placesOf = (one: Json, at: readonly (string | number)[] = []): (string | number)[][] => [
      ...(at.length === 0 ? [] : [[...at]]),
      ...(Array.isArray(one)
        ? one.flatMap((inner, index) => placesOf(inner, [...at, index]))
        : typeof one === 'object' && one !== null
          ? Object.entries(one).flatMap(([member, inner]) => placesOf(inner as Json, [...at, member]))
          : []),
    ]
    const general = (path: readonly (string | number)[]) => path.map((step) => (typeof step === 'number' ? null : step))
    const claimsAndPlaces = fc
      .dictionary(name, value, { minKeys: 1, maxKeys: 4 })
      .chain((claims) =>
        fc.tuple(
          fc.constant(claims as JsonObject),
          fc.subarray(placesOf(claims as JsonObject), { minLength: 1 }),
          fc.boolean(),
        ),
      )
    fc.assert(
      fc.property(claimsAndPlaces, ([claims, places, elementsByNull]) => {
        const disclosure = elementsByNull ? places.map(general) : places
        expect(refused(claims, { disclosure })).toBeUndefined()
        const { payload, disclosures } = concealClaims(claims, {
          random: (length) => new Uint8Array(length),
          hash: sha256,
          disclosure,
        })
        const named = new Set(disclosure.map((path) => JSON.stringify(path)))
        const expected = placesOf(claims).filter((path) =>
          named.has(JSON.stringify(elementsByNull ? general(path) : path)),
        )
        expect(disclosures).toHaveLength(expected.length)
        const clear = JSON.stringify(payload)
        for (const { digest } of disclosures)
          expect(
            clear.includes(digest) || disclosures.some(({ content }) => JSON.stringify(content).includes(digest)),
          ).toBe(true)
      }),
      runs(300),
    )
  })
})
