import { expect, test } from 'vitest'
import { toBase64url, utf8 } from '../values/base64url'
import type { Json } from '../values/json'
import { changeDocument } from './change-document'
import { differencesOf } from './differences'
import type { DocumentOperation } from './mutation'
import { mutationRefusal } from './mutation-refusal'
import { hashOfNothing } from './own-names'
import { readMutations } from './read-mutations'

const ownHash = 'x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'

const own = { baseUrl: 'https://capture.example', names: [ownHash] }

const request: Json = {
  client_id: ownHash,
  response_uri: 'https://capture.example/openid4vp/sessions/1/response',
  nonce: 'secret-nonce-of-this-session',
  state: 'secret-state-of-this-session',
  client_metadata: { logo_uri: 'https://elsewhere.example/logo.png', jwks: { keys: [] } },
  dcql_query: { credentials: [{ id: 'pid', meta: { vct_values: ['https://types.example/pid'] } }] },
}

const change = (...operations: (Omit<DocumentOperation, 'op'> & { readonly op: string })[]) =>
  changeDocument(
    request,
    operations.map((one, index) => ({ ...(one as DocumentOperation), index })),
    own,
  )

const codesOf = (...operations: Parameters<typeof change>) =>
  change(...operations).problems.map(({ code, pointer }) => `${code} ${pointer}`)

const packed = (value: unknown): string => toBase64url(utf8(JSON.stringify(value)))

/** All that names an address of somebody else. */
const foreignAddresses: readonly Json[] = [
  'https://evil.example',
  'https://evil.example/response',
  'HTTPS://EVIL.EXAMPLE/',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'ht\ntps://evil.example',
  '  https://evil.example',
  '//evil.example/x',
  '\u0001//evil.example/x',
  '{"a":"\\u0068ttps:\\u002f\\u002fevil.example","a":"b"}',
  'eyJhbGciOiJub25lIn0.eyJyIjoiaHR0cHM6\nLy9ldmlsLmV4YW1wbGUifQ.',
  '\\\\evil.example/x',
  'https://capture.example@evil.example/',
  'https://capture.example.evil.example/',
  'https://capture.example:8443/',
  'http://capture.example:8080/',
  'https://evil.example/#.test',
  'https://evil.example/.invalid',
  'https://evil.example?x.test',
  'https://test/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://0x7f000001/',
  'wss://evil.example',
  'ftp://evil.example',
  'file:///etc/passwd',
  'https://evil.example:99999/',
  'openid4vp://evil.example/authorize',
  'intent://evil.example#Intent;scheme=https;end',
  'see https://evil.example for more',
  'https://capture.example/?next=https://evil.example',
  'https%3A%2F%2Fevil.example',
  'https%253A%252F%252Fevil.example',
  'https://capture.example/?next=https%3A%2F%2Fevil.example',
  '{"response_uri":"https://evil.example"}',
  '{"a":"\\u0068ttps://evil.example"}',
  packed({ response_uri: 'https://evil.example' }),
  `${packed({ alg: 'none' })}.${packed({ response_uri: 'https://evil.example' })}.c2ln`,
  packed({ inner: packed({ jku: 'https://evil.example' }) }),
  ['https://capture.example', 'https://evil.example'],
  { deep: [{ er: 'https://evil.example' }] },
  { 'https://evil.example': 1 },
  'https://／evil.example',
]

test.each(foreignAddresses.map((value) => [value] as const))('%j is a foreign address', (value) => {
  for (const path of ['/response_uri', '/redirect_uri', '/expected_origins', '/jku'])
    expect(codesOf({ op: 'put', path, value })).toContain('foreign_address /mutations/0/value')
})

test.each([
  'https://capture.example/other',
  'http://capture.example/',
  'https://nobody.invalid/x',
  'https://wallet.test/x',
  'https:',
  'plain text: with a colon',
  'urn:eudi:pid:1',
  'openid4vp://?request_uri=https%3A%2F%2Fcapture.example',
  7,
  null,
  packed({ response_uri: 'https://capture.example/x' }),
])('%j may stand in a signed request', (value) => {
  expect(codesOf({ op: 'put', path: '/response_uri', value })).toEqual([])
})

