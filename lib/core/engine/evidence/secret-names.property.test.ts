import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presented } from '@/lib/testing/presented-tokens'
import { runs } from '@/scripts/thorough.mjs'
import { issuerVocabulary } from '../../issuer/redaction/issuer-redaction'
import type { Json, JsonObject } from '../../shared/values/json'
import { verifierVocabulary } from '../../verifier/redaction/verifier-redaction'
import { formType, given, jsonType, jws } from '../redaction/fixtures/exchanges'
import { type RedactExchangeInput, redactExchange } from '../redaction/message/redact-exchange'
import { redactValue } from '../redaction/message/redact-value'
import { sharedVocabulary } from '../redaction/names/vocabulary'

/** Names whose endings reveal their content, in addition to the vocabularies. */
const byEnding = ['access_token', 'pre-authorized_code', 'client_secret', 'c_nonce', 'key_attestation', 'proof_jwts']
/** Nested names: harmless ones, unknown ones, those of keys, and those with rules of their own. */
const inner = [
  'kid',
  'client_id',
  'iss',
  'format',
  'note',
  'x',
  'value',
  'name',
  'kty',
  'jwk',
  'x5c',
  'credentials',
  'jwt',
]

/** Words that only their place makes a secret, and numbers that cannot be a length or status. */
const word = fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 3, maxLength: 8 })
const leaf: fc.Arbitrary<Json> = fc.oneof(
  word.map((text) => `marigold${text}`),
  word.map((text) => jws({ alg: 'ES256', typ: 'unheard-of' }, { note: `marigold${text}` })),
  fc.integer({ min: 710_000_000, max: 719_999_999 }),
)
const { tree } = fc.letrec<{ tree: Json; list: Json[]; object: JsonObject }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...inner), tie('tree'), { minKeys: 1, maxKeys: 3 }) as fc.Arbitrary<JsonObject>,
}))

function leavesOf(value: Json): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  return [String(value)]
}

type Protocol = (input: { body: Json; type: string }) => RedactExchangeInput
const protocols: readonly [string, readonly string[], Protocol][] = [
  ['OpenID4VCI', issuerVocabulary.sensitive, ({ body, type }) => given({ body, type })],
  [
    'OpenID4VP',
    verifierVocabulary.sensitive,
    ({ body, type }) => presented({ body: typeof body === 'string' ? body : JSON.stringify(body), type }),
  ],
]

describe.each(protocols)('whatever stands below a name of a secret, %s', (_protocol, own, exchangeWith) => {
  const names = [...sharedVocabulary.sensitive, ...own, ...byEnding]

  it('no value of it is on record, however deep it is, in lists and objects', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), tree, word, (name, value, outer) => {
        const secret = { [name]: value }
        const bodies: Json[] = [secret, { [outer]: [{ [outer]: secret }] }, [[name, value]], { name, value }]
        for (const body of bodies) {
          const inputs = [
            exchangeWith({ body, type: jsonType }),
            exchangeWith({ body: `x=${encodeURIComponent(JSON.stringify(body))}`, type: formType }),
          ]
          for (const input of inputs) expectGone(value, JSON.stringify(redactExchange(input)))
        }
        expectGone(value, JSON.stringify(redactValue(name, value, exchangeWith({ body: {}, type: jsonType }))))
      }),
      runs(300),
    )
  })

  it.each(['credentials', 'proofs', 'key_attestation', 'vp_token'])(
    '%s holds a credential with an object in it',
    (name) => {
      const value = [{ credential: { x: 'eyJmarigold', deep: [{ note: 'marigold' }] }, other: 'marigold' }]
      expect(JSON.stringify(redactExchange(exchangeWith({ body: { [name]: value }, type: jsonType })))).not.toContain(
        'marigold',
      )
    },
  )
})

function expectGone(value: Json, output: string): void {
  expect(output).not.toContain('marigold')
  expect(leavesOf(value).filter((text) => output.includes(text))).toEqual([])
}
