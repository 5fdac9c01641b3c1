import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { issuerRedaction } from '../../../issuer/redaction/issuer-redaction'
import type { CertificateFacts } from '../../../shared/ports/certificate-facts'
import type { JudgedFinding } from '../../../shared/ports/finding'
import type { MadeIn } from '../../../shared/ports/made-in'
import { epochMillis } from '../../../shared/time/time'
import type { Json, JsonObject } from '../../../shared/values/json'
import { quote, say } from '../../../shared/values/wording'
import {
  answer,
  encode,
  fingerprint,
  formType,
  given,
  jsonType,
  jws,
  publicJwk,
  signature,
} from '../fixtures/exchanges'
import { readTokens } from '../tokens/read-token'
import { redactExchange } from './redact-exchange'

const hidden = (value: string): JsonObject => ({
  redacted: true,
  present: true,
  length: value.length,
  type: 'string',
  fingerprint: fingerprint(value),
})
const bodyOf = (body: Json | Uint8Array, type: string | null = jsonType): Json =>
  redactExchange(given({ body, type })).body

/** Finds a text wherever it is. */
const literal =
  (value: string): MadeIn =>
  (text) =>
    Array.from(text.matchAll(new RegExp(value, 'g')), ({ index }) => ({ from: index, to: index + value.length }))

describe('redactExchange: shapes', () => {
  it('replaces a string by presence, length, type and fingerprint', () => {
    expect(bodyOf('code=abc', formType)).toEqual({ code: hidden('abc') })
  })
  it('keeps an empty value apart from an absent one', () => {
    expect(bodyOf('code=&scope=', formType)).toEqual({
      code: { redacted: true, present: false, length: 0, type: 'string' },
      scope: '',
    })
    expect(bodyOf({ code: [], proof: {}, state: null })).toEqual({
      code: { redacted: true, present: false, length: 0, type: 'array', items: [] },
      proof: { redacted: true, present: false, length: 0, type: 'object' },
      state: null,
    })
  })
  it.each(['tx_code', 'user_pin', 'password', 'client_secret'])('gives no fingerprint of %s', (name) => {
    expect(bodyOf({ [name]: '123456' })).toEqual({
      [name]: { redacted: true, present: true, length: 6, type: 'string' },
    })
    expect(bodyOf({ [name]: 123456 })).toEqual({ [name]: { redacted: true, present: true, length: 6, type: 'number' } })
  })
  it('replaces a list by one object with an entry per element, and an object whole', () => {
    expect(bodyOf({ code: ['a', 'bc'] })).toEqual({
      code: { redacted: true, present: true, length: 10, type: 'array', items: [hidden('a'), hidden('bc')] },
    })
    const canonical = '{"jwt":"secret","proof_type":"jwt"}'
    expect(bodyOf({ proof: { proof_type: 'jwt', jwt: 'secret' } })).toEqual({
      proof: { ...hidden(canonical), type: 'object' },
    })
  })
  it('has an object for no query and null for no body', () => {
    const redacted = redactExchange(given({}))
    expect(redacted).toEqual({
      method: expect.any(String),
      path: expect.any(String),
      headers: {},
      query: {},
      body: null,
      response: { status: null, contentType: null, headers: {}, body: null },
      decoded: [],
      findings: [],
      details: [],
    })
  })
})