/** All that names somebody else where a request says who asks. */
const foreignNames: readonly Json[] = [
  'x509_san_dns:bank.example',
  `x509_hash:${'A'.repeat(43)}`,
  'redirect_uri:https://bank.example/response',
  'verifier_attestation:bank',
  'decentralized_identifier:did:web:bank.example',
  'decentralized_identifier:did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  `decentralized_identifier:did:jwk:${packed({ kty: 'EC' })}`,
  'openid_federation:https://bank.example',
  'origin:https://bank.example',
  'https://bank.example',
  'did:web:bank.example',
  'did:web:capture.example.bank.example',
  'unknown:bank.example',
  'X509_SAN_DNS:bank.example',
  ' x509_san_dns:bank.example',
]

test.each(foreignNames.map((value) => [value] as const))('%j is a foreign name', (value) => {
  for (const path of ['/client_id', '/iss', '/sub', '/deep/sub'])
    expect(codesOf({ op: 'put', path, value })).toContain('foreign_name /mutations/0/value')
})

test('a foreign name in a JSON text or in a JWT is one', () => {
  const foreign = { client_id: 'x509_san_dns:bank.example' }
  for (const value of [JSON.stringify({ deep: [foreign] }), `e30.${packed(foreign)}.c2ln`])
    expect(codesOf({ op: 'put', path: '/text', value })).toEqual(['foreign_name /mutations/0/value'])
  expect(codesOf({ op: 'put', path: '/text', value: JSON.stringify({ client_id: 'word', more: 'a:b' }) })).toEqual([])
})

test('a DID of somebody else is a foreign name wherever it stands', () => {
  for (const value of ['did:web:bank.example#key-1', { kid: 'did:key:z6Mk' }, packed({ iss: 'did:web:bank.example' })])
    expect(codesOf({ op: 'put', path: '/kid', value })).toEqual(['foreign_name /mutations/0/value'])
})

test.each([
  'x509_san_dns:capture.example',
  'x509_san_dns:bank.invalid',
  `x509_hash:${hashOfNothing}`,
  `${ownHash}-mismatched`,
  ownHash.replace('x509_hash:', 'invalid_scheme:'),
  'redirect_uri:https://capture.example/response',
  'decentralized_identifier:did:web:capture.example:openid4vp:verifier',
  'decentralized_identifier:did:web:bank.test',
  'verifier_attestation:capture.example',
  'plain-name',
  '',
  7,
  null,
])('%j names nobody else', (value) => {
  expect(codesOf({ op: 'put', path: '/client_id', value })).toEqual([])
})

test.each<[string, string[]]>([
  ['decentralized_identifier:did:web:localhost%3A3000:openid4vp:verifier', []],
  ['did:web:localhost%3A3000', []],
  ['did:web:localhost%3A3001:openid4vp:verifier', ['foreign_name']],
  ['did:web:localhost%3A30001', ['foreign_name']],
  ['did:web:localhost', ['foreign_name']],
])('at a port, %s is judged with it', (value, codes) => {
  const operations = [{ op: 'put' as const, path: '/client_id', value, index: 0 }]
  const local = { baseUrl: 'http://localhost:3000', names: [] }
  expect(changeDocument(request, operations, local).problems.map(({ code }) => code)).toEqual(codes)
})

test.each<[string, Json]>([
  ['/client_metadata/jwks/keys/-', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }],
  ['/client_metadata/jwks/keys/-', { kty: 'oct', k: 'AA' }],
  ['/client_metadata/jwks/keys/-', { kty: 'RSA', n: 'AA', e: 'AQAB', p: 'AA' }],
  ['/client_metadata/jwks/keys/-', { kty: 'RSA', n: 'AA', e: 'AQAB', q: 'AA' }],
  ['/x', '-----BEGIN PRIVATE KEY-----'],
  ['/x', packed({ kty: 'EC', crv: 'P-256', d: 'AAAAAAAAAAAAAAAA' })],
])('a private key at %s is refused', (path, value) => {
  expect(codesOf({ op: 'add', path, value })).toEqual(['private_key /mutations/0/value'])
})

test('a private key put together from parts is refused where it gets its secret', () => {
  expect(
    codesOf(
      { op: 'add', path: '/client_metadata/jwks/keys/0', value: { crv: 'P-256' } },
      { op: 'add', path: '/client_metadata/jwks/keys/0/d', value: 'AA' },
      { op: 'add', path: '/client_metadata/jwks/keys/0/kty', value: 'EC' },
    ),
  ).toEqual(['private_key /mutations/1/value'])
})

