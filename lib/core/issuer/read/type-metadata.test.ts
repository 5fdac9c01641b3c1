import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { credentialFormat } from '../../shared/formats'
import type { Json, JsonObject } from '../../shared/values/json'
import { issuerConfigurations } from '../configurations'
import type { IssuerUrls } from '../configurations/issuer-in-play'
import { laboratoryConfiguration, namedTypes } from '../configurations/laboratory/laboratory-configuration'
import { completeLaboratory, zLaboratoryOptions } from '../configurations/laboratory/laboratory-options'
import { buildTypeMetadata, typeIntegrity, zTypeMetadata } from './type-metadata'

const types = 'https://issuer.example/lab/x/types'
const [base] = issuerConfigurations
const sha256 = (text: string | Uint8Array) => new Uint8Array(createHash('sha256').update(text).digest())

/** An issuer configuration with tester-defined types. */
function configurationWith(...all: object[]) {
  const credentials = all.map((type) => ({ id: 'a', format: 'dc+sd-jwt', ...type }))
  const asked = zLaboratoryOptions.parse({ credentials })
  const options = completeLaboratory(asked)
  return laboratoryConfiguration(base, { ...options, credentials: namedTypes(options.credentials, types) })
}
const metadataOf = (type: object, number = '1') =>
  buildTypeMetadata(
    { configuration: configurationWith(type), session: null, urls: { types } as IssuerUrls },
    number,
    sha256,
  )
const claimsOf = (type: object) =>
  (metadataOf(type)?.claims ?? []).map(({ path, mandatory, sd }) => [path, mandatory, sd])
/** Claim paths described in the issuer metadata. */
function descriptionsOf(type: object) {
  const [credential] = configurationWith(type).credentialConfigurations
  if (credential?.own === undefined) throw new Error('The type is of a tester.')
  return credentialFormat(credential.format)
    .ownClaims(credential.own)
    .map(({ path, mandatory }) => [path, mandatory])
}