describe('redactExchange: every listed name', () => {
  const requestHeaders = [
    ...['authorization', 'proxy-authorization', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop'],
    ...['oauth-client-attestation-challenge', 'cookie', 'x-api-key', 'x-forwarded-client-cert', 'ssl-client-cert'],
    ...[
      'x-access-token',
      'x-secret-id',
      'x-assertion',
      'x-session-id',
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'cf-connecting-ip',
    ],
  ]
  it.each(requestHeaders)('request header %s, in any case and twice', (name) => {
    const { headers } = redactExchange(
      given({
        headers: [
          [name.toUpperCase(), 'value-1'],
          [name, 'value-2'],
        ],
      }),
    )
    expect(headers).toEqual({ [name]: [hidden('value-1'), hidden('value-2')] })
  })
  it.each(['set-cookie', 'dpop-nonce', 'oauth-client-attestation-challenge'])('response header %s', (name) => {
    const { response } = redactExchange(given({ reply: answer({}, [[name, 'value-1']]) }))
    expect(response.headers[name]).toEqual(hidden('value-1'))
  })
  const names = [
    ...[
      'access_token',
      'refresh_token',
      'id_token',
      'token',
      'any_token',
      'code',
      'authorization_code',
      'state',
      'jwt',
    ],
    ...[
      'pre-authorized_code',
      'code_verifier',
      'client_assertion',
      'any_assertion',
      'assertion',
      'request',
      'request_uri',
    ],
    ...['proof', 'attestation', 'key_attestation', 'any_attestation', 'credential', 'c_nonce', 'nonce'],
    ...['attestation_challenge', 'notification_id', 'transaction_id'],
  ]
  it.each(names)('%s in query, form, JSON at depth, nested JSON and our answer', (name) => {
    const value = 'plain-value'
    const pair = `${encodeURIComponent(name)}=${value}`
    const expected = hidden(value)
    expect(redactExchange(given({ query: pair })).query).toEqual({ [name]: expected })
    expect(bodyOf(pair, formType)).toEqual({ [name]: expected })
    expect(bodyOf({ a: [{ b: { [name]: value } }] })).toEqual({ a: [{ b: { [name]: expected } }] })
    const nested = `authorization_details=${encodeURIComponent(JSON.stringify([{ [name]: value }]))}`
    expect(bodyOf(nested, formType)).toEqual({ authorization_details: [{ [name]: expected }] })
    expect(redactExchange(given({ reply: answer({ [name]: value }) })).response.body).toEqual({ [name]: expected })
  })
  it.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'D'])(
    'private member %s of a JWK, with public ones beside it',
    (name) => {
      const redacted = bodyOf({ jwk: { ...publicJwk, [name]: 'private' } })
      expect(redacted).toEqual({
        jwk: { ...publicJwk, [name]: { redacted: true, present: true, length: 7, type: 'string' } },
      })
    },
  )
  it('each member of proofs, also where proofs came as JSON text', () => {
    const proofs = { jwt: ['one', 'two'], attestation: 'three', di_vp: [{ a: 1 }] }
    const expected = {
      jwt: { redacted: true, present: true, length: 13, type: 'array', items: [hidden('one'), hidden('two')] },
      attestation: hidden('three'),
      di_vp: {
        redacted: true,
        present: true,
        length: 9,
        type: 'array',
        items: [{ redacted: true, present: true, length: 7, type: 'object', fingerprint: fingerprint('{"a":1}') }],
      },
    }
    expect(bodyOf({ proofs })).toEqual({ proofs: expected })
    expect(bodyOf({ proofs: JSON.stringify(proofs) })).toEqual({ proofs: expected })
    expect(bodyOf({ proofs: 'no JSON' })).toEqual({ proofs: hidden('no JSON') })
  })
  it('credentials of our answer, one by one', () => {
    const { response } = redactExchange(
      given({ reply: answer({ credentials: [{ credential: 'abc' }], notification_id: 'n' }) }),
    )
    expect(response.body).toEqual({ credentials: [{ credential: hidden('abc') }], notification_id: hidden('n') })
  })
})

describe('redactExchange: kept visible', () => {
  const parameters = {
    client_id: 'wallet-dev',
    redirect_uri: 'eudi-wallet://cb',
    scope: 'pid openid',
    response_type: 'code',
    grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    credential_configuration_id: 'EuPidSdJwtVc1WithKeyAttestation',
    dpop_jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
    error: 'credential_failure',
    error_description: 'The credential could not be stored.',
    enc: 'A128GCM',
    alg: 'ES256',
    kid: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
  }
  it.each(Object.entries(parameters))('%s in query, form and JSON', (name, value) => {
    const form = new URLSearchParams({ [name]: value }).toString()
    expect(redactExchange(given({ query: form })).query).toEqual({ [name]: value })
    expect(bodyOf(form, formType)).toEqual({ [name]: value })
    expect(bodyOf({ [name]: value })).toEqual({ [name]: value })
  })
  it.each([
    ['user-agent', 'EudiWallet/3.2 (Android 14; Pixel 8)'],
    ['accept', 'application/json, application/jwt;q=0.5'],
    ['accept-language', 'it-IT,it;q=0.9'],
    ['content-type', 'application/json; charset=utf-8'],
    ['host', 'issuer-one.example.org'],
    ['content-length', '123'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'issuer-one.example.org'],
  ])('request header %s', (name, value) => {
    expect(redactExchange(given({ headers: [[name, value]] })).headers).toEqual({ [name]: value })
  })
  it('www-authenticate, cache-control and the rest of our answer headers', () => {
    const challenge = 'DPoP error="use_dpop_nonce", error_description="Use the nonce of this response.", algs="ES256"'
    const { response } = redactExchange(
      given({
        reply: {
          status: 401,
          headers: [
            ['WWW-Authenticate', challenge],
            ['Access-Control-Expose-Headers', 'DPoP-Nonce, WWW-Authenticate'],
          ],
          body: null,
        },
      }),
    )
    expect(response).toEqual({
      status: 401,
      contentType: null,
      headers: { 'www-authenticate': challenge, 'access-control-expose-headers': 'DPoP-Nonce, WWW-Authenticate' },
      body: null,
    })
  })
  it('expires_in, token_type and a public JWK', () => {
    const body = {
      expires_in: 600,
      token_type: 'DPoP',
      credential_response_encryption: { jwk: { ...publicJwk, alg: 'ECDH-ES', kid: '1', use: 'enc' }, enc: 'A128GCM' },
    }
    expect(bodyOf(body)).toEqual(body)
  })
  it('an offer, but for its code', () => {
    const offer = (code: Json): Json => ({
      credential_issuer: 'https://issuer.example/issuers/a',
      credential_configuration_ids: ['pid_sd_jwt_vc'],
      grants: {
        'urn:ietf:params:oauth:grant-type:pre-authorized_code': {
          'pre-authorized_code': code,
          tx_code: { input_mode: 'numeric', length: 6 },
        },
      },
    })
    const { response } = redactExchange(given({ reply: answer(offer('abc')) }))
    expect(response.body).toEqual(offer(hidden('abc')))
    const withState = (state: Json): Json => ({ grants: { authorization_code: { issuer_state: state } } })
    expect(redactExchange(given({ reply: answer(withState('abc')) })).response.body).toEqual(withState(hidden('abc')))
  })
  it('metadata, with the proof types that are called after tokens', () => {
    const metadata = {
      credential_issuer: 'https://issuer.example/issuers/a',
      nonce_endpoint: 'https://issuer.example/issuers/a/nonce',
      token_endpoint: 'https://issuer.example/issuers/a/token',
      credential_configurations_supported: {
        pid: {
          format: 'dc+sd-jwt',
          proof_types_supported: {
            jwt: { proof_signing_alg_values_supported: ['ES256'] },
            attestation: { key_attestations_required: {} },
          },
        },
      },
    }
    expect(redactExchange(given({ reply: answer(metadata) })).response.body).toEqual(metadata)
  })
})

