import { describe, expect, it } from 'vitest'
import { schemaErrors } from './json-schema'

const root = { components: { Name: { type: 'string', minLength: 2 } } }
const schema = {
  type: 'object',
  properties: {
    name: { $ref: '#/components/Name' },
    at: { type: 'string', format: 'date-time' },
    list: { type: 'array', items: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }, maxItems: 3 },
    kind: { enum: ['a', 'b'] },
  },
  required: ['name'],
  additionalProperties: false,
}

describe('the reader of JSON Schemas', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(
      schemaErrors(schema, { name: 'xy', at: '2026-11-20T12:00:00.000Z', list: [1, null], kind: 'a' }, root),
    ).toEqual([])
  })

  it.each<[unknown, string | string[]]>([
    [{}, "$ must have required property 'name'"],
    [{ name: 'x' }, '$.name must NOT have fewer than 2 characters'],
    [{ name: 7 }, '$.name must be string'],
    [{ name: 'xy', other: 1 }, '$ has the undocumented member other'],
    [{ name: 'xy', at: 'yesterday' }, '$.at must match format "date-time"'],
    [
      { name: 'xy', list: [0] },
      ['$.list[0] must be >= 1', '$.list[0] must be null', '$.list[0] must match a schema in anyOf'],
    ],
    [{ name: 'xy', list: [1, 2, 3, 4] }, '$.list must NOT have more than 3 items'],
    [{ name: 'xy', kind: 'c' }, '$.kind must be equal to one of the allowed values: ["a","b"]'],
    [[], '$ must be object'],
  ])('says what is wrong with %j', (value, error) => {
    expect(schemaErrors(schema, value, root)).toEqual([error].flat())
  })

  it('passes over no rule that it does not know', () => {
    expect(() => schemaErrors({ oneOff: [] }, 1, root)).toThrow('oneOff')
    expect(() => schemaErrors({ type: 'string', format: 'iban' }, '', root)).toThrow('iban')
  })
})
