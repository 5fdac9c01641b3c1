import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { Json } from '../values/json'
import { specificationQueries } from './fixtures/specification-queries'
import type { Problem } from './problem-list'
import { readDcqlQuery } from './read-dcql-query'
import { validateDcqlQuery } from './validate-dcql-query'

const credential = (changes: { [member: string]: Json | undefined } = {}): Json =>
  JSON.parse(
    JSON.stringify({
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:example:unknown:1'] },
      claims: [{ id: 'a', path: ['family_name'] }],
      ...changes,
    }),
  )
const one = (changes: { [member: string]: Json | undefined } = {}): Json => ({ credentials: [credential(changes)] })
const mdoc = (changes: { [member: string]: Json | undefined } = {}): Json =>
  one({ format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' }, claims: undefined, ...changes })

const shortly = (problems: readonly Problem[]) =>
  problems.map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`)
const violations = (query: Json) =>
  validateDcqlQuery(query).flatMap(({ severity, pointer }) => (severity === 'violation' ? [pointer] : []))

describe('a DCQL query', () => {
  it.each(Object.entries(specificationQueries))('of the specification has no problem: %s', (_, query) => {
    expect(validateDcqlQuery(query)).toEqual([])
    expect(readDcqlQuery(query).whole).toBe(true)
  })

  it('reports what is wrong, where, and by which clause', () => {
    expect(validateDcqlQuery({ credentials: [] })).toEqual([
      {
        code: 'invalid_dcql_query',
        severity: 'violation',
        pointer: '/credentials',
        message: 'It must be an array with at least one credential query.',
        clause: 'OID4VP-1FINAL-6',
      },
    ])
  })

  it.each<[string, Json, string[]]>([
    ['no credentials', {}, ['/credentials']],
    ['a credential that is not an object', { credentials: ['pid'] }, ['/credentials/0']],
    ['no id', one({ id: undefined }), ['/credentials/0/id']],
    ['an empty id', one({ id: '' }), ['/credentials/0/id']],
    ['an id with a space', one({ id: 'a b' }), ['/credentials/0/id']],
    ['an id with a line end', one({ id: 'a\n' }), ['/credentials/0/id']],
    ['an id twice', { credentials: [credential(), credential()] }, ['/credentials/1/id']],
    ['no format', one({ format: undefined }), ['/credentials/0/format']],
    ['no meta', one({ meta: undefined }), ['/credentials/0/meta']],
    ['an empty meta', one({ meta: {} }), ['/credentials/0/meta/vct_values']],
    ['no type', one({ meta: { vct_values: [] } }), ['/credentials/0/meta/vct_values']],
    ['an empty type', one({ meta: { vct_values: [''] } }), ['/credentials/0/meta/vct_values']],
    ['an mdoc without doctype', mdoc({ meta: {} }), ['/credentials/0/meta/doctype_value']],
    ['multiple as a text', one({ multiple: 'true' }), ['/credentials/0/multiple']],
    [
      'binding as a number',
      one({ require_cryptographic_holder_binding: 0 }),
      ['/credentials/0/require_cryptographic_holder_binding'],
    ],
    ['no authority', one({ trusted_authorities: [] }), ['/credentials/0/trusted_authorities']],
    [
      'an authority without anything',
      one({ trusted_authorities: [{}] }),
      ['/credentials/0/trusted_authorities/0/type', '/credentials/0/trusted_authorities/0/values'],
    ],
    [
      'a key identifier with padding',
      one({ trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y', 'AAE='] }] }),
      ['/credentials/0/trusted_authorities/0/values/1'],
    ],
    [
      'a key identifier that is empty, or too long',
      one({ trusted_authorities: [{ type: 'aki', values: ['', 'A'.repeat(88)] }] }),
      ['/credentials/0/trusted_authorities/0/values/0', '/credentials/0/trusted_authorities/0/values/1'],
    ],
    [
      'a trusted list and a federation without https',
      one({
        trusted_authorities: [
          { type: 'etsi_tl', values: ['http://lotl.example.com'] },
          { type: 'openid_federation', values: ['trustanchor.example.com'] },
        ],
      }),
      ['/credentials/0/trusted_authorities/0/values/0', '/credentials/0/trusted_authorities/1/values/0'],
    ],
    ['no claim', one({ claims: [] }), ['/credentials/0/claims']],
    ['a claim that is not an object', one({ claims: [['family_name']] }), ['/credentials/0/claims/0']],
    ...([[], [true], [-1], [1.5], [null], [0], 'family_name'] as Json[]).map((path): [string, Json, string[]] => [
      `the path ${JSON.stringify(path)}`,
      one({ claims: [{ path }] }),
      ['/credentials/0/claims/0/path'],
    ]),
    ['a claim without path', one({ claims: [{ id: 'a' }] }), ['/credentials/0/claims/0/path']],
    ['an mdoc path of one', mdoc({ claims: [{ path: ['a'] }] }), ['/credentials/0/claims/0/path']],
    ['an mdoc path of three', mdoc({ claims: [{ path: ['a', 'b', 'c'] }] }), ['/credentials/0/claims/0/path']],
    ['an mdoc path with null', mdoc({ claims: [{ path: ['a', null] }] }), ['/credentials/0/claims/0/path']],
    [
      'a path twice',
      one({ claims: [{ path: ['a', 0] }, { path: ['a', '0'] }, { path: ['a', 0] }] }),
      ['/credentials/0/claims/2/path'],
    ],
    [
      'a claim id twice',
      one({
        claims: [
          { id: 'a', path: ['a'] },
          { id: 'a', path: ['b'] },
        ],
      }),
      ['/credentials/0/claims/1/id'],
    ],
    ['a claim id with a dot', one({ claims: [{ id: 'a.b', path: ['a'] }] }), ['/credentials/0/claims/0/id']],
    ['no value', one({ claims: [{ path: ['a'], values: [] }] }), ['/credentials/0/claims/0/values']],
    [
      'values that are none of the allowed kinds',
      one({ claims: [{ path: ['a'], values: ['x', 1.5, null, {}, 7, false] }] }),
      ['/credentials/0/claims/0/values/1', '/credentials/0/claims/0/values/2', '/credentials/0/claims/0/values/3'],
    ],
    [
      'intent_to_retain as a text',
      mdoc({ claims: [{ path: ['a', 'b'], intent_to_retain: 'no' }] }),
      ['/credentials/0/claims/0/intent_to_retain'],
    ],
    [
      'claim_sets without claims',
      one({ claims: undefined, claim_sets: [['a']] }),
      ['/credentials/0/claim_sets', '/credentials/0/claim_sets/0/0'],
    ],
    [
      'claim_sets with a claim without id',
      one({ claims: [{ path: ['a'] }, { id: 'b', path: ['b'] }], claim_sets: [['b']] }),
      ['/credentials/0/claims/0/id'],
    ],
    ['claim_sets with an unknown id', one({ claim_sets: [['a', 'z']] }), ['/credentials/0/claim_sets/0/1']],
    ['claim_sets with an id twice', one({ claim_sets: [['a', 'a']] }), ['/credentials/0/claim_sets/0/1']],
    ['an empty option of claim_sets', one({ claim_sets: [[]] }), ['/credentials/0/claim_sets/0']],
    ['no option of claim_sets', one({ claim_sets: [] }), ['/credentials/0/claim_sets']],
    ['no credential set', { credentials: [credential()], credential_sets: [] }, ['/credential_sets']],
    [
      'a credential set that is not an object',
      { credentials: [credential()], credential_sets: [['pid']] },
      ['/credential_sets/0'],
    ],
    [
      'a credential set with an unknown id',
      { credentials: [credential()], credential_sets: [{ options: [['pid'], ['nope']] }] },
      ['/credential_sets/0/options/1/0'],
    ],
    ['no option', { credentials: [credential()], credential_sets: [{ options: [] }] }, ['/credential_sets/0/options']],
    [
      'an empty option',
      { credentials: [credential()], credential_sets: [{ options: [[], ['pid']] }] },
      ['/credential_sets/0/options/0'],
    ],
    [
      'required as a text',
      { credentials: [credential()], credential_sets: [{ options: [['pid']], required: 'yes' }] },
      ['/credential_sets/0/required'],
    ],
  ])('must not have %s', (_, query, pointers) => {
    expect(violations(query)).toEqual(pointers)
  })

  it('has all its problems listed, in the order of the query', () => {
    const query = { credentials: [credential({ id: 'a b', meta: {}, claims: [{ path: [] }, { path: [-1] }] }), 5] }
    expect(violations(query)).toEqual([
      '/credentials/0/id',
      '/credentials/0/meta/vct_values',
      '/credentials/0/claims/0/path',
      '/credentials/0/claims/1/path',
      '/credentials/1',
    ])
  })

  it('may ask for a format that is not verified here, if this is wanted', () => {
    expect(shortly(validateDcqlQuery(one({ format: 'ldp_vc', meta: { type_values: [['a']] } })))).toEqual([
      'violation unsupported_credential_format /credentials/0/format',
    ])
  })

  it.each<[string, Json, string]>([
    ['no object', 'x', ''],
    ['no object but an array', [], ''],
    [
      'too many credentials',
      { credentials: Array.from({ length: 21 }, (_, id) => credential({ id: `c${id}` })) },
      '/credentials',
    ],
    [
      'too many claims',
      one({ claims: Array.from({ length: 201 }, (_, index) => ({ path: [`c${index}`] })) }),
      '/credentials/0/claims',
    ],
    [
      'a path that is too long',
      one({ claims: [{ path: Array.from({ length: 17 }, () => 'a') }] }),
      '/credentials/0/claims/0/path',
    ],
    ['too many bytes', one({ meta: { vct_values: ['é'.repeat(33_000)] } }), ''],
  ])('is never sent with %s', (_, query, pointer) => {
    expect(shortly(validateDcqlQuery(query))).toEqual([`refused invalid_dcql_query ${pointer}`])
  })

  it('may have unknown members at every level, each of which is noted', () => {
    const query: Json = {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['x'], 'a/b~c': 1 },
          trusted_authorities: [{ type: 'own', values: ['v'], note: 1 }],
          claims: [{ path: ['a'], purpose: 'x', intent_to_retain: false }],
          purpose: 'x',
        },
      ],
      credential_sets: [{ options: [['pid']], purpose: 'x' }],
      extra: 1,
    }
    expect(shortly(validateDcqlQuery(query))).toEqual(
      [
        '/credentials/0/meta/a~1b~0c',
        '/credentials/0/trusted_authorities/0/note',
        '/credentials/0/claims/0/purpose',
        '/credentials/0/claims/0/intent_to_retain',
        '/credentials/0/purpose',
        '/credential_sets/0/purpose',
        '/extra',
      ].map((pointer) => `note unknown_dcql_member ${pointer}`),
    )
  })

  it('is told what is allowed and probably not meant', () => {
    const query: Json = {
      credentials: [
        credential({
          claims: [
            { id: 'a', path: ['vct'] },
            { id: 'b', path: ['b'] },
          ],
          claim_sets: [['a']],
        }),
        credential({ id: 'other' }),
      ],
      credential_sets: [{ options: [['pid']] }],
    }
    expect(shortly(validateDcqlQuery(query))).toEqual([
      'note questionable_dcql_query /credentials/0/claims/0/path',
      'note questionable_dcql_query /credentials/0/claim_sets',
      'note questionable_dcql_query /credential_sets',
    ])
  })

  it('needs holder binding where transaction data refers to it', () => {
    const query = one({ require_cryptographic_holder_binding: false })
    expect(validateDcqlQuery(query)).toEqual([])
    expect(shortly(validateDcqlQuery(query, { transactionDataIds: ['pid'] }))).toEqual([
      'violation invalid_dcql_query /credentials/0/require_cryptographic_holder_binding',
    ])
    expect(validateDcqlQuery(one(), { transactionDataIds: ['pid'] })).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may have the id %s', (id) => {
    const query: Json = {
      credentials: [credential({ id, claims: [{ id, path: [id] }], claim_sets: [[id]] })],
      credential_sets: [{ options: [[id]] }],
    }
    expect(validateDcqlQuery(query)).toEqual([])
    expect(readDcqlQuery(query)).toMatchObject({
      credentials: [{ id, claims: [{ id, path: [id] }], claimSets: [[0]] }],
      credentialSets: [{ options: [[id]] }],
      whole: true,
    })
  })

  it('does not take inherited names for members', () => {
    const query: Json = JSON.parse(
      '{"__proto__": {"credentials": []}, "credentials": [{"id": "a", "format": "toString"}]}',
    )
    expect(shortly(validateDcqlQuery(query))).toEqual([
      'violation unsupported_credential_format /credentials/0/format',
      'violation invalid_dcql_query /credentials/0/meta',
      'note unknown_dcql_member /__proto__',
    ])
  })
})

describe('a DCQL query with errors', () => {
  it.each<[string, Json, object]>([
    ['no object', 5, { credentials: [], credentialSets: null }],
    [
      'a credential without id',
      { credentials: [{ format: 'dc+sd-jwt' }, credential()] },
      { credentials: [{ id: 'pid' }] },
    ],
    [
      'an id twice',
      { credentials: [credential(), credential({ multiple: true })] },
      { credentials: [{ multiple: false }] },
    ],
    [
      'an option with an unknown id',
      { credentials: [credential()], credential_sets: [{ options: [['pid'], ['pid', 'nope']] }] },
      { credentialSets: [{ options: [['pid']] }] },
    ],
    [
      'a set without a usable option',
      {
        credentials: [credential()],
        credential_sets: [{ options: [['nope']] }, { options: [['pid']], required: false }],
      },
      { credentialSets: [{ index: 1, required: false }] },
    ],
    ['no set', { credentials: [credential()], credential_sets: [] }, { credentialSets: null }],
  ])('is read as far as it goes with %s, and is not whole', (_, query, read) => {
    expect(readDcqlQuery(query)).toMatchObject({ ...read, whole: false })
  })

  it.each<[string, Json, object]>([
    ['an unusable path', one({ claims: [{ path: [true] }, { path: ['b'] }] }), { claims: [{ index: 1, path: ['b'] }] }],
    ['only unusable paths', one({ claims: [{ path: [] }] }), { claims: null }],
    ['no type', one({ meta: {} }), { type: { kind: 'any' } }],
    ['an option of unknown claims', one({ claim_sets: [['a'], ['z']] }), { claimSets: [[0]] }],
    ['an unusable authority', one({ trusted_authorities: [{ type: 'aki' }] }), { trustedAuthorities: [] }],
  ])('has a credential query that is read as far as it goes with %s, and is not whole', (_, query, read) => {
    expect(readDcqlQuery(query)).toMatchObject({ credentials: [{ ...read, whole: false }] })
  })
})

describe('any JSON', () => {
  const names = fc.constantFrom(
    'credentials',
    'credential_sets',
    'id',
    'format',
    'meta',
    'claims',
    'claim_sets',
    'path',
    'values',
    'options',
    'vct_values',
    'trusted_authorities',
    'type',
    'required',
    '__proto__',
  )
  const { json } = fc.letrec<{ json: Json; leaf: Json }>((tie) => ({
    leaf: fc.oneof(
      names,
      fc.constantFrom('dc+sd-jwt', 'mso_mdoc', 'a', ''),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    json: fc.oneof(
      { maxDepth: 6 },
      tie('leaf'),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie('json')), { maxLength: 6 }).map((entries): Json => Object.fromEntries(entries)),
    ),
  }))

  it('is validated and read without an error, and points at what is there or should be', () => {
    fc.assert(
      fc.property(json, (query) => {
        const problems = validateDcqlQuery(query)
        const read = readDcqlQuery(query)
        expect(read.credentials.length).toBeLessThanOrEqual(20)
        for (const { pointer } of problems) expect(pointer).toMatch(/^(\/[^/]+)*$/)
        // A query without violations is understood completely.
        if (!problems.some(({ severity }) => severity !== 'note')) expect(read.whole).toBe(true)
      }),
      runs(500),
    )
  })
})