test('a foreign public key is allowed: responses come to us alone', () => {
  expect(
    codesOf({ op: 'add', path: '/client_metadata/jwks/keys/-', value: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }),
  ).toEqual([])
})

test('what the right document has at a place stays, and goes nowhere else', () => {
  expect(codesOf({ op: 'add', path: '/dcql_query/credentials/0', value: { id: 'decoy' } })).toEqual([])
  expect(codesOf({ op: 'copy', from: '/client_metadata/logo_uri', path: '/response_uri' })).toEqual([
    'foreign_address /mutations/0/path',
  ])
})

test('a document that is the same afterwards is refused, also by a later operation that undoes it', () => {
  expect(codesOf({ op: 'test', path: '/nonce', value: 'secret-nonce-of-this-session' })).toEqual([
    'without_effect /mutations/0',
  ])
  expect(codesOf({ op: 'add', path: '/a', value: 1 }, { op: 'remove', path: '/a' })).toEqual([
    'without_effect /mutations/1',
  ])
})

test('copies of copies end at the bound', () => {
  const doubled = Array.from({ length: 16 }, () => ({ op: 'copy', from: '/dcql_query', path: '/dcql_query/more' }))
  expect(codesOf(...doubled)).toContain('too_large /mutations/15')
  expect(codesOf({ op: 'put', path: '/a'.repeat(200), value: 1 })).toEqual(['too_large /mutations/0'])
})

const secretNames = (name: string): boolean => ['nonce', 'state'].includes(name)

test('differences name each place, and secret values by kind and length', () => {
  const { document } = change(
    { op: 'remove', path: '/nonce' },
    { op: 'replace', path: '/state', value: 7 },
    { op: 'put', path: '/client_metadata/logo_uri', value: null },
    { op: 'add', path: '/dcql_query/credentials/-', value: { id: 'pid' } },
  )
  expect(differencesOf(request, document, secretNames)).toEqual([
    { pointer: '/nonce', was: { kind: 'string', length: 28 } },
    { pointer: '/state', was: { kind: 'string', length: 28 }, is: { kind: 'number', length: 1 } },
    { pointer: '/client_metadata/logo_uri', was: 'https://elsewhere.example/logo.png', is: null },
    {
      pointer: '/dcql_query/credentials',
      was: [{ id: 'pid', meta: { vct_values: ['https://types.example/pid'] } }],
      is: [{ id: 'pid', meta: { vct_values: ['https://types.example/pid'] } }, { id: 'pid' }],
    },
  ])
})

test('a secret that moved stays hidden', () => {
  const { document } = change(
    { op: 'copy', from: '/nonce', path: '/client_metadata/client_name' },
    { op: 'move', from: '/state', path: '/dcql_query/shown' },
  )
  expect(JSON.stringify(differencesOf(request, document, secretNames))).not.toMatch(/secret-(nonce|state)/)
})

const read = (asked: unknown) =>
  readMutations(asked, 'presentation').problems.map(({ code, pointer }) => `${code} ${pointer}`)

test.each<[string, unknown, string[]]>([
  ['no list', {}, ['missing_member /mutations']],
  ['an empty list', [], ['missing_member /mutations']],
  ['17 operations', Array(17).fill({}), ['too_large /mutations']],
  ['33 KiB of values', [{ value: 'x'.repeat(33 * 1024) }], ['too_large /mutations']],
  ['no object', [7], ['missing_member /mutations/0']],
  ['nothing in it', [{}], ['missing_member /mutations/0/target', 'missing_member /mutations/0/op']],
  ['an unknown target', [{ target: 'x', op: 'remove', path: '/a' }], ['unknown_target /mutations/0/target']],
  ['an inherited name', [{ target: 'toString', op: 'remove', path: '/a' }], ['unknown_target /mutations/0/target']],
  ['the other session', [{ target: 'offer', op: 'remove', path: '/a' }], ['wrong_session /mutations/0/target']],
  ['an unknown operation', [{ target: 'link', op: 'x', path: '/a' }], ['unknown_operation /mutations/0/op']],
  ['no path', [{ target: 'link', op: 'remove' }], ['missing_member /mutations/0/path']],
  ['no value', [{ target: 'link', op: 'put', path: '/a' }], ['missing_member /mutations/0/value']],
  ['no from', [{ target: 'link', op: 'move', path: '/a' }], ['missing_member /mutations/0/from']],
  ['the whole', [{ target: 'link', op: 'put', path: '', value: 1 }], ['path_missing /mutations/0/path']],
  ['a long path', [{ target: 'link', op: 'remove', path: `/${'a'.repeat(512)}` }], ['too_large /mutations/0/path']],
  ['an odd signature', [{ target: 'signature', op: 'remove' }], ['unknown_operation /mutations/0/op']],
  [
    'two of them',
    [
      { target: 'link', op: 'remove' },
      { target: 'x', op: 'y' },
    ],
    ['missing_member /mutations/0/path', 'unknown_target /mutations/1/target', 'unknown_operation /mutations/1/op'],
  ],
])('a list with %s is refused', (_, asked, problems) => {
  expect(read(asked)).toEqual(problems)
})

