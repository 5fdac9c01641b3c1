import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import type { HttpAnswer, HttpRequest } from '@/lib/testing/http-client'
import { claim, header } from '@/lib/testing/jwt-changes'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { fixedShare, inTurn } from '@/scripts/thorough.mjs'

/**
 * Input that no wallet sends but every fuzzer does: each request is either refused with an Error that says what to do,
 * or accepted as harmless. It is recorded, and does not affect the next request.
 */
const service = serviceForTests()
const { http } = service

const issuer = '/issuers/eu-pid-device-bound'
const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const
const json = ['Content-Type', 'application/json'] as const
const jwt = ['Content-Type', 'application/jwt'] as const
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const nested = (depth: number, inner: unknown = 1): unknown => (depth === 0 ? inner : [nested(depth - 1, inner)])
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const rawJwt = (head: string, body: string): string =>
  `${Buffer.from(head).toString('base64url')}.${Buffer.from(body).toString('base64url')}.AAAA`

/**
 * Expects a refusal or a harmless success: no failure of ours, no internals in the response, and an Error unless it is
 * a success.
 */
function expectSound(answer: HttpAnswer): void {
  expect(answer.status, answer.body).toBeLessThan(500)
  expect(answer.body).not.toMatch(/node_modules|node:internal|\.tsx?:\d|\.mjs:\d|\bat \w+ \(/)
  if (answer.status < 400) return
  expect(answer.header('content-type')).toBe('application/json')
  expect(answer.object()).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) })
  expect(answer.object().error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{20,}$/)
}

async function expectSoundAndRecorded(answer: HttpAnswer, path: string): Promise<void> {
  expectSound(answer)
  const [record] = await service.container.ports.store.ledger(1)
  expect(record).toMatchObject({ path, response: { status: answer.status } })
}

