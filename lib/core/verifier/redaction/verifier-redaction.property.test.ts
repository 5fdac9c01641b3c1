import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf, disclosure, presentation, presented } from '@/lib/testing/presented-tokens'
import { runs } from '@/scripts/thorough.mjs'
import { anyString } from '../../engine/redaction/fixtures/any-string'
import { encode, formType, jsonType, jws, publicJwk } from '../../engine/redaction/fixtures/exchanges'
import { type RedactExchangeInput, redactExchange } from '../../engine/redaction/message/redact-exchange'
import { toBase64url, utf8 } from '../../shared/values/base64url'
import type { Json, JsonObject } from '../../shared/values/json'
import { quote, say } from '../../shared/values/wording'
import { posted as posting } from '../endpoints/dc-api/browser-report'

/** An SD-JWT VC with the secret in every place for a value, salt or key. */
function carrying(secret: string): string {
  const street = disclosure(secret, 'street_address', secret)
  const inArray = disclosure(secret, [secret, { deep: secret }])
  const disclosures = [
    disclosure(secret, 'given_name', secret),
    disclosure(secret, 'address', { _sd: [digestOf(street)], country: secret, more: [[secret]] }),
    street,
    inArray,
    encode([secret, secret, secret, secret]),
    encode({ [secret]: secret }),
    encode([secret]),
    toBase64url(utf8(`["${secret}`)),
    toBase64url(utf8(secret)),
    secret.replace(/[^\w-]/g, ''),
  ]
  return presentation({
    claims: {
      _sd: [...disclosures.map(digestOf), secret],
      given_name: secret,
      sub: secret,
      jti: secret,
      nested: { a: { b: [secret, { '...': digestOf(inArray) }, { '...': secret }] } },
      status: { status_list: { idx: secret, uri: secret }, [`${secret}@`]: secret },
      cnf: { jwk: { ...publicJwk, x: secret, y: secret, d: secret, kid: secret }, kid: secret },
      iat: secret,
      exp: [secret],
    },
    disclosures,
    keyBinding: { aud: 'x509_hash:abc', nonce: 'n', iat: secret, extra: secret, given_name: [secret] },
    keyBindingHeader: { kid: secret, jwk: { ...publicJwk, d: secret }, note: secret },
  })
}

const idToken = (secret: string): string =>
  jws({ alg: 'ES256' }, { sub: secret, name: secret, sub_jwk: { kty: secret } })
const jwe = (secret: string): string =>
  `${encode({ alg: 'ECDH-ES', enc: 'A128GCM', epk: { ...publicJwk, x: secret }, apu: secret, note: secret })}.${encode(secret)}.${encode('iv')}.${encode(secret)}.${encode('tag')}`
/** An mdoc contains its texts as plain bytes. */
const mdoc = (secret: string): string =>
  toBase64url(utf8(`\u00a2gversionc1.0idocuments${secret}${'filler'.repeat(40)}`))

const form = (members: Record<string, string>): string =>
  Object.entries(members)
    .map((pair) => pair.map((text) => encodeURIComponent(text)).join('='))
    .join('&')
const posted = (members: Record<string, string>): RedactExchangeInput =>
  presented({ body: form(members), type: formType })
const decrypted = (decryptedBody: string): RedactExchangeInput => ({
  ...posted({ response: jwe('x'), state: 'y' }),
  decryptedBody,
})
const json = (value: Json): string => JSON.stringify(value)

/** A post of our page as the endpoint passes it on; `data` is the wallet's. */
const throughBrowser = (data: Json): RedactExchangeInput => {
  const page = { origin: 'https://verifier.example', elapsedMillis: 2000, allows: { 'openid4vp-v1-signed': true } }
  const outcome = { outcome: 'answer', protocol: 'openid4vp-v1-signed' }
  return {
    ...presented({ body: { ...outcome, data, page: { origin: page.origin, elapsed_ms: 2000 } }, type: jsonType }),
    envelope: posting(outcome, page, { member: 'data', value: data }),
  }
}

