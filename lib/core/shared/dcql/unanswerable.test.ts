import { describe, expect, it } from 'vitest'
import type { Json } from '../values/json'
import { shapeOfExample } from './claim-shape'
import { validateDcqlQuery } from './validate-dcql-query'

/** What no wallet can answer, whatever it holds: seen in the query alone. */

const sdJwt = (more: { [member: string]: Json }, vct = ['urn:eudi:pid:1']): Json => ({
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: vct }, ...more }],
})
const mdoc = (path: Json): Json => ({
  credentials: [
    { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' }, claims: [{ path }] },
  ],
})
const found = (...[query, more]: Parameters<typeof validateDcqlQuery>) =>
  validateDcqlQuery(query, more).flatMap(({ reason = '', severity, pointer, message }) =>
    reason === '' ? [] : [[reason.split('#')[1], severity, pointer.slice('/credentials/0/'.length), message]],
  )

const reasons = (...input: Parameters<typeof validateDcqlQuery>) => found(...input).map(([reason]) => reason)

describe('a claims query', () => {
  it.each<[Json, string, string]>([
    [['family_name', 'given_name'], 'path_below_value', '"family_name" is a text: nothing is below it.'],
    [['birthdate', 'year'], 'path_below_value', '"birthdate" is a text: nothing is below it.'],
    [['family_name', null], 'path_below_value', '"family_name" is a text: nothing is below it.'],
    [
      ['nationalities', 'country'],
      'name_on_array',
      '"nationalities" is an array: the path goes on with null for all elements, or with the index of one.',
    ],
    [['nationalities', '0'], 'text_for_index', '"0" is a text: an index is a number.'],
    [['address', 0], 'index_on_object', '"address" is an object: the path goes on with the name of a member.'],
    [['address', 'town'], 'claim_unknown', 'The type has no claim "town" here.'],
    [['constructor'], 'claim_unknown', 'The type has no claim "constructor" here.'],
  ])('of the PID selects nothing by %j', (path, reason, message) => {
    expect(found(sdJwt({ claims: [{ path }] }))).toEqual([[reason, 'note', 'claims/0/path', message]])
  })

  it.each<Json>([
    ['family_name'],
    ['nationalities', null],
    // An index that no credential needs to have is not seen in the query.
    ['nationalities', 7],
    ['address'],
    ['address', 'house_number'],
    ['place_of_birth', 'locality'],
    ['age_equal_or_over', '18'],
    ['cnf', 'jwk', 'kty'],
  ])('of the PID may select by %j', (path) => {
    expect(found(sdJwt({ claims: [{ path }] }))).toEqual([])
  })

  it.each<[string, Json, Json, string | undefined]>([
    ['a text for a number', ['sex'], ['2'], 'values_of_other_type'],
    ['a number for a text', ['address', 'postal_code'], [40121], 'values_of_other_type'],
    ['anything for an object', ['address'], ['Via Europa 1'], 'values_on_container'],
    ['one of the right type among others', ['sex'], ['2', 2], undefined],
    ['elements of an array', ['nationalities', null], ['IT'], undefined],
  ])('compares %s', (_case, path, values, reason) => {
    expect(reasons(sdJwt({ claims: [{ path, values }] }))).toEqual(reason ? [reason] : [])
  })

  it('of an mdoc names a namespace and an element of the type', () => {
    expect(reasons(mdoc(['eu.europa.ec.eudi.pid.1', 'birthdate']))).toEqual(['claim_unknown'])
    expect(reasons(mdoc(['org.iso.18013.5.1', 'family_name']))).toEqual(['claim_unknown'])
    for (const path of [
      ['eu.europa.ec.eudi.pid.1', 'birth_date'],
      ['eu.europa.ec.eudi.pid.1', 'age_over_18'],
      ['eu.europa.ec.eudi.pid.it.1', 'tax_code'],
    ])
      expect(found(mdoc(path))).toEqual([])
  })

  it('is read against every type that the query names, or not at all', () => {
    const path = ['degrees', 'title']
    const own = (claims: { [name: string]: Json }) => ({
      types: [{ format: 'dc+sd-jwt', type: 'urn:example:own', claims: shapeOfExample(claims) } as const],
    })
    const query = (...vct: string[]) => sdJwt({ claims: [{ path }] }, vct)
    expect(reasons(query('urn:example:own'), own({ degrees: [{ title: 'a' }] }))).toEqual(['name_on_array'])
    expect(found(query('urn:example:own'), own({ degrees: { title: 'a' } }))).toEqual([])
    expect(found(query('urn:example:own'), own({ degrees: null }))).toEqual([])
    expect(found(query('urn:example:own', 'urn:eudi:pid:1'), own({ degrees: { title: 'a' } }))).toEqual([])
    expect(found(query('urn:example:own', 'urn:example:other'), own({ degrees: 'a' }))).toEqual([])
  })
})

it.each([
  ['the extension around it', 'MBaAFLPbSKT5ocXYrjZBzBFjaWIpvEvG', 'authority_wrapped'],
  ['an OCTET STRING around it', 'BBSz20ik-aHF2K42QcwRY2liKbxLxg', 'authority_wrapped'],
  ['the whole extension', 'MB8GA1UdIwQYMBaAFLPbSKT5ocXYrjZBzBFjaWIpvEvG', 'authority_wrapped'],
  ['hexadecimal', 'b3db48a4f9a1c5d8ae3641cc1163696229bc4bc6', 'authority_hexadecimal'],
  ['hexadecimal with colons', 'B3:DB:48:A4:F9:A1:C5:D8:AE:36:41:CC:11:63:69:62:29:BC:4B:C6', 'authority_hexadecimal'],
])('a key identifier is told from %s, and said', (_case, value, reason) => {
  const [problem] = found(sdJwt({ trusted_authorities: [{ type: 'aki', values: [value] }] }))
  expect(problem?.slice(0, 3)).toEqual([reason, 'violation', 'trusted_authorities/0/values/0'])
  expect(problem?.[3]).toContain(' s9tIpPmhxdiuNkHMEWNpYim8S8Y.')
})
