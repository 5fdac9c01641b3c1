import { describe, expect, it } from 'vitest'
import { validateDcqlQuery } from '../../shared/dcql/validate-dcql-query'
import type { Json, JsonObject } from '../../shared/values/json'
import { malformedQueries } from '.'

const sdJwt = (id: string) => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ id: 'a', path: ['family_name'] }],
  claim_sets: [['a']],
})
const mdoc = (id: string) => ({
  id,
  format: 'mso_mdoc',
  meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
  claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
})
const withSets = { credentials: [sdJwt('pid'), mdoc('other')], credential_sets: [{ options: [['pid'], ['other']] }] }
const queries: readonly (readonly [string, JsonObject, type: string])[] = [
  ['an SD-JWT VC', { credentials: [sdJwt('pid')] }, 'vct_values'],
  ['an mdoc', { credentials: [mdoc('pid')] }, 'doctype_value'],
  ['one of two credentials', withSets, 'vct_values'],
]

const first = '/credentials/0'
const authority = `${first}/trusted_authorities`
/** Malformed places of each query according to the validator, which shares no code with the tests. */
const broken: Readonly<Record<string, readonly string[]>> = {
  credentials_missing: ['/credentials'],
  credentials_not_array: ['/credentials'],
  credential_sets_empty: ['/credential_sets'],
  id_missing: [`${first}/id`],
  id_not_string: [`${first}/id`],
  id_empty: [`${first}/id`],
  id_charset: [`${first}/id`],
  id_duplicate: ['/credentials/1/id'],
  format_missing: [`${first}/format`],
  multiple_not_boolean: [`${first}/multiple`],
  meta_missing: [`${first}/meta`],
  meta_wrong_format: [`${first}/meta/vct_values`],
  binding_not_boolean: [`${first}/require_cryptographic_holder_binding`],
  options_missing: ['/credential_sets/0/options'],
  options_empty: ['/credential_sets/0/options'],
  options_not_array: ['/credential_sets/0/options'],
  options_unknown_id: ['/credential_sets/0/options/0/0'],
  ta_empty: [authority],
  ta_not_array: [authority],
  ta_undefined_object: [`${authority}/0/type`, `${authority}/0/values`],
  // Well-formed, but no credential has such an authority.
  ta_type_unknown: [],
  ta_type_missing: [`${authority}/0/type`],
  ta_type_not_string: [`${authority}/0/type`],
  ta_values_missing: [`${authority}/0/values`],
  ta_values_not_array: [`${authority}/0/values`],
  ta_value_not_string: [`${authority}/0/values`],
  ta_value_empty: [`${authority}/0/values/0`],
  claims_empty: [`${first}/claims`],
  claims_not_array: [`${first}/claims`],
  claim_sets_empty: [`${first}/claim_sets`],
  claim_sets_not_array: [`${first}/claim_sets`],
  claim_sets_without_claims: [`${first}/claim_sets`, `${first}/claim_sets/0/0`],
  claim_id_missing: [`${first}/claims/1/id`],
  claim_id_duplicate: [`${first}/claims/1/id`],
  claim_id_empty: [`${first}/claims/0/id`],
  claim_id_charset: [`${first}/claims/0/id`],
  path_missing: [`${first}/claims/0/path`],
  path_empty: [`${first}/claims/0/path`],
  path_not_array: [`${first}/claims/0/path`],
  path_negative: [`${first}/claims/0/path`],
  mdoc_path_length: [`${first}/claims/0/path`],
  mdoc_path_not_string: [`${first}/claims/0/path`],
}

/** Authorities are malformed in every credential query, so that a wallet cannot answer another one. */
const inEach = (place: string, { credentials }: JsonObject): string[] =>
  place.startsWith(authority) ? (credentials as Json[]).map((_, at) => place.replace('/0/', `/${at}/`)) : [place]

const violations = (query: Json) =>
  validateDcqlQuery(query).flatMap(({ severity, pointer }) => (severity === 'violation' ? [pointer] : []))
const tools = { randomValue: () => 'random', responseUri: 'https://verifier.example/response', transaction: null }

describe('a malformed query', () => {
  it('has a line of expectations for each test, and every id is told from those of other tests', () => {
    expect(malformedQueries.map(({ id }) => id)).toEqual(Object.keys(broken).map((name) => `dcql_${name}`))
  })

  it.each(queries)('breaks where its test says, and leaves the rest of the request alone: %s', (_, query, type) => {
    expect(violations(query)).toEqual([])
    const request = { nonce: 'n', dcql_query: query }
    const before = JSON.stringify(request)
    const found = malformedQueries.map(({ id, changes }) => {
      const { dcql_query, ...rest } = changes.parameters?.(request, tools) ?? {}
      expect(rest).toEqual({ nonce: 'n' })
      return [id, violations(dcql_query ?? null).sort()]
    })
    expect(JSON.stringify(request)).toBe(before)
    const expected = Object.entries(broken).map(([name, places]) => [
      `dcql_${name}`,
      places
        .map((place) => place.replace('vct_values', type))
        .flatMap((place) => inEach(place, query))
        .sort(),
    ])
    expect(found).toEqual(expected)
  })

  it('is refused with an error that says so, or that nothing matches', () => {
    for (const { id, errors, expects } of malformedQueries) {
      expect([id, expects]).toEqual([id, 'refusal'])
      expect(errors).toContain('invalid_request')
    }
    const unmatched = malformedQueries.filter(({ errors }) => errors.includes('access_denied'))
    expect(unmatched.map(({ id }) => id)).toEqual(['dcql_ta_type_unknown', 'dcql_ta_value_empty'])
  })
})