/** Every place where a wallet may put a personal value, including wrong ones. */
const places: Record<string, (secret: string) => RedactExchangeInput> = {
  'vp_token by query': (secret) => posted({ vp_token: json({ pid: [carrying(secret)], [`q-${secret}@`]: [secret] }) }),
  'vp_token of an mdoc': (secret) => posted({ vp_token: json({ pid: [mdoc(secret), mdoc(secret)] }) }),
  'vp_token as a string, a list, objects': (secret) =>
    posted({
      vp_token: json({ a: carrying(secret), b: [[carrying(secret)], { c: carrying(secret), d: secret }], e: secret }),
    }),
  'vp_token that is not JSON': (secret) => posted({ vp_token: `{"pid":["${secret}` }),
  'vp_token by itself': (secret) => posted({ vp_token: carrying(secret), VP_TOKEN: carrying(secret) }),
  'vp_token twice, and under another name': (secret) =>
    presented({
      body: `vp_token=${carrying(secret)}&vp_token=${carrying(secret)}&vp%5Ftoken=${carrying(secret)}&x=${carrying(secret)}`,
      type: formType,
    }),
  'vp_token with parts of a presentation': (secret) =>
    posted({ vp_token: carrying(secret).split('~').slice(1).join('~'), x: carrying(secret).split('~')[1] ?? '' }),
  'vp_token in JSON': (secret) => presented({ body: { vp_token: { pid: [carrying(secret)] } }, type: jsonType }),
  'vp_token in a query and in an address': (secret) =>
    presented({
      query: form({
        vp_token: carrying(secret),
        next: `https://w.example/?${form({ vp_token: secret, response: secret })}`,
      }),
    }),
  'presentation as a body': (secret) => presented({ body: carrying(secret), type: 'text/plain' }),
  'presentation in a header': (secret) =>
    presented({
      headers: [
        ['X-Note', carrying(secret).replace(/[^ -~]/g, '')],
        ['Cookie', secret],
        ['X-Name', secret],
      ],
    }),
  id_token: (secret) => posted({ id_token: idToken(secret), ID_Token: idToken(secret), foo: idToken(secret) }),
  'values without an envelope': (secret) =>
    posted({
      given_name: secret,
      address: json({ a: [secret], b: { [`${secret}@`]: 1 } }),
      email: secret,
      code: secret,
    }),
  'values in JSON': (secret) =>
    presented({ body: { given_name: secret, list: [secret, { a: secret }] }, type: jsonType }),
  'a value as the whole body': (secret) => presented({ body: secret, type: 'text/plain' }),
  'a value as JSON': (secret) => presented({ body: json(secret), type: jsonType }),
  'a value in a query': (secret) => presented({ query: form({ given_name: secret }) }),
  'wallet_metadata and wallet_nonce': (secret) =>
    posted({
      wallet_metadata: json({
        wallet_name: secret,
        vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': [{ a: secret }], holder: secret } },
        jwks: { keys: [{ ...publicJwk, x: secret, d: secret, kid: secret }, secret], of: secret },
        issuer: [secret],
      }),
      wallet_nonce: secret,
    }),
  'wallet_metadata that is none': (secret) =>
    posted({ wallet_metadata: secret, presentation_submission: json({ a: secret }) }),
  'state and error': (secret) =>
    posted({ state: secret, error: 'access_denied', error_uri: `https://w.example/?code=${secret}` }),
  'encrypted, unopened': (secret) => posted({ response: jwe(secret) }),
  'encrypted, with a value': (secret) =>
    decrypted(json({ vp_token: { pid: [carrying(secret)] }, given_name: secret, n: [secret] })),
  'encrypted, with text': (secret) => decrypted(secret),
  'encrypted, with broken JSON': (secret) => decrypted(`{"vp_token":{"pid":["${carrying(secret)}`),
  'encrypted, with a signed response': (secret) =>
    decrypted(jws({ alg: 'ES256', note: secret }, { vp_token: { pid: [carrying(secret)] }, given_name: secret })),
  'encrypted as a body': (secret) => presented({ body: jwe(secret), type: 'application/jwt' }),
  'data of a browser, with vp_token': (secret) =>
    throughBrowser({
      vp_token: { pid: [carrying(secret), mdoc(secret)], [`q-${secret}@`]: [secret] },
      given_name: secret,
    }),
  'data of a browser, wrong': (secret) =>
    throughBrowser({
      vp_token: carrying(secret),
      id_token: idToken(secret),
      [secret]: secret,
      list: [secret, { a: secret }],
    }),
  'data of a browser, as text': (secret) => throughBrowser(json({ vp_token: { pid: [carrying(secret)] }, a: secret })),
  'data of a browser, as a list': (secret) => throughBrowser([secret, carrying(secret)]),
  'data of a browser, unopened': (secret) => throughBrowser({ response: jwe(secret) }),
  'data of a browser, decrypted': (secret) => ({
    ...throughBrowser({ response: jwe('x') }),
    decryptedBody: json({ vp_token: { pid: [carrying(secret)] }, given_name: secret, n: [secret] }),
  }),
  'post of a page that is none': (secret) =>
    presented({
      body: {
        outcome: secret,
        protocol: secret,
        data: { vp_token: { pid: [carrying(secret)] } },
        page: { origin: secret },
      },
      type: jsonType,
    }),
  'finding and event': (secret) => ({
    ...posted({ vp_token: json({ pid: [carrying(secret)] }) }),
    findings: [
      {
        id: 'vci.token.code_valid',
        status: 'fail',
        expected: say`expected '${secret}'`,
        actual: { seen: [quote(secret), quote(carrying(secret))] },
        hint: say`Not ${secret}.`,
        error: null,
        rejected: false,
      },
    ],
    details: [{ reason: secret, list: [carrying(secret)] } satisfies JsonObject],
  }),
}

