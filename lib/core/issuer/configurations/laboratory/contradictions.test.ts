import { expect, it } from 'vitest'
import { contradictionIn } from './contradictions'
import type { Contradiction } from './laboratory-option'
import { completeLaboratory } from './laboratory-options'

const says = 'Nobody signs for a minute.'
const among: Contradiction[] = [
  {
    members: ['/laboratory/lifetime_seconds', '/laboratory/signed_metadata'],
    says,
    holds: ({ lifetime_seconds: seconds, signed_metadata: signed }) => seconds === 60 && signed === 'on_request',
  },
]
const beside = {
  issuer_configuration_id: 'eu-pid-device-bound',
  fault: null,
  trust_framework: 'test_root',
  baseUrl: 'https://issuer.example',
} as const

it('finds a contradiction among the completed options, and none where a value fits', () => {
  const options = (asked: object) => completeLaboratory({ lifetime_seconds: 60, ...asked })
  expect(contradictionIn(options({}), beside, among)?.says).toBe(says)
  expect(contradictionIn(options({ signed_metadata: 'never' }), beside, among)).toBeNull()
})

it('is a fault over http where nothing is over https', () => {
  const found = (fault: string | null, baseUrl: string) =>
    contradictionIn(completeLaboratory({}), { ...beside, fault, baseUrl })?.members
  expect(found('issuer_metadata_http_endpoint', 'http://issuer.example')).toEqual(['/fault', 'BASE_URL'])
  expect(found('issuer_metadata_http_endpoint', 'https://issuer.example')).toBeUndefined()
  expect(found('issuer_metadata_404', 'http://issuer.example')).toBeUndefined()
  expect(found(null, 'http://issuer.example')).toBeUndefined()
})

it('is a signer of mdocs as ETSI has it under the test root', () => {
  const found = (trust_framework: 'test_root' | 'eu') =>
    contradictionIn(
      completeLaboratory({ mdoc_signer: 'etsi', client_attestation: { drafts: ['08'], challenge: false } }),
      { ...beside, trust_framework },
    )?.members
  expect(found('test_root')).toEqual(['/laboratory/mdoc_signer', '/trust_framework'])
  expect(found('eu')).toBeUndefined()
})

it('is a type for payments without hosted metadata or without a key', () => {
  const found = (type: object) => {
    const own = { id: 'a', format: 'dc+sd-jwt', binding: 'key', disclosure: 'all', claims: { a: 1 }, ...type }
    return contradictionIn(completeLaboratory({ credentials: [own] } as never), beside)?.members
  }
  const at = (member: string) => `/laboratory/credentials/0/${member}`
  const members = { category: 'urn:example:category', transaction_types: ['payment'] }
  expect(found(members)).toBeUndefined()
  for (const [name, value] of Object.entries(members)) {
    expect(found({ [name]: value, vct: 'urn:example:a' })).toEqual([at(name), at('vct')])
    expect(found({ [name]: value, binding: 'none' })).toEqual([at(name), at('binding')])
  }
})

it('is a type that extends itself, or whose relations only hosted metadata could say', () => {
  const found = (...types: object[]) => {
    const all = types.map((type) => ({
      format: 'dc+sd-jwt',
      binding: 'key',
      disclosure: 'all',
      claims: { a: 1 },
      ...type,
    }))
    return contradictionIn(completeLaboratory({ credentials: all } as never), beside)?.members
  }
  const at = (index: number, member: string) => `/laboratory/credentials/${index}/${member}`
  const [a, b, c] = [
    { id: 'a', extends: 'b' },
    { id: 'b', extends: 'c' },
    { id: 'c', extends: 'b' },
  ]
  expect(found(a, b, { id: 'c' })).toBeUndefined()
  expect(found(a, b, { id: 'c', extends: 'urn:example:a' })).toBeUndefined()
  expect(found(a, { id: 'b', extends: 'a' })).toEqual([at(0, 'extends'), at(1, 'extends')])
  expect(found(a, b, c)).toEqual([at(1, 'extends'), at(2, 'extends')])
  expect(found({ id: 'x' }, { id: 'urn:example:a', extends: 'urn:example:a' })).toEqual([at(1, 'extends'), at(1, 'id')])
  expect(found({ ...a, vct: 'urn:example:a' }, { id: 'b' })).toEqual([at(0, 'extends'), at(0, 'vct')])
  expect(found({ id: 'a', integrity: true, vct: 'urn:example:a' })).toEqual([at(0, 'integrity'), at(0, 'vct')])
  expect(found({ id: 'a', integrity: false, vct: 'urn:example:a', aka_vcts: ['urn:example:b'] })).toBeUndefined()
})

it('is a batch whose credentials say more than one response may hold', () => {
  const text = 'x'.repeat(4000)
  const claims = (count: number, value: unknown = 1) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, value]))
  const type = (of: object, more: object = {}) => ({
    id: 'own',
    format: 'dc+sd-jwt',
    binding: 'key',
    claims: of,
    ...more,
  })
  const found = (batch: object | null, ...credentials: object[]) =>
    contradictionIn(completeLaboratory({ batch, credentials } as never), beside)?.members
  const [size, issue] = ['/laboratory/batch/size', '/laboratory/batch/issue']
  const claimsOf = (index: number) => `/laboratory/credentials/${index}/claims`
  const batch = (of: number, given = of) => ({ size: of, order: 'proofs', issue: given })
  expect(found(batch(20), type(claims(200)))).toBeUndefined()
  expect(found(batch(21), type(claims(200)))).toEqual([size, claimsOf(0)])
  expect(found(batch(100), type(claims(40)))).toBeUndefined()
  expect(found(batch(100), type(claims(40)), type(claims(41), { id: 'other' }))).toEqual([size, claimsOf(1)])
  // Fewer credentials than proofs.
  expect(found(batch(100, 20), type(claims(200)))).toBeUndefined()
  expect(found(batch(100, 21), type(claims(200)))).toEqual([issue, claimsOf(0)])
  // Members and elements count; a date or bytes are one value.
  expect(found(batch(100), type({ list: claims(19), other: [...Array(19).keys()] }))).toBeUndefined()
  expect(found(batch(100), type({ list: claims(19), other: [...Array(20).keys()] }))).toEqual([size, claimsOf(0)])
  const mdoc = (count: number) =>
    type(claims(count, { $date: '2001-02-03' }), { format: 'mso_mdoc', doctype: 'd', disclosure: 'all' })
  expect(found(batch(100), mdoc(40))).toBeUndefined()
  expect(found(batch(100), mdoc(41))).toEqual([size, claimsOf(0)])
  // Few but long claims.
  expect(found(batch(21), type(claims(15, text)))).toBeUndefined()
  expect(found(batch(22), type(claims(15, text)))).toEqual([size, claimsOf(0)])
  // A single credential, whatever the batch size.
  expect(found(batch(100), type(claims(200), { binding: 'none' }))).toBeUndefined()
  expect(found(null, type(claims(200)))).toBeUndefined()
})
