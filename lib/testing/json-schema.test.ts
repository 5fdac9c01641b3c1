import { describe, expect, it } from 'vitest'
import { schemaFaults } from './json-schema'

const root = { defs: { Name: { type: 'string', minLength: 2 } } }
const schema = {
  type: 'object',
  properties: {
    name: { $ref: '#/defs/Name' },
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
      schemaFaults(schema, { name: 'xy', at: '2026-11-20T12:00:00.000Z', list: [1, null], kind: 'a' }, root),
    ).toEqual([])
  })

  it.each<[unknown, string]>([
    [{}, '$: lacks name'],
    [{ name: 'x' }, '$.name: is below 2'],
    [{ name: 7 }, '$.name: is no string'],
    [{ name: 'xy', other: 1 }, '$: has the undocumented member other'],
    [{ name: 'xy', at: 'yesterday' }, '$.at: is no date-time'],
    [{ name: 'xy', list: [0] }, '$.list[0]: fits no alternative'],
    [{ name: 'xy', list: [1, 2, 3, 4] }, '$.list: is above 3'],
    [{ name: 'xy', kind: 'c' }, '$.kind: "c" is none of ["a","b"]'],
    [[], '$: is no object'],
  ])('says what is wrong with %j', (value, fault) => {
    expect(schemaFaults(schema, value, root)).toEqual([fault])
  })

  it('passes over no rule that it does not know', () => {
    expect(() => schemaFaults({ oneOf: [] }, 1, root)).toThrow('oneOf')
  })
})