test('null is a value, and a signature is changed by its name', () => {
  const { mutations, problems } = readMutations(
    [
      { target: 'link', op: 'put', path: '/a', value: null },
      { target: 'signature', op: 'corrupt' },
      { target: 'signature', op: 'put', path: '/signature', value: 'none' },
    ],
    'presentation',
  )
  expect(problems).toEqual([])
  expect(mutations).toEqual([
    { target: 'link', op: 'put', path: '/a', value: null, index: 0 },
    { target: 'signature', op: 'corrupt', index: 1 },
    { target: 'signature', op: 'none', index: 2 },
  ])
})

test('a refusal lists every problem, and repeats no value', () => {
  const { problems } = change({ op: 'test', path: '/nonce', value: 'guessed' }, { op: 'remove', path: '/nowhere' })
  const refusal = mutationRefusal(problems)
  expect(mutationRefusal([])).toBeNull()
  expect(refusal).toMatchObject({
    code: 'invalid_mutation',
    members: {
      pointer: '/mutations/0/value',
      errors: [
        { code: 'test_failed', pointer: '/mutations/0/value', clause: null },
        { code: 'path_missing', pointer: '/mutations/1/path', clause: null },
      ],
    },
  })
  expect(JSON.stringify([refusal?.members, refusal?.description])).not.toMatch(/guessed|secret-nonce/)
})

test.each([
  'http://localhost:3000\\@evil.example/',
  'https://evil.example;.test/',
  'mailto:a@evil.example',
  'data:text/html,x',
  'see //evil.example/x',
])('an address that parsers may read otherwise is refused: %s', (value) => {
  expect(codesOf({ op: 'add', path: '/x', value })).toEqual(['foreign_address /mutations/0/value'])
})

test.each<[string, Json]>([
  ['below another member', { a: 'x509_san_dns:evil.example' }],
  ['beside a reserved host', 'x509_san_dns:evil.example,a.test'],
  ['with padding', `x509_hash:${'A'.repeat(43)}=`],
  ['after a space', `x509_hash: ${'A'.repeat(43)}`],
])('a name of somebody else is refused: %s', (_, value) => {
  expect(codesOf({ op: 'put', path: '/client_id', value })).toEqual(['foreign_name /mutations/0/value'])
})

test('a foreign address is not written twice', () => {
  expect(codesOf({ op: 'add', path: '/client_metadata/logo_uris', value: [] })).toEqual([])
  const twice = changeDocument(
    { logos: ['https://logo.example/x'] },
    [{ index: 0, op: 'copy', from: '/logos/0', path: '/logos/1' }],
    own,
  )
  expect(twice.problems.map(({ code }) => code)).toEqual(['foreign_address'])
})

test('a signed text of somebody else may lose its signature, once and where it stands', () => {
  const claims = packed({ iss: 'https://registrar.example' })
  const signed = `${packed({ alg: 'ES256' })}.${claims}.c2lnbmF0dXJl`
  const before = { verifier_info: [{ format: 'registration_cert', data: signed }] }
  const write = (op: 'put' | 'add', path: string, value: Json) =>
    changeDocument(before, [{ index: 0, op, path, value }], own).problems.map(({ code }) => code)
  const broken = `${packed({ alg: 'none' })}.${claims}.`
  expect(write('put', '/verifier_info/0/data', broken)).toEqual([])
  expect(write('put', '/another', broken)).toEqual(['foreign_name', 'foreign_address'])
  expect(write('add', '/verifier_info/-', { format: 'registration_cert', data: broken })).toEqual([
    'foreign_name',
    'foreign_address',
  ])
  const other = `${packed({ jku: 'https://evil.example' })}.${claims}.`
  expect(write('put', '/verifier_info/0/data', other)).toEqual(['foreign_address'])
})