/** A presentation that discloses a value and repeats it in its key binding. */
function repeating(
  value: Json,
  keyBinding: JsonObject = {},
  keyBindingHeader: JsonObject = {},
  claims: JsonObject = {},
): string {
  const disclosed = disclosure('a-salt-of-128-bits-x', 'given_name', value)
  return presentation({
    claims: { ...claims, _sd: [digestOf(disclosed)] },
    disclosures: [disclosed],
    keyBinding: { aud: ours.aud, nonce: ours.nonce, iat: 1_700_000_000, sd_hash: ours.hash, ...keyBinding },
    keyBindingHeader,
  })
}
const ours = {
  aud: 'x509_hash:8Jt2vFDaxkxXQCYlBaDVG9I-1-QnzsU8ChoTGUbdcfY',
  nonce: 'q8Zr0aYkT2m1Wc5xJ7vN9b-DE-kX9d2mQpR7sT4vW1y',
  hash: 'M-1-kFsjPbkZ_a-4wM2yYZy35mLI0Wqk3bV4R5s6t7_18',
}
const envelope = (payload: Json, header: JsonObject = {}): RedactExchangeInput => ({
  ...presented({
    body: form({
      response: `${encode({ alg: 'ECDH-ES', enc: 'A128GCM', ...header })}..${encode('iv')}.${encode('text')}.${encode('tag')}`,
    }),
    type: formType,
  }),
  decryptedBody: json(payload),
})
/** Adds a presentation that discloses the value. */
const beside = (value: Json, members: Record<string, string>): RedactExchangeInput =>
  posted({ vp_token: json({ pid: [repeating(value)] }), ...members })
const asField = (name: string, value: string, text: string): RedactExchangeInput =>
  presented({ body: form({ vp_token: json({ pid: [repeating(value)] }) }), type: formType, headers: [[name, text]] })
const bound = (value: string, claims: JsonObject, header: JsonObject = {}): RedactExchangeInput =>
  posted({ vp_token: json({ pid: [repeating(value, claims, header)] }) })

/** Names that our own views use too. */
const ownNames = [
  'thumbprint',
  'kind',
  'status',
  'status_list',
  'signature',
  'type',
  'digest',
  'serial',
  'scheme',
  'source',
  'value',
]

