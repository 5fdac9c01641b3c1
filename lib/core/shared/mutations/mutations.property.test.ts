import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { toBase64url, utf8 } from '../values/base64url'
import { isSameJson, type Json, type JsonObject } from '../values/json'
import { applyMutations } from './apply-mutations'
import { changeDocument } from './change-document'
import { differencesOf } from './differences'
import { mutatedReply } from './mutated-reply'
import type { DocumentOperation, Placed } from './mutation'
import { mutationRefusal } from './mutation-refusal'
import { readMutations } from './read-mutations'

/** Any list of mutations: it never throws, no foreign address or name is left, and no planted secret is shown. */
const own = { baseUrl: 'https://capture.example', names: ['x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'] }
const secrets = ['planted-nonce-0123456789', 'planted-state-0123456789', 'planted-code-0123456789']
const [nonce = '', state = '', code = ''] = secrets
const isSecret = (name: string): boolean => ['nonce', 'state', 'code'].includes(name)
const right: JsonObject = {
  client_id: own.names[0] ?? '',
  response_uri: 'https://capture.example/openid4vp/sessions/1/response',
  nonce,
  state,
  inner: { code: [code], list: [1, { a: 2 }], jwks: { keys: [{ kty: 'EC', x: 'AA' }] } },
}

const packed = (value: unknown): string => toBase64url(utf8(JSON.stringify(value)))
const foreign = [
  'https://evil.example/x',
  'https:evil.example',
  '//evil.example',
  'https%3A%2F%2Fevil.example',
  packed({ a: 'https://evil.example' }),
  'x509_san_dns:evil.example',
  'did:web:evil.example',
]
const names = [
  'client_id',
  'response_uri',
  'nonce',
  'state',
  'inner',
  'code',
  'list',
  'iss',
  'a',
  '__proto__',
  '0',
  '-',
  '',
]
const path = fc
  .array(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 })), { maxLength: 4 })
  .map((steps) => steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))
const value = fc.oneof(
  fc.constantFrom<Json>(...foreign, null, 7, 'https://capture.example/ok', 'https://x.test/', { iss: 'plain' }),
  fc.constantFrom<Json>({ sub: 'https://evil.example' }, ['https://evil.example'], { kty: 'EC', d: 'AA' }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
)
const operation = fc.record(
  {
    target: fc.constantFrom('request_object', 'request_object', 'request_object', 'offer', 'nothing'),
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'put', 'spam'),
    path: fc.oneof(path, path, fc.string(), fc.constant(7)),
    from: path,
    value,
  },
  { requiredKeys: ['target', 'op'] },
)

/** Every text of a value as a wallet may read it, decoded once. */
const textsOf = (document: unknown): string =>
  JSON.stringify(document).replace(
    /[\w-]{24,}/g,
    (text) => `${text} ${Buffer.from(text, 'base64url').toString('latin1')}`,
  )

/** Without percent-encoding of ASCII. */
const plain = (text: string): string =>
  text.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

it('is never more than what may be signed, whatever is asked for', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 17 }), (asked) => {
      const { mutations, problems: ofForm } = readMutations(asked, 'presentation')
      const operations = mutations as readonly Placed<DocumentOperation>[]
      const before = JSON.stringify(right)
      const { document, problems } = changeDocument(right, operations, own)
      const refusal = mutationRefusal([...ofForm, ...problems])
      expect(JSON.stringify(right)).toBe(before)
      expect(({} as JsonObject).polluted).toBeUndefined()
      // Errors repeat no value.
      expect(JSON.stringify([refusal?.description, refusal?.members])).not.toMatch(/evil|planted-/)
      if (operations.length === 0) return
      const isUnchanged = isSameJson(document, right)
      const isDone = applyMutations(right, operations).problems.length === 0
      expect(problems.some((one) => one.code === 'without_effect')).toBe(isDone && isUnchanged)
      if (problems.length > 0) return
      expect(plain(textsOf(document))).not.toMatch(
        /https?:\/{0,2}evil|"\/\/evil|"(?:client_id|iss|sub)":\[?"x509_san_dns:evil|did:web:evil/,
      )
      const differences = differencesOf(right, document, isSecret)
      for (const secret of secrets) expect(JSON.stringify(differences)).not.toContain(secret)
      expect(differences.length).toBeGreaterThan(0)
    }),
    runs(10_000),
  )
})

it('sends a reply in its bounds, whatever is asked for', () => {
  const reply = {
    status: 200,
    headers: [['Content-Type', 'application/json']] as const,
    body: { kind: 'json' as const, value: {} },
  }
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          op: fc.constant('put' as const),
          path: fc.constantFrom('/status', '/content_type', '/body', '/x'),
          value,
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      (asked) => {
        const sent = mutatedReply(
          reply,
          asked.map((one, index) => ({ ...one, index })),
        )
        expect(sent.status).toBeGreaterThanOrEqual(200)
        expect(sent.status).toBeLessThan(600)
        expect(JSON.stringify(sent.headers)).not.toMatch(/text\/html|svg/)
      },
    ),
    runs(1000),
  )
})