const odd: readonly [name: string, text: string][] = [
  ['nothing', ''],
  ['a zero byte', '\0'],
  ['a percent sign', 'grant_type=%'],
  ['half an escape', 'grant_type=%z&code=%a'],
  ['bytes that are no UTF-8', 'grant_type=\xff\xfe&code=\xc3'],
  ['escaped bytes that are no UTF-8', 'grant_type=%ff%fe&code=%ed%a0%80'],
  ['a byte order mark', '\xef\xbb\xbfgrant_type=authorization_code'],
  ['ampersands', '&'.repeat(100_000)],
  ['ten thousand parameters', Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join('&')],
  ['one parameter ten thousand times', 'code=1&'.repeat(10_000)],
  ['names of a prototype', '__proto__=1&constructor=2&toString=3&hasOwnProperty=4&grant_type=__proto__'],
  ['a name of 200 kB', `${'n'.repeat(200_000)}=1`],
  ['a value of 200 kB', `grant_type=${'v'.repeat(200_000)}`],
  ['escapes of 200 kB', `grant_type=${'%41'.repeat(66_000)}`],
  ['UTF-16', '\xff\xfeg\0r\0a\0n\0t\0'],
  ['numbers beyond all bounds', '{"a":1e999,"b":-1e999,"c":123456789012345678901234567890,"d":-0,"e":1E-999}'],
  ['repeated members', '{"a":1,"a":2,"proofs":{},"proofs":[]}'],
  ['members of a prototype', '{"__proto__":{"x":1},"constructor":{"prototype":{"y":2}},"toString":1}'],
  ['lone surrogates', '{"credential_configuration_id":"\\ud800","x":"\\udfff\\ud800"}'],
  ['an escaped zero', '{"credential_configuration_id":"\\u0000"}'],
  ['a depth of fifty thousand', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['an open depth of 200 000', '{"a":'.repeat(40_000)],
  ['members of 100 kB', `{"${'k'.repeat(100_000)}":"${'v'.repeat(100_000)}"}`],
  ['null', 'null'],
  ['a number', '1e400'],
  ['a string', '"x"'],
  ['XML with an entity', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['five empty parts', '....'],
  ['five parts of nothing', 'e30.e30.e30.e30.e30'],
]

/**
 * Rows with their turn, which decides the endpoints that each meets. All endpoints share the readers of forms and JSON.
 */
const oddInTurns = odd.map(([name, text], turn) => [name, text, turn] as const)

describe('an odd body', () => {
  const endpoints = ['par', 'token', 'nonce', 'credential', 'notification', 'challenge', 'authorize']
  it.each(oddInTurns)('is answered and on record at the endpoints: %s', async (_name, text, turn) => {
    for (const endpoint of inTurn(endpoints, turn))
      for (const type of [form, json]) {
        const path = `${issuer}/${endpoint}`
        const answer = await http({ method: 'POST', path, headers: [type], body: bytes(text) })
        await expectSoundAndRecorded(answer, path)
      }
    const path = '/authorization-servers/eu-pid-device-bound/token'
    await expectSoundAndRecorded(await http({ method: 'POST', path, headers: [form], body: bytes(text) }), path)
    expectSound(await http({ method: 'POST', path: '/sessions', headers: [json], body: bytes(text) }))
  })

  // The reader is the one for requests without a token, which meets each body above: a share is enough here.
  it.each(fixedShare(odd))('is answered with a good token too: %s', async (_name, text) => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    for (const type of [json, jwt]) {
      const answer = await wallet.requestCredential({
        body: text,
        nonce: null,
        headers: (fields) => void fields.splice(1, 1, [...type]),
      })
      await expectSoundAndRecorded(answer, wallet.path('credential'))
    }
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it.each(oddInTurns)('is answered as a query: %s', async (_name, text, turn) => {
    const query = text.slice(0, 6000).replace(/[^\x21-\x7e]/g, (one) => encodeURIComponent(one))
    for (const name of inTurn(['authorize', 'redirect', 'token', 'credential'], turn)) {
      const path = `${issuer}/${name}`
      await expectSoundAndRecorded(await http({ path: `${path}?${query}` }), path)
    }
    expectSound(await http({ path: `/oid4vci/requests?${query}` }))
  })
})

/**
 * Names with their turn, which decides the values that each meets. Properties of the readers of DPoP proofs, key proofs
 * and their keys try any value of each name.
 */
const inTurns = (...names: readonly string[]) => names.map((name, turn) => [name, turn] as const)

/** A share of the names: properties of the readers try any value of each. */
const someNames = (...names: readonly string[]) => fixedShare(inTurns(...names))

describe('an odd path', () => {
  covers('D21')
  it.each(
    inTurns(
      '/issuers/__proto__/token',
      '/issuers/constructor/jwks.json',
      '/issuers/%00/token',
      '/issuers/%ff/token',
      '/issuers/..%2f..%2fetc/token',
      '/issuers/eu-pid-device-bound%00/token',
      '/issuers/eu-pid-device-bound/offers/%ff',
      '/issuers/eu-pid-device-bound/offers/__proto__',
      '/issuers/eu-pid-device-bound/;/token',
      '/issuers/eu-pid-device-bound/%2e%2e/token',
      '/authorization-servers/toString/token',
      '/.well-known/openid-credential-issuer/issuers/hasOwnProperty',
      '/.well-known/jwt-vc-issuer/issuers/valueOf',
      '//issuers/eu-pid-device-bound/token',
      `/issuers/eu-pid-device-bound/${'%41'.repeat(2500)}`,
      `/issuers/eu-pid-device-bound${'/a'.repeat(4000)}`,
    ),
  )('is answered and on record: %s', async (path, turn) => {
    for (const method of inTurn(['GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'PROPFIND'], turn)) {
      const answer = await http({ method, path })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      if (method !== 'HEAD') expectSound(answer)
      const [record] = await service.container.ports.store.ledger(1)
      const shown = method === 'PROPFIND' ? '[name:8]' : method
      expect(record).toMatchObject({ method: shown, response: { status: answer.status } })
    }
  })

  it.each(['__proto__', 'constructor', '%00', '%ff', '0', 'a'.repeat(5000), '..%2f..'])(
    'is no session: %s',
    async (id) => {
      for (const part of ['', '/offer', '/deeplink', '/jwks', '/events']) {
        const answer = await http({ path: `/sessions/${id}${part}` })
        expectSound(answer)
        expect(answer.status).toBe(404)
      }
    },
  )
})

const weird: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  '\0',
  '\u{1f4a9}',
  'x'.repeat(5000),
  [],
  {},
  nested(40),
  ['ES256', 'none'],
]

/** JWTs whose parts are malformed JSON or no JSON at all. */
const brokenJwts: readonly string[] = [
  '',
  '.',
  '..',
  '...',
  'e30.e30.',
  'e30.e30.e30',
  rawJwt('{"alg":"none","typ":"dpop+jwt"}', '{}').replace(/AAAA$/, ''),
  rawJwt('[]', '[]'),
  rawJwt('null', 'null'),
  rawJwt('{"alg":"ES256","alg":"none"}', '{"jti":1,"jti":2}'),
  rawJwt('{"__proto__":{"alg":"ES256"}}', '{"__proto__":{"jti":"x"}}'),
  rawJwt('{"alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}}', '{"iat":1e999}'),
  rawJwt(JSON.stringify({ alg: 'ES256', jwk: nested(31) }), JSON.stringify(nested(31))),
  rawJwt(`${'['.repeat(5000)}${']'.repeat(5000)}`, '{}'),
  rawJwt('{"alg":"PBES2-HS256+A128KW","enc":"A128GCM","p2c":2147483647,"p2s":"AAAA"}', '{}'),
  rawJwt('{"alg":"ES256","zip":"DEF","b64":false,"crit":["b64","zip"]}', '{}'),
  `${'A'.repeat(20_000)}.${'A'.repeat(100)}.AA`,
  'not a jwt at all',
  'a.b.c,d.e.f',
  '\xff\xfe.\xff.\xff',
]

describe('an odd token in a header', () => {
  it.each(inTurn(brokenJwts, 0).map((token) => [token.slice(0, 60), token]))(
    'is refused and on record: %j',
    async (_name, token) => {
      for (const [endpoint, headers] of [
        ['par', [['DPoP', token]]],
        [
          'token',
          [
            ['DPoP', token],
            ['OAuth-Client-Attestation', token],
            ['OAuth-Client-Attestation-PoP', token],
          ],
        ],
        [
          'credential',
          [
            ['Authorization', `DPoP ${token}`],
            ['DPoP', token],
          ],
        ],
        [
          'notification',
          [
            ['Authorization', `DPoP ${token}`],
            ['DPoP', token],
          ],
        ],
        ['credential', [['Authorization', token]]],
      ] as const) {
        const path = `${issuer}/${endpoint}`
        const body = endpoint === 'par' ? 'client_id=x' : `grant_type=${encodeURIComponent(preAuthorizedGrant)}`
        const answer = await http({ method: 'POST', path, headers: [form, ...headers], body })
        await expectSoundAndRecorded(answer, path)
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    },
  )

  it.each(someNames('alg', 'typ', 'jwk', 'kid', 'crit', 'b64', 'zip', 'x5c'))(
    'is judged with any value of %s in a DPoP proof',
    async (name, turn) => {
      const wallet = await createHandWallet(service)
      for (const value of inTurn(weird, turn, 6))
        await expectSoundAndRecorded(await wallet.requestToken({ dpop: header(name, value) }), wallet.path('token'))
    },
  )

  it.each(someNames('jti', 'htm', 'htu', 'iat', 'exp', 'nbf', 'ath', 'nonce'))(
    'is judged with any value of %s in a DPoP proof',
    async (name, turn) => {
      const wallet = await createHandWallet(service)
      for (const value of inTurn([...weird, 'http://[', 'HTTP://%zz', '//', 'a:'], turn, 6))
        await expectSoundAndRecorded(await wallet.requestToken({ dpop: claim(name, value) }), wallet.path('token'))
    },
  )

  it('is judged with any JWK', async () => {
    const wallet = await createHandWallet(service)
    const good = { ...wallet.dpopKey.publicJwk }
    for (const [name, turn] of someNames('kty', 'crv', 'x', 'y', 'd', 'n', 'k', 'oth'))
      for (const value of inTurn([...weird, 'OKP', 'RSA', 'oct', 'P-521', 'A'.repeat(43)], turn, 6))
        await expectSoundAndRecorded(
          await wallet.requestToken({ dpop: header('jwk', { ...good, [name]: value }) }),
          wallet.path('token'),
        )
  })
})

describe('an odd client attestation', () => {
  it.each(someNames('alg', 'typ', 'x5c', 'jwk', 'kid'))(
    'is judged with any value of its header %s',
    async (name, turn) => {
      const wallet = await createHandCodeWallet(service)
      for (const value of inTurn(weird, turn, 6))
        for (const fields of [wallet.attested(header(name, value)), wallet.attested(undefined, header(name, value))])
          await expectSoundAndRecorded(
            await wallet.push({ headers: (list) => void list.push(...fields) }),
            wallet.path('par'),
          )
    },
  )

  it.each(someNames('iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'cnf', 'jti', 'challenge', 'status', 'wallet_link'))(
    'is judged with any value of its claim %s',
    async (name, turn) => {
      const wallet = await createHandCodeWallet(service)
      for (const value of inTurn(weird, turn, 6))
        for (const fields of [wallet.attested(claim(name, value)), wallet.attested(undefined, claim(name, value))])
          await expectSoundAndRecorded(
            await wallet.push({ headers: (list) => void list.push(...fields) }),
            wallet.path('par'),
          )
    },
  )
})

describe('an odd pushed request', () => {
  it.each(
    inTurns(
      'response_type',
      'client_id',
      'redirect_uri',
      'scope',
      'state',
      'code_challenge',
      'code_challenge_method',
      'issuer_state',
      'authorization_details',
      'dpop_jkt',
      'client_assertion',
      'request',
      'request_uri',
      'resource',
    ),
  )('is judged with any %s', async (name, turn) => {
    const wallet = await createHandCodeWallet(service)
    const values = [
      ...weird.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
      'javascript:alert(1)',
      'http://[',
      'https://wallet.example/\r\nSet-Cookie: a=b',
      'https://user:password@wallet.example/',
      'a:',
      'data:,x',
      'x'.repeat(20_000),
      '[{"type":"openid_credential","credential_configuration_id":[],"claims":[{"path":[null,-1,{}]}]}]',
    ]
    for (const value of inTurn(values, turn, 6))
      await expectSoundAndRecorded(
        await wallet.push({ form: (fields) => void fields.set(name, value) }),
        wallet.path('par'),
      )
  })
})

const garbage = [
  'AAAA',
  '',
  '!',
  Buffer.from('a163666f6f63626172', 'hex').toString('base64'),
  Buffer.alloc(2000, 0x30).toString('base64'),
  Buffer.from(`3084ffffffff${'30'.repeat(100)}`, 'hex').toString('base64'),
  Buffer.from('30820010'.repeat(500), 'hex').toString('base64'),
]

describe('an odd proof', () => {
  const ask = async (wallet: HandWallet, changes: Parameters<HandWallet['requestCredential']>[0]) => {
    const answer = await wallet.requestCredential(changes)
    await expectSoundAndRecorded(answer, wallet.path('credential'))
    return answer
  }

  it.each(someNames('alg', 'typ', 'jwk', 'kid', 'x5c', 'key_attestation', 'crit', 'zip', 'trust_chain'))(
    'is judged with any value of its header %s',
    async (name, turn) => {
      const wallet = await createHandWallet(service)
      for (const value of inTurn([...weird, ...garbage.map((one) => [one])], turn, 6)) {
        await ask(wallet, { proof: header(name, value) })
        await ask(wallet, { keyAttestation: header(name, value) })
      }
      expect((await wallet.requestCredential()).status).toBe(200)
    },
  )

  it.each(
    someNames(
      'iss',
      'aud',
      'iat',
      'exp',
      'nonce',
      'attested_keys',
      'key_storage',
      'user_authentication',
      'certification',
      'status',
    ),
  )('is judged with any value of its claim %s', async (name, turn) => {
    const wallet = await createHandWallet(service)
    for (const value of inTurn(weird, turn, 6)) {
      await ask(wallet, { proof: claim(name, value) })
      await ask(wallet, { keyAttestation: claim(name, value) })
    }
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it('is judged with any certificates', async () => {
    const wallet = await createHandWallet(service)
    const [leaf = ''] = wallet.attester.x5c
    const der = Buffer.from(leaf, 'base64')
    const lists = [
      ...garbage.map((one) => [leaf, one]),
      ...garbage.map((one) => [one, leaf]),
      Array.from({ length: 60 }, () => leaf),
      [leaf.replaceAll('+', '-').replaceAll('/', '_')],
      [`${leaf}${'A'.repeat(120_000)}`],
      [Buffer.concat([der, Buffer.alloc(120_000)]).toString('base64')],
      ...Array.from({ length: 40 }, (_, index) => {
        const changed = Buffer.from(der)
        const at = Math.floor((index * der.length) / 40)
        changed[at] = (changed[at] ?? 0) ^ 0xff
        return [changed.toString('base64')]
      }),
    ]
    for (const x5c of inTurn(lists, 0)) await ask(wallet, { keyAttestation: header('x5c', x5c) })
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it('is judged with many and with odd attested keys', async () => {
    const wallet = await createHandWallet(service)
    const [key] = wallet.holderKeys
    const lists = [
      Array.from({ length: 500 }, () => key?.publicJwk),
      weird,
      [{ ...key?.publicJwk, x: 'A'.repeat(43) }],
      [key?.publicJwk, { kty: 'RSA', n: 'A'.repeat(20_000), e: 'AQAB' }],
      [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }],
    ]
    for (const keys of lists) await ask(wallet, { keyAttestation: claim('attested_keys', keys) })
  })

  it.each([
    ['null', null],
    ['a string', 'x'],
    ['an array', []],
    ['a list of null', { jwt: [null] }],
    ['a list of objects', { jwt: [{}] }],
    ['a nested list', { jwt: [['a.b.c']] }],
    ['an empty text', { jwt: [''] }],
    ['a number', { jwt: 1 }],
    ['a member of a prototype', JSON.parse('{"__proto__":["a.b.c"]}')],
    ['a type nobody knows', { toString: ['x'] }],
    ['a text of 200 kB', { jwt: ['a'.repeat(200_000)] }],
    ['an attestation of garbage', { attestation: ['e30.e30.e30'] }],
    ['ten thousand proofs', { jwt: Array.from({ length: 9000 }, () => 'a.b.c') }],
  ])('is refused as %s', async (_name, proofs) => {
    const wallet = await createHandWallet(service)
    const answer = await ask(wallet, { request: (request) => void Object.assign(request, { proofs }) })
    expect(answer.status).toBe(400)
  })

  it.each(inTurn(brokenJwts, 0).map((token) => [token.slice(0, 60), token]))(
    'is refused as a token that is none: %j',
    async (_name, token) => {
      const wallet = await createHandWallet(service)
      for (const type of ['jwt', 'attestation'])
        expect(
          (await ask(wallet, { request: (request) => void Object.assign(request, { proofs: { [type]: [token] } }) }))
            .status,
        ).toBe(400)
      for (const change of ['proof', 'keyAttestation'] as const)
        expect(
          (await ask(wallet, { [change]: (draft: object) => void Object.assign(draft, { finish: () => token }) }))
            .status,
        ).toBe(400)
    },
  )
})

describe('an odd encryption', () => {
  const epks: readonly unknown[] = [
    ...weird,
    { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
    { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
  ]
  it('is refused as a request', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const metadata = (await http({ path: `/.well-known/openid-credential-issuer${issuer}` })).object()
    const { jwks } = metadata.credential_request_encryption as { jwks: { keys: { kid: string }[] } }
    const kid = jwks.keys[0]?.kid
    const good = {
      alg: 'ECDH-ES',
      enc: 'A128GCM',
      kid,
      epk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
    }
    const heads: unknown[] = [
      ...epks.map((epk) => ({ ...good, epk })),
      ...weird.map((value) => ({ ...good, alg: value })),
      ...weird.map((value) => ({ ...good, enc: value })),
      ...weird.map((value) => ({ ...good, apu: value, apv: value })),
      { ...good, zip: 'DEF' },
      { ...good, crit: ['exp'], exp: 1 },
      { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 2_147_483_647, p2s: 'AAAA', kid },
      { alg: 'dir', enc: 'A256GCM', kid },
      { alg: 'RSA1_5', enc: 'A128CBC-HS256', kid },
      ...weird,
    ]
    for (const head of inTurn(heads, 0)) {
      const answer = await wallet.requestCredential({
        body: `${encode(head)}..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`,
        nonce: null,
        headers: (fields) => void fields.splice(1, 1, [...jwt]),
      })
      await expectSoundAndRecorded(answer, wallet.path('credential'))
      expect(answer.status).toBe(400)
    }
  })

  it('is refused as a wish for the answer', async () => {
    const wallet = await createHandWallet(service)
    for (const value of inTurn(
      [
        ...weird,
        ...epks.map((jwk) => ({ jwk, enc: 'A128GCM' })),
        ...weird.map((enc) => ({ jwk: epks.at(-1), enc, zip: enc })),
      ],
      0,
    )) {
      const answer = await wallet.requestCredential({
        request: (request) => void Object.assign(request, { credential_response_encryption: value }),
      })
      await expectSoundAndRecorded(answer, wallet.path('credential'))
    }
  })
})

describe('an odd session request', () => {
  it.each(
    inTurns(
      'issuer_configuration_id',
      'flow',
      'credential_offer_mode',
      'credential_configuration_id',
      'scheme',
      'tx_code',
      'dpop_nonce',
      'expires_in',
      '__proto__',
    ),
  )('is judged with any %s', async (name, turn) => {
    const values = [
      ...weird,
      'javascript:',
      'javascript://',
      'x\r\ny://',
      { length: 1e9 },
      { description: 'x'.repeat(10_000) },
    ]
    for (const value of inTurn(values, turn, 6)) {
      const request: HttpRequest = {
        method: 'POST',
        path: '/sessions',
        headers: [json],
        body: `{${JSON.stringify(name)}:${JSON.stringify(value)}}`,
      }
      const answer = await http(request)
      expectSound(answer)
      if (answer.status === 201)
        expect((await http({ path: `/sessions/${String(answer.object().session_id)}` })).status).toBe(200)
    }
  })
})

it('the service is as it was', async () => {
  const wallet = await createHandWallet(service)
  expect((await wallet.requestCredential()).status).toBe(200)
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