describe('redactExchange: traps', () => {
  it('repeated, upper-case and percent-encoded names', () => {
    const text = 'pre%2Dauthorized_code=a&PRE-AUTHORIZED_CODE=b&pre-authorized_code=c&scope=x&scope=y'
    const expected = {
      'pre-authorized_code': [hidden('a'), hidden('c')],
      'PRE-AUTHORIZED_CODE': hidden('b'),
      scope: ['x', 'y'],
    }
    expect(redactExchange(given({ query: text })).query).toEqual(expected)
    expect(bodyOf(text, formType)).toEqual(expected)
  })
  it('a piece of a form that has no name', () => {
    expect(bodyOf('secret-in-place-of-a-name&scope=x', formType)).toEqual({
      '(unnamed)': hidden('secret-in-place-of-a-name'),
      scope: 'x',
    })
  })
  it('the fingerprint of a token in a header equals the one of its issue', () => {
    const issued = redactExchange(given({ reply: answer({ access_token: 'abc' }) })).response.body
    const used = redactExchange(given({ headers: [['Authorization', 'DPoP abc']] })).headers
    expect(issued).toEqual({ access_token: hidden('abc') })
    expect(used).toEqual({ authorization: { ...hidden('abc'), length: 8, scheme: 'DPoP' } })
    expect(redactExchange(given({ headers: [['Authorization', 'Basic YTpi']] })).headers).toEqual({
      authorization: { redacted: true, present: true, length: 10, type: 'string', scheme: 'Basic' },
    })
  })
  it('Location and redirect_uri', () => {
    const location = 'eudi-wallet://cb?code=abc&state=xyz'
    const { response } = redactExchange(
      given({ reply: { status: 302, headers: [['Location', location]], body: null } }),
    )
    expect(response.headers.location).toBe('eudi-wallet://cb?code=[redacted:3]&state=[redacted:3]')
    const redirect = encodeURIComponent('https://u:p@w.example/cb?access_token=abc')
    expect(bodyOf(`redirect_uri=${redirect}`, formType)).toEqual({
      redirect_uri: 'https://[userinfo:3]@w.example/cb?access_token=[redacted:3]',
    })
  })
  it.each<[string, Json | Uint8Array, string | null, Json]>([
    ['JSON with a wrong content type', { code: 'abc' }, 'text/plain', { code: hidden('abc') }],
    ['JSON declared as a form', { code: 'abc' }, formType, { code: hidden('abc') }],
    ['a form declared as JSON', 'code=abc&x=1', jsonType, { code: hidden('abc'), x: '1' }],
    ['a form without a content type', 'grant_type=x', null, { grant_type: 'x' }],
    ['a bare string', '"abc"', jsonType, hidden('abc')],
    ['a list of strings', ['abc'], jsonType, [hidden('abc')]],
    ['a bare number', '123456', jsonType, { redacted: true, present: true, length: 6, type: 'number' }],
    ['broken JSON', '{"code":"abc', jsonType, { unparsed: true, length: 12, content_type: jsonType }],
    [
      'broken JSON declared as a form',
      '{"code":"a=bc',
      formType,
      { unparsed: true, length: 13, content_type: formType },
    ],
    ['plain text', 'my secret', 'text/plain', { unparsed: true, length: 9, content_type: 'text/plain' }],
    ['bytes', new Uint8Array([0xff, 0xfe, 0]), null, { unparsed: true, length: 3, content_type: null }],
    [
      'JSON deeper than 32 levels',
      `${'['.repeat(40)}"abc"${']'.repeat(40)}`,
      jsonType,
      { unparsed: true, length: 85, content_type: jsonType },
    ],
  ])('%s', (_, body, type, expected) => {
    expect(bodyOf(body, type)).toEqual(expected)
  })
  it('JSON a thousand levels deep neither throws nor shows', () => {
    for (const depth of [1000, 100_000]) {
      const text = `${'{"a":'.repeat(depth)}"abc"${'}'.repeat(depth)}`
      expect(bodyOf(text)).toEqual({ unparsed: true, length: text.length, content_type: jsonType })
    }
  })
  it('a body over the bound keeps its length only', () => {
    const input = given({ body: '{"code":"abc"}', type: jsonType, bodyOverflow: true })
    const redacted = redactExchange({ ...input, exchange: { ...input.exchange, bodyBytes: 300_000 } })
    expect(redacted.body).toEqual({ unparsed: true, length: 300_000, content_type: jsonType })
  })
  it('prototype names are members like any other', () => {
    const body = '{"__proto__":{"code":"abc","scope":"x"},"constructor":{"prototype":{"token":"abc"}}}'
    const redacted = bodyOf(body)
    expect(JSON.stringify(redacted)).toBe(
      JSON.stringify({
        P: { code: hidden('abc'), scope: 'x' },
        constructor: { prototype: { token: hidden('abc') } },
      }).replace('"P"', '"__proto__"'),
    )
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype)
    expect(JSON.stringify(bodyOf('__proto__=a&scope=b', formType))).toBe('{"__proto__":"a","scope":"b"}')
    expect(JSON.stringify(redactExchange(given({ headers: [['__proto__', 'a']] })).headers)).toBe('{"__proto__":"a"}')
  })
  it('a token, a key and a random value under an innocent name', () => {
    const token = jws({ alg: 'ES256' }, { iss: 'a' })
    const pem = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----'
    const random = 'q8Zr0aYkT2m1Wc5xJ7vN9bLpE4sD6fGh'
    const redacted = bodyOf({ note: token, client_id: token, text: `see ${token}`, pem, foo: random })
    expect(redacted).toMatchObject({
      note: { ...hidden(token), jwt: { kind: 'other' } },
      client_id: hidden(token),
      text: `see [token:${token.length}]`,
      pem: `[pem:${pem.length}]`,
      foo: hidden(random),
    })
  })
  it('a random value under an unknown name does not take a public one from its right name', () => {
    const jkt = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'
    expect(bodyOf({ foo: jkt, dpop_jkt: jkt })).toEqual({ foo: hidden(jkt), dpop_jkt: jkt })
  })
  it('a secret found at one place goes at every other place too', () => {
    const code = 'code-of-this-session-1'
    const redacted = redactExchange(
      given({
        headers: [['User-Agent', `wallet/1 ${code}`]],
        body: { 'pre-authorized_code': code, client_id: code, [code]: 1 },
        type: jsonType,
      }),
    )
    expect(JSON.stringify(redacted)).not.toContain(code)
    expect(redacted.headers['user-agent']).toBe(`wallet/1 [redacted:${code.length}]`)
    const known = redactExchange({ ...given({ headers: [['User-Agent', `wallet/1 ${code}`]] }), madeIn: literal(code) })
    expect(known.headers['user-agent']).toBe(`wallet/1 [redacted:${code.length}]`)
  })
  it('JSON in JSON is followed three times and then hidden whole', () => {
    const wrap = (times: number): Json => (times === 0 ? { scope: 'x' } : { a: JSON.stringify(wrap(times - 1)) })
    expect(bodyOf(wrap(3))).toEqual({ a: { a: { a: { scope: 'x' } } } })
    expect(bodyOf(wrap(4))).toMatchObject({ a: { a: { a: { a: { redacted: true, type: 'string' } } } } })
  })
  it('a finding that names a secret after all', () => {
    const code = 'code-of-this-session-1'
    const token = jws({ alg: 'ES256' }, { iss: 'a' })
    const wordedJwk = Object.fromEntries(Object.entries(publicJwk).map(([name, value]) => [name, quote(String(value))]))
    const finding: JudgedFinding = {
      id: 'vci.token.code_valid',
      status: 'fail',
      expected: { state: say`present` },
      actual: { seen: [quote(code), say`token ${token}`], [token]: wordedJwk },
      hint: say`Do not send ${code}.`,
      error: null,
      rejected: false,
    }
    const input = given({ body: { code }, type: jsonType })
    expect(redactExchange({ ...input, findings: [finding] }).findings).toEqual([
      {
        ...finding,
        expected: { state: 'present' },
        actual: { seen: ['[redacted:22]', `token [token:${token.length}]`], [`[token:${token.length}]`]: publicJwk },
        hint: 'Do not send [redacted:22].',
      },
    ])
  })
  it('a secret under which a wallet answered, where a finding names it as what it looked at', () => {
    const code = 'code-of-this-session-1'
    const finding: JudgedFinding = {
      id: 'vci.token.code_valid',
      status: 'pass',
      subject: { queryId: `id ${code}`, index: 1 },
      expected: null,
      actual: null,
      hint: null,
      error: null,
      rejected: false,
    }
    const input = given({ body: { code }, type: jsonType })
    expect(redactExchange({ ...input, findings: [finding] }).findings).toEqual([
      { ...finding, subject: { queryId: 'id [redacted:22]', index: 1 } },
    ])
  })
  it('a long string is cut after it was redacted, and says so', () => {
    const token = jws({ alg: 'ES256' }, { iss: 'a' })
    const text = `${'word '.repeat(815)}${token} tail ${'word '.repeat(500)}`
    const { body } = redactExchange(given({ body: { note: text }, type: jsonType }))
    const note = JSON.stringify(body)
    expect(note).toContain(`[token:${token.length}]`)
    expect(note).toContain('[truncated, ')
    expect(note.length).toBeLessThan(4300)
  })
  it('the description of a notification is cut to 512 characters of ASCII', () => {
    expect(bodyOf({ event_description: `è ${'x'.repeat(600)}` })).toEqual({ event_description: `? ${'x'.repeat(510)}` })
  })
  covers('D9')
  it.each([
    'X-Pin',
    'X-Otp',
    'X-Passwd',
    'X-State',
    'X-Proof',
    'X-Challenge',
    'X-Request-Uri',
    'X-Csrf',
    'X-Signature',
    'Ocp-Apim-Subscription-Key',
  ])('a short value in the header %s', (name) => {
    expect(JSON.stringify(redactExchange(given({ headers: [[name, '4711x']] })).headers)).not.toContain('4711x')
  })
  it.each(['oauth_state', 'my_pin', 'login_pwd', 'session', 'auth', 'credentials', 'oauthState'])(
    'a short value under the name %s',
    (name) => {
      expect(JSON.stringify(bodyOf({ a: { [name]: '4711x' } }))).not.toContain('4711x')
      expect(JSON.stringify(bodyOf(`${name}=4711x`, formType))).not.toContain('4711x')
    },
  )
  covers('D9')
  it('a value whose name is beside it', () => {
    for (const body of [
      { name: 'code', value: '4711x' },
      [{ key: 'X-Pin', content: '4711x' }],
      { h: [['code', '4711x']] },
    ])
      expect(JSON.stringify(bodyOf(body))).not.toContain('4711x')
    expect(bodyOf({ name: 'colour', value: 'green' })).toEqual({ name: 'colour', value: 'green' })
  })
  covers('D9')
  it('a random value in the path of an address, in the product name of a client and in place of a method', () => {
    const random = 'q8Zr0aYkT2m1Wc5xJ7vN9bLpE4sD6fGhQwErTyUiOpA'
    const input = given({
      headers: [
        ['User-Agent', `Wallet/1.0 (${random})`],
        ['Referer', `https://wallet.example/${random}/x`],
      ],
      body: `redirect_uri=${encodeURIComponent(`https://wallet.example/cb/${random}`)}`,
      type: formType,
    })
    const finding = { actual: { method: quote(random) }, expected: say`POST`, hint: null } as unknown as JudgedFinding
    const exchange = { ...input.exchange, method: random, path: `/issuers/a/token;${random}` }
    const redacted = redactExchange({ ...input, exchange, findings: [finding] })
    expect(JSON.stringify(redacted)).not.toContain(random)
    expect(redacted.method).toBe('[name:43]')
    expect(redacted.headers['user-agent']).toBe('Wallet/1.0 ([redacted:43])')
  })
  it('a word in place of a method, for it may be a secret: only standard methods are shown', () => {
    const shown = (method: string) =>
      redactExchange({ ...given({}), exchange: { ...given({}).exchange, method } }).method
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'])
      expect(shown(method)).toBe(method)
    for (const method of ['marigold', 'MARIGOLD', 'PROPFIND', 'get', '0'])
      expect(shown(method)).toBe(`[name:${method.length}]`)
  })
  covers('D9')
  it('a member whose name a check repeats', () => {
    const random = 'q8Zr0aYkT2m1Wc5xJ7vN9bLpE4sD6fGh'
    const finding = {
      actual: [quote(random)],
      expected: null,
      hint: say`Leave ${random} out.`,
    } as unknown as JudgedFinding
    const redacted = redactExchange({ ...given({ body: { [random]: 1 }, type: jsonType }), findings: [finding] })
    expect(JSON.stringify(redacted)).not.toContain(random)
  })
  covers('D9')
  it('what is known to be secret, wherever it is and however it looks', () => {
    const known = 'only-small-letters-of-a-live-code'
    const input = given({
      headers: [['User-Agent', `x/${known}`]],
      body: { [known]: known, client_id: known },
      type: jsonType,
    })
    const exchange = { ...input.exchange, path: `/${known}` }
    expect(JSON.stringify(redactExchange({ ...input, exchange, madeIn: literal(known) }))).not.toContain(known)
  })
  it('a name that is a secret itself', () => {
    const random = 'q8Zr0aYkT2m1Wc5xJ7vN9bLpE4sD6fGh'
    const token = jws({ alg: 'ES256' }, { iss: 'a' })
    for (const name of [random, token, `"${random}`, 'x'.repeat(100)]) {
      expect(bodyOf({ [name]: 1 })).toEqual({ [`[name:${name.length}]`]: 1 })
      expect(bodyOf(`${encodeURIComponent(name)}=1`, formType)).toEqual({ [`[name:${name.length}]`]: '1' })
    }
  })
})