describe('the metadata of a type', () => {
  it('describes each claim before those inside it, and each array with its elements', () => {
    const claims = { degree: 'x', holder: { name: 'y' }, modules: [{ title: 'A' }], empty: [], more: {} }
    expect(claimsOf({ claims })).toEqual([
      [['degree'], true, 'always'],
      [['holder'], true, 'always'],
      [['holder', 'name'], true, 'always'],
      [['modules'], true, 'always'],
      [['modules', null], true, 'always'],
      [['modules', null, 'title'], true, 'always'],
      [['empty'], true, 'always'],
      [['more'], true, 'always'],
    ])
    expect(descriptionsOf({ claims })).toEqual(
      claimsOf({ claims }).flatMap(([path, mandatory]) =>
        Array.isArray(path) && path.at(-1) === null ? [] : [[path, mandatory]],
      ),
    )
  })

  it('describes what any element of an array has, and says what not all of them have', () => {
    const claims = { list: [{ a: 1, both: 1 }, { both: { deep: 1 } }, [{ inner: 1 }]] }
    expect(claimsOf({ claims, disclosure: 'none' })).toEqual([
      [['list'], true, 'never'],
      [['list', null], true, 'never'],
      [['list', null, null], true, 'never'],
      [['list', null, null, 'inner'], true, 'never'],
      [['list', null, 'a'], false, 'never'],
      [['list', null, 'both'], false, 'never'],
      [['list', null, 'both', 'deep'], false, 'never'],
    ])
  })

  it.each<[string, unknown[], string]>([
    ['one element', [['list', 1]], 'allowed'],
    [
      'each element by its number',
      [
        ['list', 0],
        ['list', 1],
      ],
      'always',
    ],
    ['all elements', [['list', null]], 'always'],
    ['the array alone', [['list']], 'never'],
  ])('says of elements what can be disclosed of them: %s', (_name, disclosure, sd) => {
    const found = metadataOf({ claims: { list: ['x', 'y'] }, disclosure })
    expect(found?.claims.at(-1)).toMatchObject({ path: ['list', null], sd })
  })

  it('is there for the types that are hosted, by their number', () => {
    const claims = { a: 1 }
    for (const number of ['0', '01', '2', '100', '-1', '1.0', '', 'x', '__proto__'])
      expect([number, metadataOf({ claims }, number)]).toEqual([number, null])
    expect(metadataOf({ claims, vct: 'urn:example:a' })).toBeNull()
    expect(metadataOf({ claims, format: 'mso_mdoc', doctype: 'a' })).toBeNull()
    expect(metadataOf({ claims })).toMatchObject({ vct: `${types}/1`, name: 'a', display: [{ name: 'a', lang: 'en' }] })
  })

  it('has the category and the transaction types of a type for payments, and neither of another', () => {
    const category = 'urn:eu:europa:ec:eudi:sua:sca'
    const found = zTypeMetadata.parse(metadataOf({ claims: { a: 1 }, category, transaction_types: ['payment'] }))
    expect(found.category).toBe(category)
    expect(Object.keys(found.transaction_data_types ?? {})).toEqual(['urn:eudi:sca:payment:1'])
    expect(Object.keys(metadataOf({ claims: { a: 1 } }) ?? {})).toEqual(['vct', 'name', 'display', 'claims'])
  })

  it('names the type that it extends, by id or URI, and its hash where the laboratory hosts that', () => {
    const claims = { a: 1 }
    const issuerOf = (...all: object[]) => ({
      configuration: configurationWith(...all),
      session: null,
      urls: { types } as IssuerUrls,
    })
    const parent = { id: 'parent', claims }
    const child = { id: 'child', claims, extends: 'parent', integrity: true }
    const grandchild = { id: 'grandchild', claims, extends: 'child', integrity: true }
    const issuer = issuerOf(grandchild, child, parent)
    const [own, ofChild, ofParent] = ['1', '2', '3'].map((number) => buildTypeMetadata(issuer, number, sha256))
    const hashOf = (document: unknown) =>
      `sha256-${createHash('sha256').update(JSON.stringify(document)).digest('base64')}`
    expect(own).toMatchObject({ extends: `${types}/2`, 'extends#integrity': hashOf(ofChild) })
    expect(ofChild).toMatchObject({ extends: `${types}/3`, 'extends#integrity': hashOf(ofParent) })
    expect(Object.keys(ofParent ?? {})).toEqual(['vct', 'name', 'display', 'claims'])
    const [first] = issuer.configuration.credentialConfigurations
    expect(typeIntegrity(issuer, first, sha256)).toBe(hashOf(own))

    const elsewhere = (type: object, ...others: object[]) =>
      buildTypeMetadata(issuerOf({ claims, integrity: true, ...type }, ...others), '1', sha256)
    expect(elsewhere({ extends: 'urn:eudi:pid:1' })).toMatchObject({ extends: 'urn:eudi:pid:1' })
    expect(elsewhere({ extends: 'urn:eudi:pid:1' })).not.toHaveProperty('extends#integrity')
    const named = elsewhere({ extends: 'parent' }, { ...parent, vct: 'urn:example:parent' })
    expect(named).toMatchObject({ extends: 'urn:example:parent' })
    expect(named).not.toHaveProperty('extends#integrity')
  })

  it('is legal and describes every claim, whatever they are', () => {
    const name = fc.constantFrom('a', 'b_c', 'constructor', 'toString', '0', 'Ångström "x"')
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Json>(1, 'text', null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3 }),
      ),
    }))
    const pathsOf = (one: Json, at: readonly (string | null)[] = []): string[] => [
      ...(at.length === 0 ? [] : [JSON.stringify(at)]),
      ...(Array.isArray(one)
        ? one.flatMap((inner) => pathsOf(inner, [...at, null]))
        : typeof one === 'object' && one !== null
          ? Object.entries(one).flatMap(([member, inner]) => pathsOf(inner as Json, [...at, member]))
          : []),
    ]
    fc.assert(
      fc.property(fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 }), (claims) => {
        const found = zTypeMetadata.parse(metadataOf({ claims }))
        const paths = found.claims.map(({ path }) => JSON.stringify(path))
        expect(new Set(paths)).toEqual(new Set(pathsOf(claims as JsonObject)))
        expect(new Set(paths).size).toBe(paths.length)
        for (const { path } of found.claims) {
          const above = JSON.stringify(path.slice(0, -1))
          expect(path.length === 1 || paths.indexOf(above) < paths.indexOf(JSON.stringify(path))).toBe(true)
        }
        expect(descriptionsOf({ claims }).every(([path]) => paths.includes(JSON.stringify(path)))).toBe(true)
      }),
      runs(200),
    )
  })
})
