import { describe, expect, it } from 'vitest'
import { describeInterface } from './api-reference'
import { schemaView } from './schema-view'

describe('the reference of the interface', () => {
  const { groups, schemas, version } = describeInterface({ parRequireDpop: true })
  const operations = groups.flatMap((group) => group.operations)

  it('has the version of the interface and no empty group', () => {
    expect(version).toBe('1.0.0')
    expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['Sessions', 'Metadata', 'Issuance']))
    for (const group of groups) expect(group.operations.length).toBeGreaterThan(0)
  })

  it('says what an operation takes, needs and answers', () => {
    const credential = operations.find(({ id }) => id === 'requestCredential')
    expect(credential).toMatchObject({
      method: 'POST',
      path: '/issuers/{issuerConfigurationId}/credential',
      extension: false,
      access: expect.stringContaining('DPoP'),
      parameters: [
        { name: 'issuerConfigurationId', place: 'path', required: true },
        { name: 'DPoP', place: 'header', required: true },
      ],
    })
    expect(credential?.answers.find(({ status }) => status === '401')?.headers).toEqual([
      'WWW-Authenticate',
      'DPoP-Nonce',
    ])
  })

  it('leads only to schemas that it shows', () => {
    const names = new Set(schemas.map(({ name }) => name))
    const bodies = operations.flatMap(({ requests, answers }) => [...requests, ...answers.flatMap((one) => one.bodies)])
    for (const { schema } of bodies) if (schema.ref !== null) expect(names).toContain(schema.ref)
  })
})

describe('the view of a schema', () => {
  it('says types in words, down to the members', () => {
    const view = schemaView({
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        names: { type: 'array', items: { type: ['string', 'null'] } },
        kind: { type: 'string', enum: ['a', 'b'], default: 'a', 'x-extension': true, description: 'Which.' },
        event: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
        either: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      required: ['id'],
      additionalProperties: {},
    })
    expect(view).toMatchObject({ words: 'object', open: true })
    expect(view.members).toMatchObject([
      { name: 'id', required: true, words: 'string (uuid)' },
      { name: 'names', required: false, words: 'array of string or null' },
      { name: 'kind', values: ['a', 'b'], fallback: 'a', extension: true, description: 'Which.' },
      { name: 'event', words: 'array of', ref: 'Event' },
      { name: 'either', words: 'integer or null' },
    ])
  })
})