describe('redactExchange: decoded tokens', () => {
  const at = 1_700_000_000
  const kind = (token: string, name: string) =>
    redactExchange(given({ body: { [name]: token }, type: jsonType })).decoded[0]

  it('a DPoP proof: everything but ath, nonce and signature', () => {
    const proof = jws(
      { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk },
      {
        jti: 'q8Zr0aYkT2m1Wc5xJ7vN9b',
        htm: 'POST',
        htu: 'https://issuer.example/token?code=abc#x',
        iat: at,
        ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
        nonce: 'abc',
      },
    )
    const view = {
      kind: 'dpop',
      header: { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk },
      claims: {
        jti: 'q8Zr0aYkT2m1Wc5xJ7vN9b',
        htm: 'POST',
        htu: 'https://issuer.example/token',
        iat: at,
        ath: hidden('fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo'),
        nonce: hidden('abc'),
      },
      thumbprint: 'thumbprint-of-key',
      signature: 'valid',
    }
    const redacted = redactExchange({
      ...given({ headers: [['DPoP', proof]] }),
      thumbprint: () => 'thumbprint-of-key',
      tokens: readTokens([[proof, { header: null, claims: null, signature: 'valid' }]]),
    })
    expect(redacted.headers).toEqual({ dpop: { ...hidden(proof), jwt: view } })
    expect(redacted.decoded).toEqual([{ source: 'headers.dpop', ...view }])
  })
  it('a token that its endpoint read is shown as it was read there, and not read again', () => {
    const proof = jws({ typ: 'dpop+jwt', alg: 'ES256', kid: 'as sent' }, { jti: 'a', iat: at })
    const asRead = { header: { typ: 'dpop+jwt', kid: 'as read' }, claims: { iat: at + 1 }, signature: 'invalid' }
    const input = given({ headers: [['DPoP', proof]] })
    expect(redactExchange({ ...input, tokens: readTokens([[proof, asRead]]) }).decoded).toEqual([
      { source: 'headers.dpop', kind: 'dpop', ...asRead },
    ])
  })
  it('a proof with a key attestation in its header, both listed with their place', () => {
    const attestation = jws(
      { typ: 'key-attestation+jwt', alg: 'ES256', kid: 'k' },
      {
        iat: at,
        exp: at + 1,
        attested_keys: [publicJwk],
        key_storage: ['iso_18045_high'],
        user_authentication: ['iso_18045_high'],
        certification: 'https://c.example',
        nonce: 'abc',
        status: { status_list: { idx: 1, uri: 'https://s.example' } },
        key_storage_status: { status: { status_list: { idx: 90_210, uri: 'https://s.example/lists/7' } }, exp: at + 2 },
      },
    )
    const proof = jws(
      { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: publicJwk, key_attestation: attestation },
      { iss: 'wallet-dev', aud: 'https://issuer.example', iat: at, nonce: 'abc' },
    )
    const { decoded } = redactExchange({
      ...given({ body: { proofs: { jwt: [proof] } }, type: jsonType }),
      thumbprint: () => 'tp',
    })
    expect(decoded).toMatchObject([
      {
        source: 'body.proofs.jwt[0]',
        kind: 'proof_jwt',
        header: { jwk: publicJwk, key_attestation: { redacted: true, jwt: { kind: 'key_attestation' } } },
        claims: { iss: 'wallet-dev', aud: 'https://issuer.example', iat: at, nonce: hidden('abc') },
        thumbprint: 'tp',
        signature: 'unchecked',
      },
      {
        source: 'body.proofs.jwt[0].header.key_attestation',
        kind: 'key_attestation',
        header: { typ: 'key-attestation+jwt', alg: 'ES256', kid: 'k' },
        claims: {
          iat: at,
          exp: at + 1,
          attested_keys: [publicJwk],
          key_storage: ['iso_18045_high'],
          user_authentication: ['iso_18045_high'],
          certification: 'https://c.example',
          nonce: hidden('abc'),
          // An entry identifies a key storage: the host of its list is all that is told of it.
          status: {
            status_list: {
              idx: { redacted: true, present: true, length: 1, type: 'number' },
              uri: { redacted: true, present: true, length: 17, type: 'string', host: 's.example' },
            },
          },
          key_storage_status: {
            status: {
              status_list: {
                idx: { redacted: true, present: true, length: 5, type: 'number' },
                uri: { redacted: true, present: true, length: 25, type: 'string', host: 's.example' },
              },
            },
            exp: at + 2,
          },
        },
        attested_key_thumbprints: ['tp'],
      },
    ])
    expect(decoded).toHaveLength(2)
  })
  it('a client attestation: its confirmation key stays', () => {
    const claims = {
      iss: 'https://provider.example',
      sub: 'wallet-dev',
      iat: at,
      exp: at + 1,
      cnf: { jwk: publicJwk },
      wallet_name: 'Wallet',
      wallet_link: 'https://w.example',
      status: { status_list: { idx: 1, uri: 'https://s.example' } },
    }
    const token = jws({ typ: 'oauth-client-attestation+jwt', alg: 'ES256' }, claims)
    const { decoded } = redactExchange({
      ...given({ headers: [['OAuth-Client-Attestation', token]] }),
      thumbprint: () => 'tp',
    })
    expect(decoded).toEqual([
      {
        source: 'headers.oauth-client-attestation',
        kind: 'client_attestation',
        header: { typ: 'oauth-client-attestation+jwt', alg: 'ES256' },
        claims: {
          ...claims,
          status: {
            status_list: {
              idx: { redacted: true, present: true, length: 1, type: 'number' },
              uri: { redacted: true, present: true, length: 17, type: 'string', host: 's.example' },
            },
          },
        },
        thumbprint: 'tp',
        signature: 'unchecked',
      },
    ])
  })
  it('an access token: its end, its key and the fingerprint of its id, wherever it is', () => {
    const jkt = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'
    const token = jws(
      { typ: 'at+jwt', alg: 'ES256' },
      { jti: 'abc', exp: at, cnf: { jkt, x: 1 }, sub: 'subject', scope: 'pid' },
    )
    for (const where of [
      { headers: [['Authorization', `DPoP ${token}`]] as const },
      { headers: [['DPoP', token]] as const },
      { reply: answer({ access_token: token }) },
      { query: `foo=${token}` },
    ]) {
      const { decoded } = redactExchange(given(where))
      expect(decoded).toMatchObject([{ kind: 'access_token', claims: { jti: hidden('abc'), exp: at, cnf: { jkt } } }])
      expect(JSON.stringify(decoded)).not.toMatch(/"subject"|"pid"|"x"/)
    }
  })
  it('a JWE: its protected header, the ephemeral key without coordinates', () => {
    const jwe = [
      encode({ alg: 'ECDH-ES', enc: 'A128GCM', kid: 'k', epk: publicJwk, apu: 'apu-value' }),
      '',
      'aXZpdml2',
      'Y2lwaGVydGV4dA',
      'dGFn',
    ].join('.')
    const redacted = redactExchange(given({ body: jwe, type: 'application/jwt' }))
    const jwt = {
      kind: 'jwe',
      header: {
        alg: 'ECDH-ES',
        enc: 'A128GCM',
        kid: 'k',
        epk: { kty: 'EC', crv: 'P-256' },
        apu: { redacted: true, present: true, length: 9, type: 'string' },
      },
      claims: null,
      signature: null,
    }
    expect(redacted.body).toEqual({ ...hidden(jwe), jwt })
    expect(redacted.decoded).toEqual([{ source: 'body', ...jwt, decrypted: false }])
  })
  it('a JWE that was decrypted: says so, with the tokens that were in it', () => {
    const jwe = `${encode({ alg: 'ECDH-ES', enc: 'A128GCM' })}..aXZpdml2.Y2lwaGVydGV4dA.dGFn`
    const decryptedBody = JSON.stringify({ proofs: { jwt: [jws({ alg: 'ES256' }, { iss: 'wallet-dev' })] } })
    const { decoded } = redactExchange({ ...given({ body: jwe, type: 'application/jwt' }), decryptedBody })
    expect(decoded).toMatchObject([
      { source: 'body', kind: 'jwe', decrypted: true },
      { source: 'body.proofs.jwt[0]', kind: 'proof_jwt', claims: { iss: 'wallet-dev' } },
    ])
  })
  it('an SD-JWT: neither disclosures nor digests', () => {
    const token = `${jws({ typ: 'dc+sd-jwt', alg: 'ES256' }, { iss: 'https://issuer.example', vct: 'urn:eudi:pid:1', _sd: ['abc'], given_name: 'Anna' })}~WyJzYWx0IiwiYSIsIkFubmEiXQ~`
    const { response, decoded } = redactExchange(given({ reply: answer({ credentials: [{ credential: token }] }) }))
    expect(decoded).toMatchObject([
      {
        kind: 'credential',
        claims: { iss: 'https://issuer.example', vct: 'urn:eudi:pid:1', given_name: { redacted: true, length: 4 } },
      },
    ])
    expect(JSON.stringify(response)).not.toMatch(/Anna|"abc"|WyJ/)
  })
  it('what we issue: what its format tells of it, once, and nothing of what a wallet sends under the name', () => {
    const describeCredential = (credential: string) => ({
      kind: credential.includes('~') ? 'credential' : 'mdoc',
      elements: [{ claim: 'given_name', value: 'Elena', picture: 'x'.repeat(300) }],
      mso: { device_key: { ...publicJwk, d: 'private' }, digest_algorithm: 'SHA-256' },
      issuer_auth: { alg: 'ES256', x5chain: ['MIIB'] },
    })
    const sdJwt = `${jws({ typ: 'dc+sd-jwt', alg: 'ES256' }, { iss: 'https://issuer.example' })}~WyJzYWx0Il0~`
    const credentials = [{ credential: sdJwt }, { credential: 'omppc3N1ZXJBdXRo' }]
    const profile = { ...issuerRedaction, describeIssued: describeCredential }
    const tools = { profile, thumbprint: () => 'tp' }
    const { decoded, response } = redactExchange({ ...given({ reply: answer({ credentials }) }), ...tools })
    const told = {
      elements: [{ claim: 'given_name', value: 'Elena', picture: expect.stringMatching(/^x{200}… .*300/) }],
      mso: { device_key: { ...publicJwk, d: { redacted: true }, thumbprint: 'tp' }, digest_algorithm: 'SHA-256' },
      issuer_auth: { alg: 'ES256', x5chain: { count: 1 } },
    }
    expect(decoded).toMatchObject([
      { source: 'response.body.credentials[0].credential', kind: 'credential', claims: {}, ...told },
      { source: 'response.body.credentials[1].credential', kind: 'mdoc', ...told },
    ])
    expect(JSON.stringify(response)).not.toContain('Elena')
    const sent = redactExchange({ ...given({ body: { credentials }, type: jsonType }), ...tools })
    expect(JSON.stringify(sent)).not.toContain('Elena')
  })
  it.each([
    [{ typ: 'oauth-client-attestation-pop+jwt' }, 'foo_jwt', 'client_attestation_pop'],
    [{}, 'client_assertion', 'client_assertion'],
    [{ typ: 'keyattestation+jwt' }, 'foo', 'key_attestation'],
    [{ typ: 'oauth-authz-req+jwt' }, 'foo', 'request_object'],
    [{ typ: 'application/dpop+jwt' }, 'foo', 'dpop'],
    [{ typ: 5 }, 'foo', 'other'],
  ])('tells the kind of a token: %j under %s', (header, name, expected) => {
    expect(kind(jws({ alg: 'ES256', ...header }, {}), name)).toMatchObject({ kind: expected })
  })
  it('personal and unknown claims keep name, type and length, without a fingerprint', () => {
    const view = kind(
      jws(
        { alg: 'ES256', foo: 'bar' },
        { email: 'a@b.example', phone_number: '+39', birth_date: '2000-01-01', sub: 'a@b.example', iss: 'x' },
      ),
      'client_assertion',
    )
    const unknown = (length: number) => ({ redacted: true, present: true, length, type: 'string' })
    expect(view).toMatchObject({
      header: { foo: unknown(3) },
      claims: { email: unknown(11), phone_number: unknown(3), birth_date: unknown(10), sub: unknown(11), iss: 'x' },
    })
    expect(JSON.stringify(view)).not.toContain('fingerprint')
  })
  it('private members of a key in a header', () => {
    const view = kind(jws({ alg: 'ES256', jwk: { ...publicJwk, d: 'private' } }, {}), 'foo')
    expect(view).toMatchObject({ header: { jwk: { ...publicJwk, d: { redacted: true, length: 7 } } } })
  })
  it('certificates as facts about the first one', () => {
    const certificate = {
      subject: 'CN=Provider',
      issuer: 'CN=Root',
      serialNumber: '01',
      notBefore: epochMillis(0),
      notAfter: epochMillis(1000),
      sha256: 'ab',
      subjectAlternativeNames: ['provider.example'],
      selfSigned: false,
      isCa: false,
      extendedKeyUsage: [],
      country: null,
      organization: null,
      criticalExtensions: [],
      policies: [],
      statements: [],
      authorityKeyIdentifier: null,
      subjectKeyIdentifier: null,
      publicJwk,
    }
    const facts: CertificateFacts = {
      readable: true,
      certificates: [certificate],
      chained: true,
      chainError: null,
      trust: 'no_anchor',
      trustError: null,
      includesAnchor: false,
    }
    const token = jws({ alg: 'ES256', x5c: ['MIIBsecret', 'MIIBother'] }, {})
    const input = given({ body: { client_assertion: token }, type: jsonType })
    const leaf = {
      subject: 'CN=Provider',
      issuer: 'CN=Root',
      serial: '01',
      not_before: '1970-01-01T00:00:00.000Z',
      not_after: '1970-01-01T00:00:01.000Z',
      aki: null,
      ski: null,
      sha256: 'ab',
      san: ['provider.example'],
      self_signed: false,
    }
    expect(redactExchange({ ...input, readCertificates: () => facts }).decoded).toMatchObject([
      { header: { x5c: { count: 2, leaf } } },
    ])
    const failing = () => {
      throw new Error('MIIBsecret')
    }
    expect(redactExchange({ ...input, readCertificates: failing, thumbprint: failing }).decoded).toMatchObject([
      { header: { x5c: { count: 2 } } },
    ])
  })
  it('stops decoding tokens in tokens after three', () => {
    let token = jws({ alg: 'ES256' }, {})
    for (let depth = 0; depth < 10; depth++) token = jws({ alg: 'ES256', key_attestation: token }, {})
    expect(redactExchange(given({ body: { jwt: token }, type: jsonType })).decoded).toHaveLength(3)
  })
  it('never holds the signature', () => {
    const redacted = redactExchange(given({ body: { jwt: jws({ alg: 'ES256' }, { iss: 'a' }) }, type: jsonType }))
    expect(JSON.stringify(redacted)).not.toContain(signature.slice(0, 16))
  })
})

