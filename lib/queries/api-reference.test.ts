import { describe, expect, it } from 'vitest'
import { operationIds } from '@/lib/contract/contract'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import { describeInterface } from './api-reference'
import { schemaView } from './schema-view'

const baseUrl = 'https://capture.example'

describe('the reference of the interface', () => {
  const { groups, variables, refusals, version } = describeInterface(buildOpenApi(), baseUrl)
  const operations = groups.flatMap((group) => group.operations)

  it('has the version of the interface and no empty group', () => {
    expect(version).toBe('1.0.0')
    expect(groups.map(({ name }) => name)).toEqual([
      'Sessions',
      'Campaigns',
      'Metadata',
      'Issuance',
      'Presentation',
      'Laboratory',
      'Authorization',
      'Scoreboard',
      'Trust',
      'Service',
    ])
    for (const group of groups) expect(group.operations.length).toBeGreaterThan(0)
  })

  it('has every operation once, sessions of both kinds first', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual([...operationIds].sort())
    const [sessions] = groups
    expect(sessions?.operations.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'createSession',
        'getSessionReport',
        'createPresentationSession',
        'getPresentationReport',
      ]),
    )
    expect(operations[0]?.id).toBe('createSession')
  })

  it('says what an operation takes, needs and answers', () => {
    const credential = operations.find(({ id }) => id === 'requestCredential')
    expect(credential).toMatchObject({
      method: 'POST',
      path: '/issuers/{issuerConfigurationId}/credential',
      extension: false,
      access: expect.stringContaining('DPoP'),
      parameters: [{ name: 'DPoP', place: 'header field', required: true }],
      refusals: ['401', '404', '413', '429', '503'],
      example: { status: 200 },
    })
    expect(credential?.answers.map(({ status }) => status)).toEqual(['200'])
    expect(variables).toContainEqual({ name: 'sessionId', description: 'Id of a session' })
  })

  it('describes refusals with the usual body once, and each other answer where it belongs', () => {
    const everywhere = refusals.filter((one) => one.everywhere).map(({ status }) => status)
    expect(everywhere).toEqual(['400', '405', '408', '417', '431', '500', '505'])
    expect(refusals.map(({ status }) => status)).toEqual(expect.arrayContaining(['401', '404', '409', '429', '503']))
    expect(refusals.find(({ status }) => status === '429')?.headers).toEqual(['Retry-After'])
    const told = new Set(refusals.map(({ status }) => status))
    for (const operation of operations) for (const status of operation.refusals) expect(told).toContain(status)
    // Readiness is still reported when storage is down.
    const readiness = operations.find(({ id }) => id === 'getReadiness')
    expect(readiness?.answers.map(({ status }) => status)).toEqual(['200', '503'])
  })

  it('shows members where they are used, and names none that a reader would have to look up', () => {
    const create = operations.find(({ id }) => id === 'createSession')
    expect(create?.requests.map(({ mediaType }) => mediaType)).toEqual(['application/json'])
    expect(create?.requests[0]?.schema.forms[0]?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['flow', 'credential_offer_mode', 'links']),
    )
    const read = operations.find(({ id }) => id === 'getSession')
    expect(read?.answers[0]?.bodies[0]?.schema.forms[0]?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['events', 'events[].at', 'recorded.next']),
    )
    const token = operations.find(({ id }) => id === 'requestToken')
    expect(token?.requests[0]?.schema.forms).toHaveLength(2)
    expect(JSON.stringify(groups)).not.toContain('#/components')
  })
})

describe('the view of a schema', () => {
  it('describes types in words, down to the members', () => {
    const view = schemaView(
      {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          names: { type: 'array', items: { type: ['string', 'null'] } },
          kind: { type: 'string', enum: ['a', 'b'], default: 'a', 'x-extension': true, description: 'Which.' },
          event: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
          either: { anyOf: [{ type: 'string', enum: ['x', 'y'] }, { type: 'null' }] },
          any: {},
        },
        required: ['id'],
        additionalProperties: {},
      },
      { Event: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] } },
    )
    expect(view).toMatchObject({ words: 'object', open: true })
    expect(view.forms).toMatchObject([
      [
        { name: 'id', depth: 0, required: true, words: 'string (uuid)' },
        { name: 'names', required: false, words: 'array of string or null' },
        { name: 'kind', values: ['a', 'b'], fallback: 'a', extension: true, description: 'Which.' },
        { name: 'event', words: 'array of object' },
        { name: 'event[].at', depth: 1, required: true, words: 'string' },
        { name: 'either', words: 'string or null', values: ['x', 'y'] },
        { name: 'any', words: 'anything' },
      ],
    ])
  })

  it('distinguishes each form of a value, and what is under names of its own', () => {
    const form = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } })
    expect(
      schemaView({ anyOf: [form('a'), form('b')] }).forms.map((members) => members.map(({ name }) => name)),
    ).toEqual([['a'], ['b']])
    const map = { type: 'object', additionalProperties: form('name') }
    expect(schemaView(map).forms[0]?.map(({ name }) => name)).toEqual(['{…}', '{…}.name'])
  })

  it('comes to an end with a schema that holds itself', () => {
    const named = { Tree: { type: 'object', properties: { below: { $ref: '#/components/schemas/Tree' } } } }
    expect(schemaView({ $ref: '#/components/schemas/Tree' }, named).forms[0]).toHaveLength(5)
  })
})
