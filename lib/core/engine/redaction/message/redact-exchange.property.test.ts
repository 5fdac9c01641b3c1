import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { redactPath } from '../../../issuer-and-verifier-redaction'
import type { HeaderField } from '../../../shared/http/exchange'
import { toBase64url, utf8 } from '../../../shared/values/base64url'
import type { Json } from '../../../shared/values/json'
import { anyString } from '../fixtures/any-string'
import { answer, encode, formType, given, jsonType, jws, publicJwk } from '../fixtures/exchanges'
import { type RedactExchangeInput, redactExchange } from './redact-exchange'
import { redactValue } from './redact-value'

const form = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map((pair) => pair.map(percent).join('='))
    .join('&')
const percent = (text: string): string => encodeURIComponent(text)
/** Escapes every character, as a client that hides a name would. */
const escapeAll = (text: string): string =>
  [...utf8(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const token = (secret: string): string =>
  jws(
    { typ: 'JWT', alg: 'ES256', note: secret, jwk: { ...publicJwk, d: secret } },
    { nonce: secret, c_nonce: secret, code: secret, note: secret, nested: { a: [secret] } },
  )
const sdJwt = (secret: string): string => `${token(secret)}~${encode(['salt', 'name', secret])}~`
const jwe = (secret: string): string =>
  `${encode({ alg: 'ECDH-ES', enc: 'A128GCM' })}..${encode('iv')}.${encode(secret)}.${encode('tag')}`
const header = (name: string, value: string) => given({ headers: [[name, value]] })

/** Every place where a wallet can send a secret, and ways to hide it there. Each accepts any text. */
const places: Record<string, (secret: string) => RedactExchangeInput> = {
  'authorization header': (secret) => header('Authorization', `DPoP ${secret}`),
  'authorization header without scheme': (secret) => header('AUTHORIZATION', secret),
  cookie: (secret) => header('Cookie', `a=${secret}; b=c`),
  'api key': (secret) => header('X-API-Key', secret),
  'DPoP header that is not a token': (secret) => header('DPoP', secret),
  'attestation header': (secret) => header('OAuth-Client-Attestation', token(secret)),
  'address header': (secret) => header('X-Forwarded-For', secret),
  'header of a token in an innocent name': (secret) => header('X-Note', token(secret)),
  referer: (secret) => header('Referer', `https://w.example/?code=${percent(secret)}&a=b`),
  'code in the query': (secret) => given({ query: form({ code: secret, scope: 'x' }) }),
  'state and request_uri in the query': (secret) => given({ query: form({ state: secret, request_uri: secret }) }),
  'access_token in the query': (secret) => given({ query: form({ access_token: secret }) }),
  'unnamed in the query': (secret) => given({ query: percent(secret) }),
  'name and value escaped': (secret) =>
    given({
      query: `${escapeAll('code')}=${escapeAll(secret)}`,
      body: `${escapeAll('tx_code')}=${escapeAll(secret)}`,
      type: formType,
    }),
  'name escaped twice': (secret) =>
    given({ body: `${escapeAll('code').replaceAll('%', '%25')}=${percent(secret)}`, type: formType }),
  'upper case': (secret) => given({ body: form({ 'PRE-AUTHORIZED_CODE': secret, TX_CODE: secret }), type: formType }),
  repeated: (secret) => given({ body: `code=a&code=${percent(secret)}&code=${percent(secret)}`, type: formType }),
  code: (secret) => given({ body: form({ grant_type: 'x', 'pre-authorized_code': secret }), type: formType }),
  'tx_code and code_verifier': (secret) =>
    given({ body: form({ tx_code: secret, code_verifier: secret }), type: formType }),
  client_secret: (secret) => given({ body: form({ client_secret: secret }), type: formType }),
  'form with a wrong type': (secret) => given({ body: form({ grant_type: 'x', code: secret }), type: jsonType }),
  'JSON inside a form': (secret) =>
    given({ body: form({ authorization_details: JSON.stringify([{ type: 'x', state: secret }]) }), type: formType }),
  'broken JSON inside a form': (secret) =>
    given({ body: form({ authorization_details: `[{"type":"x","code":${JSON.stringify(secret)}` }), type: formType }),
  'JSON in JSON in JSON': (secret) =>
    given({
      body: {
        a: JSON.stringify({ b: JSON.stringify({ c: JSON.stringify({ d: JSON.stringify({ code: secret }) }) }) }),
      },
      type: jsonType,
    }),
  'address inside a form': (secret) =>
    given({ body: form({ redirect_uri: `https://w.example/cb?a=b&token=${percent(secret)}` }), type: formType }),
  'address inside an address': (secret) =>
    given({
      query: form({ next: `https://w.example/cb?next=${percent(`https://w.example/cb?code=${percent(secret)}`)}` }),
    }),
  'user part of an address': (secret) =>
    given({ body: form({ redirect_uri: `https://${percent(secret)}:x@w.example/cb` }), type: formType }),
  nonce: (secret) => given({ body: { nonce: secret, c_nonce: secret, a: [{ DPoP_Nonce: secret }] }, type: jsonType }),
  proofs: (secret) =>
    given({
      body: { proofs: { jwt: [token(secret), secret], attestation: [secret], other: { a: secret } } },
      type: jsonType,
    }),
  'proofs as text': (secret) => given({ body: { proofs: JSON.stringify({ jwt: [secret] }) }, type: jsonType }),
  'proof of an old draft': (secret) =>
    given({ body: { proof: { proof_type: 'jwt', jwt: token(secret), a: { b: secret } } }, type: jsonType }),
  'JSON without a type': (secret) => given({ body: { code: secret } }),
  'bare JSON string': (secret) => given({ body: JSON.stringify(secret), type: jsonType }),
  'list of strings': (secret) => given({ body: [secret, [secret]], type: jsonType }),
  'private key': (secret) => given({ body: { jwk: { ...publicJwk, d: secret, K: secret } }, type: jsonType }),
  PEM: (secret) =>
    given({ body: { note: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----` }, type: jsonType }),
  'token under an innocent name': (secret) =>
    given({ body: { note: token(secret), client_id: token(secret), list: [`a ${token(secret)} b`] }, type: jsonType }),
  'token as a name': (secret) => given({ body: { [token(secret)]: 1 }, type: jsonType, query: `${token(secret)}=1` }),
  'token in an address': (secret) => given({ query: form({ a: `https://w.example/${token(secret)}/x` }) }),
  'SD-JWT and JWE': (secret) => given({ body: { note: sdJwt(secret), other: jwe(secret) }, type: jsonType }),
  'token as a body': (secret) => given({ body: token(secret), type: 'text/plain' }),
  'JWE as a body': (secret) => given({ body: jwe(secret), type: 'application/jwt' }),
  'anything as application/jwt': (secret) => given({ body: `x${secret}`, type: 'application/jwt' }),
  'broken JSON': (secret) => given({ body: `{"code":${JSON.stringify(secret)}`, type: jsonType }),
  'plain text': (secret) => given({ body: `secret ${secret}`, type: 'text/plain' }),
  'over the bound': (secret) => given({ body: { code: secret }, type: jsonType, bodyOverflow: true }),
  'response of the token endpoint': (secret) =>
    given({ reply: answer({ access_token: secret, c_nonce: secret, expires_in: 1 }) }),
  'response of the credential endpoint': (secret) =>
    given({
      reply: answer({ credentials: [{ credential: secret }, { credential: sdJwt(secret) }], notification_id: secret }),
    }),
  offer: (secret) =>
    given({
      reply: answer({
        grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': secret } },
      }),
    }),
  deeplink: (secret) =>
    given({
      reply: answer({
        deeplink: `openid-credential-offer://?credential_offer=${percent(JSON.stringify({ grants: { a: { 'pre-authorized_code': secret } } }))}`,
      }),
    }),
  'answer headers': (secret) =>
    given({
      reply: {
        status: 302,
        headers: [
          ['DPoP-Nonce', secret],
          ['Set-Cookie', `a=${secret}`],
          ['Location', `eudi://cb?code=${percent(secret)}&state=${percent(secret)}`],
        ],
        body: null,
      },
    }),
  'plain response': (secret) =>
    given({
      reply: {
        status: 200,
        headers: [['Content-Type', 'text/plain']],
        body: { kind: 'text', text: `it is ${secret}` },
      },
    }),
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'
const opaque = fc
  .string({ unit: fc.constantFrom(...alphabet), minLength: 20, maxLength: 64 })
  .map((text) => `S3cret${text}`)
/** Any text that a wallet may use as a code; the prefix keeps it from matching the test's own words. */
const anyText = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }).map((text) => `S3cret${text}`)

/** Every 16-character window of the tokens. */
const pieces = (tokens: string[]): string[] =>
  tokens.flatMap((whole) => Array.from({ length: whole.length - 15 }, (_, at) => whole.slice(at, at + 16)))

const contains = (output: string, secret: string): boolean => output.includes(JSON.stringify(secret).slice(1, -1))

describe('redactExchange', () => {
  it.each(Object.keys(places))('hides a secret: %s', (name) => {
    const place = places[name]!
    fc.assert(
      fc.property(fc.oneof(opaque, anyText), (secret) => {
        const output = JSON.stringify(redactExchange(place(secret)))
        expect(output).not.toContain('S3cret')
        expect(contains(output, secret)).toBe(false)
        expect(output).not.toContain(percent(secret))
        expect(output).not.toContain(toBase64url(utf8(secret)))
        expect(pieces([token(secret), sdJwt(secret), jwe(secret)]).filter((piece) => output.includes(piece))).toEqual(
          [],
        )
      }),
      runs(25),
    )
  })
  it('hides a random value under any name that is not known to be harmless', () => {
    fc.assert(
      fc.property(opaque, fc.constantFrom('ticket', 'pre_authorised', 'x', 'foo.bar', 'Zugang'), (secret, name) => {
        fc.pre(/[0-9]/.test(secret) && /[a-z]/.test(secret))
        const inputs = [
          given({ query: form({ [name]: secret }) }),
          given({ body: { [name]: [secret] }, type: jsonType }),
          header(`x-${name}`, secret),
          given({ body: { [secret]: name }, type: jsonType }),
        ]
        for (const input of inputs) expect(JSON.stringify(redactExchange(input))).not.toContain(secret)
        expect(JSON.stringify(redactValue(name, secret, given({})))).not.toContain(secret)
        expect(redactPath(`/issuers/a/${secret}/${token(secret)}`)).toMatch(
          /^\/issuers\/a\/\[redacted:\d+\]\/\[(?:redacted|token):\d+\]$/,
        )
      }),
      runs(),
    )
  })
  it.each(['jWT', 'Token', 'code', 'c_nonce', 'Secrets'])(
    'hides a random name that ends as sensitive ones do: %s',
    (end) => {
      fc.assert(
        fc.property(opaque, (text) => {
          const secret = `${text}${end}`
          fc.pre(secret.length <= 64 && /[a-z]/.test(secret) && /[A-Z]/.test(secret))
          const inputs = [
            given({ query: form({ [secret]: 'x' }) }),
            given({ body: form({ [secret]: 'x' }), type: formType }),
            given({ body: { [secret]: 'x' }, type: jsonType }),
          ]
          for (const input of inputs) expect(JSON.stringify(redactExchange(input))).not.toContain(secret)
        }),
        runs(25),
      )
    },
  )
  it('never throws, whatever the bytes are, and gives plain JSON of bounded size', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      anyString.map(utf8),
      fc.json().map(utf8),
      fc
        .array(
          fc.constantFrom(
            'code',
            '=',
            '&',
            '%',
            '%2',
            '{',
            '"',
            '[',
            ']',
            '}',
            ':',
            ',',
            'eyJ',
            '.',
            '~',
            '://',
            '@',
            '__proto__',
            'proofs',
            'jwk',
            'kty',
            '\u0000',
            '\ud800',
          ),
        )
        .map((pieces) => utf8(pieces.join(''))),
    )
    const text = anyString
    const headers: fc.Arbitrary<HeaderField[]> = fc.array(
      fc.tuple(fc.oneof(text, fc.constantFrom('content-type', 'dpop', 'authorization', 'location', 'cookie')), text),
    )
    fc.assert(
      fc.property(
        bytes,
        headers,
        fc.option(text),
        fc.option(text),
        fc.boolean(),
        (body, fields, query, reply, bodyOverflow) => {
          const redacted = redactExchange(
            given({
              body,
              headers: fields,
              query,
              bodyOverflow,
              reply: reply === null ? null : { status: 200, headers: fields, body: { kind: 'text', text: reply } },
            }),
          )
          const output = JSON.stringify(redacted)
          expect(JSON.stringify(JSON.parse(output))).toBe(output)
          expect(utf8(output).length).toBeLessThanOrEqual(65_536)
        },
      ),
      runs(400),
    )
  })
  it('never throws on any JSON under any name', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.jsonValue(),
        (name, value) => void redactValue(name, JSON.parse(JSON.stringify(value)), given({})),
      ),
      runs(),
    )
  })
  const large = 262_144
  const fill = (piece: string): string => piece.repeat(Math.floor(large / piece.length))
  const bodies: Record<string, Json> = {
    'one string': { a: fill('word ') },
    'control characters': { a: fill('\u0001') },
    'many members': Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`member${index}`, index])),
    'many tokens': { a: Array.from({ length: 800 }, () => jws({ alg: 'ES256', jwk: publicJwk }, { iss: 'a' })) },
    'one long token': { a: jws({ alg: 'ES256' }, { iss: fill('x') }) },
    'many secrets': {
      a: Array.from({ length: 3000 }, (_, index) => ({ code: `secret-number-${index}-of-many` })),
      b: fill('secret-number '),
    },
    'a token with many claims': {
      jwt: jws({ alg: 'ES256' }, { attested_keys: Array.from({ length: 200 }, () => publicJwk) }),
    },
    'many keys': { keys: Array.from({ length: 1500 }, () => publicJwk) },
  }
  it.each(Object.entries(bodies))(
    'stays below 64 KiB and says what is missing: %s',
    (_, body) => {
      for (const input of [
        given({ body, type: jsonType }),
        given({
          body,
          type: jsonType,
          reply: answer(body),
          query: fill('a=b&'),
          headers: [
            ['X-Long', fill('word ')],
            ['Cookie', fill('a')],
          ],
        }),
      ]) {
        const output = JSON.stringify(redactExchange(input))
        expect(utf8(output).length).toBeLessThanOrEqual(65_536)
        expect(output).toMatch(/truncated|"unparsed"|"redacted"/)
      }
    },
    20_000,
  )
  it.each(['a=b&', 'eyJ', 'e.', '%', '{"a":', '[', '"', 'code=', '~', '=', '&', '\\', 'a.b.c~', '-----BEGIN '])(
    'takes linear time for 256 KiB of %j',
    (piece) => {
      const text = fill(piece)
      for (const type of [formType, jsonType, 'application/jwt', null])
        redactExchange(given({ body: text, type, query: text }))
      const output = redactExchange(
        given({
          body: { a: text },
          type: jsonType,
          headers: [
            ['x-a', text],
            ['location', text],
          ],
        }),
      )
      expect(utf8(JSON.stringify(output)).length).toBeLessThanOrEqual(65_536)
    },
    20_000,
  )
})