describe('redactExchange: details of events', () => {
  it('takes out what the same exchange holds as a secret, and leaves the rest', () => {
    const secret = 'Zk3v9-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789a'
    const { details } = redactExchange({
      ...given({ body: { c_nonce: secret, credential_configuration_id: secret }, type: jsonType }),
      details: [{ credential_configuration_id: secret, proof_type: 'jwt', key_count: 1 }],
    })
    expect(JSON.stringify(details)).not.toContain(secret)
    expect(details).toMatchObject([{ proof_type: 'jwt', key_count: 1 }])
  })
})

describe('a JSON answer', () => {
  const value = {
    access_token: 'aVerySecretToken0123456789',
    nested: { list: [{ nonce: 'n-0S6_WzA2Mj0123456789' }, 7, true, null], nonce: undefined },
    error_description: 'It did not work.',
    tx_code: undefined,
  }
  it('is kept as the value that it is, just as the text would be that is sent', () => {
    const sent = redactExchange(given({ reply: answer(JSON.parse(JSON.stringify(value))) }))
    const text = { kind: 'text', text: JSON.stringify(value) } as const
    const read = redactExchange(given({ reply: { status: 200, headers: [['Content-Type', jsonType]], body: text } }))
    const kept = redactExchange(given({ reply: answer(value as unknown as Json) }))
    expect(JSON.stringify(kept)).toBe(JSON.stringify(read))
    expect(JSON.stringify(kept)).toBe(JSON.stringify(sent))
    expect(JSON.stringify(kept)).not.toContain('aVerySecretToken')
  })
})