/** Where an exchange that discloses a value may repeat it, including inside other text. */
const repeated: Record<string, (value: string, text: string) => RedactExchangeInput> = {
  ...Object.fromEntries(
    ownNames.flatMap((name) => [
      [`${name} in a form`, (value: string, text: string) => beside(value, { [name]: text })],
      [
        `${name} in JSON`,
        (value: string, text: string) =>
          envelope({ vp_token: { pid: [repeating(value)] }, [name]: text, list: [{ redacted: true, [name]: text }] }),
      ],
      [
        `${name} in a query`,
        (value: string, text: string) => ({
          ...beside(value, {}),
          exchange: { ...beside(value, {}).exchange, query: form({ [name]: text }) },
        }),
      ],
      [
        `${name} in the headers of tokens`,
        (value: string, text: string) => ({
          ...envelope({ vp_token: { pid: [repeating(value, { [name]: text }, { [name]: text })] } }, { [name]: text }),
        }),
      ],
      [`${name} as a field`, (value: string, text: string) => asField(name, value, text)],
      [
        `${name} in a credential`,
        (value: string, text: string) =>
          posted({
            vp_token: json({
              pid: [
                repeating(value, {}, {}, { [name]: text, status: { [name]: { uri: `https://s.example/${text}` } } }),
              ],
            }),
          }),
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['aud', 'nonce', 'sd_hash', 'transaction_data_hashes_alg'].map((name) => [
      `${name} of the key binding`,
      (value: string, text: string) => bound(value, { [name]: text }),
    ]),
  ),
  'aud and transaction_data_hashes as lists': (value, text) =>
    bound(value, { aud: [text, ours.aud], transaction_data_hashes: [ours.hash, text] }),
  'typ and alg of the key binding': (value, text) => bound(value, {}, { typ: text, alg: value }),
  ...Object.fromEntries(
    [
      ...['error', 'error_description', 'error_uri', 'iss', 'expires_in', 'token_type', 'scope'],
      'client_id',
      'foo',
    ].flatMap((name) => [
      [`${name} in the form`, (value: string, text: string) => beside(value, { [name]: text })],
      [
        `${name} in the JWE`,
        (value: string, text: string) => envelope({ vp_token: { pid: [repeating(value)] }, [name]: [text], [text]: 1 }),
      ],
    ]),
  ),
  'typ, cty and kid of the JWE': (value, text) =>
    envelope({ vp_token: { pid: [repeating(value)] } }, { typ: text, cty: text, kid: text }),
  'a name': (value, text) => beside(value, { [text]: 'x', [`x-${value}`]: 'y' }),
  'an id of a query': (value, text) => posted({ vp_token: json({ [text]: [repeating(value)] }) }),
  'a query': (value, text) => ({
    ...beside(value, {}),
    exchange: { ...beside(value, {}).exchange, query: form({ scope: text, foo: text, [text]: '1' }) },
  }),
  'User-Agent': (value, text) => asField('User-Agent', value, text),
  Referer: (value, text) => asField('Referer', value, `https://w.example/${text}?${form({ scope: text })}`),
  'another field': (value, text) => asField('Origin', value, text),
  'a path': (value, text) => ({
    ...beside(value, {}),
    exchange: { ...beside(value, {}).exchange, path: `/openid4vp/sessions/${text}/response` },
  }),
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'
const opaque = fc
  .string({ unit: fc.constantFrom(...alphabet), minLength: 8, maxLength: 64 })
  .map((text) => `S3cret${text}`)
/** Any text that may be a personal value; the prefix keeps it from matching the test's own words. */
const anyValue = fc.string({ unit: 'grapheme', minLength: 2, maxLength: 40 }).map((text) => `S3cret${text}`)

/** All windows of sixteen characters. */
const windows = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 15) }, (_, at) => text.slice(at, at + 16))

/** Pieces of tokens that a text repeats. */
function repeatedPieces(output: string, tokens: readonly string[]): string[] {
  // Tokens contain nothing else, so a piece requires this many such characters in a row.
  expect(tokens.join('')).toMatch(/^[\w.~-]*$/)
  const shown = new Set(output.split(/[^\w-]+/).flatMap(windows))
  return tokens
    .flatMap((token) => token.split(/[.~]/))
    .flatMap(windows)
    .filter((piece) => shown.has(piece))
}

describe('the redaction of presentations', () => {
  it.each(Object.keys(places))('leaves no value, salt or piece of a token: %s', (name) => {
    const place = places[name]
    if (place === undefined) throw new Error('no such place')
    fc.assert(
      fc.property(fc.oneof(opaque, anyValue), (secret) => {
        const output = JSON.stringify(redactExchange(place(secret)))
        expect(output).not.toContain('S3cret')
        expect(output).not.toContain(toBase64url(utf8(secret)))
        const tokens = [carrying(secret), idToken(secret), jwe(secret), mdoc(secret)]
        expect(repeatedPieces(output, tokens)).toEqual([])
      }),
      runs(40),
    )
  })
  const around = fc.constantFrom(['', ''], ['x-', ''], [`${ours.nonce}-`, ''], ['about ', ', too'], ['a:', '/b'])
  const spelling = fc.constantFrom(
    (value: string) => value,
    (value: string) => value.toUpperCase(),
    (value: string) => value.toLowerCase(),
  )
  it.each(Object.keys(repeated))('hides a disclosed value everywhere else: %s', (name) => {
    const place = repeated[name]
    if (place === undefined) throw new Error('no such place')
    fc.assert(
      fc.property(fc.oneof(anyValue, opaque), around, spelling, (value, [before, after], spell) => {
        const output = JSON.stringify(redactExchange(place(value, `${before}${spell(value)}${after}`)))
        expect(output).not.toMatch(/s3cret/i)
      }),
      runs(20),
    )
  })
  it('hides short ones from free text by themselves, and shreds nothing else', () => {
    const short = fc.constantFrom<Json>('DE', 'M', '18', 18, 7, 1984, true, false, '1964', 'Li', '1', 1)
    const names = ['error_description', 'iss', 'expires_in', 'token_type', 'scope']
    fc.assert(
      fc.property(short, fc.constantFrom(...names), (value, name) => {
        const text = String(value)
        const words = /[A-Za-z0-9]+/g
        const shown = (input: RedactExchangeInput) => {
          const { body, decoded, headers } = redactExchange({ ...input, sent: [ours.aud, ours.nonce] })
          return { body: body as JsonObject, decoded: JSON.stringify(decoded), headers }
        }
        for (const sentence of [text, `about ${text}, too`, `x-${text}`, `=${text}`, `(${text})`]) {
          const { body } = shown(beside(value, { [name]: sentence }))
          expect(String(body[name]).match(words)).not.toContain(text)
          const { decoded } = shown(bound(text, { nonce: `${ours.nonce}-${text}`, aud: sentence }))
          expect(decoded).toContain(`"nonce":"${ours.nonce}-[redacted`)
        }
        // Our own values, hashes, versions, protocol words and longer words that contain the value stay.
        const kept = { aud: ours.aud, nonce: ours.nonce, sd_hash: ours.hash }
        const { decoded } = shown(bound(text, kept, { typ: 'kb+jwt' }))
        for (const own of [...Object.values(kept), 'kb+jwt', 'urn:eudi:pid:1', '1700000000', 'ES256'])
          expect(decoded).toContain(`${own}`)
        const agent = 'Wallet/18.1.7 (OS 18_1; SM1) x18DEM'
        expect(shown(asField('User-Agent', text, agent)).headers['user-agent']).toBe(agent)
        expect(shown(asField('Content-Length', text, text)).headers['content-length']).toBe(text)
      }),
      runs(60),
    )
  })
  it('never throws, whatever the bytes are, and gives plain JSON of bounded size', () => {
    const words = [
      'vp_token',
      'response',
      '=',
      '&',
      '{',
      '"',
      '[',
      ']',
      '}',
      ':',
      ',',
      'eyJ',
      'WyJ',
      '.',
      '~',
      '@',
      '_sd',
      '...',
    ]
    const text = fc.oneof(
      anyString,
      fc.json(),
      fc.array(fc.constantFrom(...words)).map((parts) => parts.join('')),
    )
    const claims = fc.dictionary(
      fc.oneof(fc.constantFrom('_sd', '...', 'cnf', 'status', 'iss', 'jwk', '__proto__'), fc.string()),
      fc.jsonValue(),
    )
    const token = fc
      .tuple(claims, fc.array(fc.jsonValue()), claims)
      .map(([issued, disclosed, bound]) =>
        [
          jws(issued as Json, issued as Json),
          ...disclosed.map((value) => encode(value as Json)),
          jws(bound as Json, bound as Json),
        ].join('~'),
      )
    fc.assert(
      fc.property(fc.oneof(text, token), fc.option(fc.oneof(text, token), { nil: undefined }), (body, inside) => {
        for (const request of [
          { body, type: null },
          { body: form({ vp_token: body.toWellFormed() }), type: formType },
        ]) {
          const input = presented({ ...request, query: `wallet_metadata=${body}` })
          const output = JSON.stringify(
            redactExchange(inside === undefined ? input : { ...input, decryptedBody: inside }),
          )
          expect(JSON.stringify(JSON.parse(output))).toBe(output)
          expect(utf8(output).length).toBeLessThanOrEqual(131_072)
        }
      }),
      runs(400),
    )
  })
  it.each(['WyJ~', '~', 'eyJ.', '[{"a":', 'vp_token=', '@', 'did:a:', 'a@'])(
    'takes linear time for a megabyte of %j',
    (piece) => {
      const text = piece.repeat(Math.floor(1_000_000 / piece.length))
      for (const members of [{ vp_token: text }, { response: text }, { error_description: text }, { x: text }])
        expect(utf8(JSON.stringify(redactExchange(posted(members)))).length).toBeLessThan(131_072)
    },
    20_000,
  )
})
