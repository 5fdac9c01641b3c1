import { createHash, createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { holderKeyOf } from '../formats/stored-credential'
import { readJws, verifyEs256 } from '../jose/jws'
import { generateKey } from '../jose/key'
import { objectMember, readJsonObject } from '../json'
import { presentingWallet } from '../testing/presenting-wallet'
import type { ScriptedVerifier, VerifierScript } from '../testing/scripted-verifier'
import { paymentExample } from './request/transaction-data'
import { runAtVerifier } from './run-at-verifier'

const { start, held, present } = await presentingWallet()

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const payment = { ...paymentExample, credential_ids: ['pid'] }

/** The presentation for a query, decoded. */
const presentationOf = (verifier: ScriptedVerifier, id = 'pid') => {
  const token = objectMember(verifier.lastResponse(), 'vp_token')
  const entries = token?.[id]
  if (!Array.isArray(entries) || typeof entries[0] !== 'string') throw new Error('no presentation')
  const compact = entries[0]
  const parts = compact.split('~')
  const disclosed = parts.slice(1, -1).map((one) => JSON.parse(Buffer.from(one, 'base64url').toString('utf8')).slice(1))
  return { compact, count: entries.length, keyBinding: readJws(parts.at(-1) ?? ''), disclosed, parts }
}

const deliveries = [
  { delivery: 'by_reference', method: 'get' },
  { delivery: 'by_reference', method: 'post' },
  { delivery: 'by_value', method: 'get' },
] as const
const modes = ['direct_post', 'direct_post.jwt'] as const

describe('a presentation', () => {
  it.each(deliveries.flatMap((delivery) => modes.map((responseMode) => ({ ...delivery, responseMode }))))(
    'answers %j with what was asked for and no more',
    async (script) => {
      const verifier = await start(script)
      const run = await present(verifier, { trustAnchors: [verifier.attester.rootPem] })
      expect(run).toMatchObject({ outcome: 'presented', reason: null, refusal: null, declined: null })
      expect(run.presented).toEqual([
        { queryId: 'pid', format: 'dc+sd-jwt', type: 'urn:eudi:pid:1', paths: [['family_name']] },
      ])
      expect(verifier.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
        ...(script.delivery === 'by_value' ? [] : [`${script.method.toUpperCase()} /sessions/0/request`]),
        'POST /sessions/0/response',
      ])
      expect(verifier.lastResponse()).toMatchObject({ state: 'state-of-session-0' })
      expect(presentationOf(verifier)).toMatchObject({ count: 1, disclosed: [['family_name', 'Fabbri']] })
      const form = new URLSearchParams(verifier.received.at(-1)!.body)
      expect([...form.keys()]).toEqual(script.responseMode === 'direct_post' ? ['vp_token', 'state'] : ['response'])
    },
  )

  it('authorises transaction data by hashes over the strings as they came', async () => {
    const entry = { type: 'payment', credential_ids: ['pid'], payee: 'Bookshop' }
    const sent = [encode(entry), encode({ ...entry, transaction_data_hashes_alg: ['sha-512', 'sha-256'] })]
    const verifier = await start({ request: ({ claims }) => Object.assign(claims, { transaction_data: sent }) })
    // What it holds is a PID, which confirms nothing.
    expect(await present(verifier)).toMatchObject({ declined: { error: 'invalid_transaction_data' } })
    expect(await present(verifier, { profile: { confirmsWithPid: true } })).toMatchObject({ outcome: 'presented' })
    expect(presentationOf(verifier).keyBinding?.claims).toMatchObject({
      transaction_data_hashes: sent.map((text) => createHash('sha256').update(text).digest('base64url')),
      transaction_data_hashes_alg: 'sha-256',
    })
  })

  it('binds the credential to verifier, nonce and what it shows, by the key of the holder', async () => {
    const verifier = await start()
    await present(verifier)
    const { compact, keyBinding } = presentationOf(verifier)
    const shown = compact.slice(0, compact.lastIndexOf('~') + 1)
    expect(keyBinding?.header).toEqual({ typ: 'kb+jwt', alg: 'ES256' })
    expect(keyBinding?.claims).toEqual({
      iat: expect.any(Number),
      aud: verifier.clientId,
      nonce: 'nonce-of-session-0',
      sd_hash: createHash('sha256').update(shown).digest('base64url'),
    })
    expect(verifyEs256(keyBinding!, createPublicKey(holderKeyOf(held).privateKey))).toBe(true)
    expect(verifyEs256(keyBinding!, createPublicKey(generateKey().privateKey))).toBe(false)
  })

  it('goes without key binding if none is required', async () => {
    const credentials = [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        require_cryptographic_holder_binding: false,
      },
    ]
    const verifier = await start({ query: { credentials } })
    expect((await present(verifier)).outcome).toBe('presented')
    expect(presentationOf(verifier)).toMatchObject({ keyBinding: null, disclosed: [] })
    expect(presentationOf(verifier).compact.endsWith('~')).toBe(true)
  })

  it('prefers A256GCM, names the key and puts nothing else into the header of the JWE', async () => {
    const verifier = await start()
    await present(verifier)
    const jwe = new URLSearchParams(verifier.received.at(-1)!.body).get('response')!
    const header = readJsonObject(Buffer.from(jwe.split('.')[0]!, 'base64url').toString('utf8'))
    expect(header).toEqual({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'session-0', epk: expect.any(Object) })
  })

  it.each([
    [{ encrypted_response_enc_values_supported: undefined }, 'A128GCM'],
    [{ encrypted_response_enc_values_supported: ['A128GCM', 'A128CBC-HS256'] }, 'A128GCM'],
  ])('uses what the verifier takes: %j', async (metadata, enc) => {
    const verifier = await start({
      request: ({ claims }) => Object.assign(claims.client_metadata as object, metadata),
    })
    await present(verifier)
    const jwe = new URLSearchParams(verifier.received.at(-1)!.body).get('response')!
    expect(readJsonObject(Buffer.from(jwe.split('.')[0]!, 'base64url').toString('utf8'))?.enc).toBe(enc)
  })

  it('asks for the request object with a fresh nonce and what the wallet can, and nothing that marks it', async () => {
    const verifier = await start({ method: 'post' })
    for (let round = 0; round < 2; round += 1) expect((await present(verifier)).outcome).toBe('presented')
    const forms = verifier.received
      .filter(({ path }) => path.endsWith('/request'))
      .map(({ body }) => new URLSearchParams(body))
    expect(forms.map((form) => [...form.keys()])).toEqual([
      ['wallet_nonce', 'wallet_metadata'],
      ['wallet_nonce', 'wallet_metadata'],
    ])
    expect(forms[0]!.get('wallet_nonce')).not.toBe(forms[1]!.get('wallet_nonce'))
    expect(forms[0]!.get('wallet_metadata')).toBe(forms[1]!.get('wallet_metadata'))
    const { headers } = verifier.received[0]!
    expect(headers).toMatchObject({
      accept: 'application/oauth-authz-req+jwt',
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(headers).not.toHaveProperty('user-agent')
  })

  it('reads a request object that was encrypted to it, and takes no other when it asked for that', async () => {
    const verifier = await start({ method: 'post' })
    expect((await present(verifier, { profile: { walletMetadata: 'encrypted' } })).outcome).toBe('presented')
    expect(verifier.received[0]!.body).toContain('wallet_metadata')
    const plain = await start({ method: 'post', answer: (_request, usual) => ({ ...usual, body: 'a.b.c' }) })
    expect(await present(plain, { profile: { walletMetadata: 'encrypted' } })).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The request object is not encrypted to the key of this wallet',
    })
  })

  it('falls back to GET, and leaves nonce and metadata out, when it is told to', async () => {
    const verifier = await start({ method: 'post' })
    expect((await present(verifier, { profile: { fetch: 'get' } })).outcome).toBe('presented')
    expect(verifier.received[0]).toMatchObject({ method: 'GET', body: '' })
    expect((await present(verifier, { profile: { walletNonce: false, walletMetadata: 'none' } })).outcome).toBe(
      'presented',
    )
    expect(verifier.received.findLast(({ path }) => path.endsWith('/request'))).toMatchObject({
      method: 'POST',
      body: '',
    })
  })

  it('sends the user on where the verifier says, as a browser would', async () => {
    const verifier = await start({ redirect: true })
    const run = await present(verifier)
    expect(run.redirectUri).toBe(`${verifier.origin}/complete?response_code=the-response-code`)
    expect(verifier.received.at(-1)).toMatchObject({
      method: 'GET',
      path: '/complete',
      query: 'response_code=the-response-code',
      headers: { 'sec-fetch-mode': 'navigate' },
    })
    const other = await start({ redirect: true })
    await present(other, { profile: { followRedirect: false } })
    expect(other.received.at(-1)!.path).toBe('/sessions/0/response')
  })

  it('leaves an address that is not of the web to the device', async () => {
    const verifier = await start({
      answer: ({ path }, usual) =>
        path.endsWith('/response') ? { ...usual, body: { redirect_uri: 'shop://done' } } : null,
    })
    expect(await present(verifier)).toMatchObject({ outcome: 'presented', redirectUri: 'shop://done' })
    expect(verifier.received).toHaveLength(2)
  })

  it('shows a credential of an issuer that nobody knows, when it is told to', async () => {
    const verifier = await start({
      query: {
        credentials: [
          {
            id: 'other',
            format: 'dc+sd-jwt',
            meta: { vct_values: ['urn:example:membership'] },
            claims: [{ path: ['nationalities', 1] }, { path: ['address', 'locality'] }],
          },
        ],
      },
    })
    const run = await present(verifier, { credentials: [], profile: { credential: 'foreign' } })
    expect(run).toMatchObject({ outcome: 'presented', presented: [{ type: 'urn:example:membership' }] })
    const { disclosed, parts } = presentationOf(verifier, 'other')
    expect(disclosed.map((one) => one[0])).toEqual(
      expect.arrayContaining(['FI', 'locality', 'nationalities', 'address']),
    )
    expect(disclosed).toHaveLength(4)
    const issued = readJws(parts[0]!)
    const x5c = issued?.header.x5c as string[]
    expect(x5c).toHaveLength(1)
    const certificate = `-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----`
    expect(verifyEs256(issued!, createPublicKey(certificate))).toBe(true)
  })
})

describe('an answer of the verifier', () => {
  it.each([
    [
      { status: 400, body: { error: 'invalid_presentation', error_description: 'no' } },
      'refused_by_verifier',
      'response: 400 invalid_presentation',
    ],
    [
      { status: 302, headers: { Location: '/elsewhere' }, body: '' },
      'refused_by_verifier',
      'response: 302 without an error code',
    ],
    [{ status: 200, body: [] }, 'stopped_by_wallet', 'The response response is not a JSON object'],
    [
      { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '{}' },
      'stopped_by_wallet',
      'The response response is not application/json',
    ],
  ])('%j ends the run', async (scripted, outcome, reason) => {
    const verifier = await start({ answer: ({ path }) => (path.endsWith('/response') ? scripted : null) })
    expect(await present(verifier)).toMatchObject({ outcome, reason, presented: [] })
    expect(verifier.received).toHaveLength(2)
  })

  it.each([
    [
      { status: 404, body: { error: 'vp_request_expired' } },
      'refused_by_verifier',
      'request_object: 404 vp_request_expired',
    ],
    [
      { status: 302, headers: { Location: '/elsewhere' }, body: '' },
      'refused_by_verifier',
      'request_object: 302 without an error code',
    ],
    [
      { status: 200, body: 'a.b.c' },
      'stopped_by_wallet',
      'The request_object response is not application/oauth-authz-req+jwt',
    ],
    [
      { status: 200, headers: { 'Content-Type': 'application/oauth-authz-req+jwt' }, body: 'no jwt' },
      'stopped_by_wallet',
      'The request object is not a signed JWT',
    ],
  ])('%j to the fetch ends the run before anything is sent', async (scripted, outcome, reason) => {
    const verifier = await start({ answer: ({ path }) => (path.endsWith('/request') ? scripted : null) })
    expect(await present(verifier)).toMatchObject({ outcome, reason })
    expect(verifier.received).toHaveLength(1)
  })
})

describe('a request that the wallet refuses', () => {
  const claims =
    (changes: object): NonNullable<VerifierScript['request']> =>
    (draft) => {
      Object.assign(draft.claims, changes)
    }
  const past = Math.floor(Date.now() / 1000) - 3600
  const mdoc = { id: 'm', format: 'mso_mdoc', meta: { doctype_value: 'x' } }
  const pid = { id: 'p', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }

  it.each<[string, string, NonNullable<VerifierScript['request']>]>([
    ['another audience', 'invalid_request_object', claims({ aud: 'https://wallet.example' })],
    ['an end in the past', 'invalid_request_object', claims({ exp: past })],
    ['an end that is text', 'invalid_request_object', claims({ exp: 'tomorrow' })],
    ['a start in the future', 'invalid_request_object', claims({ nbf: past + 7200 })],
    ['redirect_uri beside response_uri', 'invalid_request', claims({ redirect_uri: 'https://verifier.example' })],
    ['no nonce', 'invalid_request', claims({ nonce: undefined })],
    ['a nonce with other characters', 'invalid_request', claims({ nonce: 'a b"c' })],
    ['a state with other characters', 'invalid_request', claims({ state: 'ä' })],
    ['a query and a scope', 'invalid_request', claims({ scope: 'com.example.pid' })],
    ['neither query nor scope', 'invalid_request', claims({ dcql_query: undefined })],
    ['a scope alone', 'invalid_scope', claims({ dcql_query: undefined, scope: 'openid com.example.pid' })],
    ['an empty scope', 'invalid_scope', claims({ dcql_query: undefined, scope: '' })],
    ['a scope with other characters', 'invalid_scope', claims({ dcql_query: undefined, scope: 'a"b\\c' })],
    ['a malformed query', 'invalid_request', claims({ dcql_query: { credentials: [] } })],
    ['a response type that it does not know', 'unsupported_response_type', claims({ response_type: 'code' })],
    ['an ID Token without the scope', 'invalid_scope', claims({ response_type: 'vp_token id_token' })],
    [
      'an ID Token of another issuer',
      'invalid_request',
      claims({ response_type: 'vp_token id_token', scope: 'openid' }),
    ],
    [
      'an ID Token of a subject that it cannot be',
      'subject_syntax_types_not_supported',
      claims({
        response_type: 'vp_token id_token',
        scope: 'openid',
        id_token_type: 'subject_signed_id_token',
      }),
    ],
    ['transaction data without a type', 'invalid_transaction_data', claims({ transaction_data: ['e30'] })],
    ...Object.entries({
      'of a type that it does not know': { type: 'tax', credential_ids: ['pid'] },
      'for a credential that nobody asked for': { type: 'payment', credential_ids: ['diploma'] },
      'without a hash algorithm that it knows': {
        type: 'payment',
        credential_ids: ['pid'],
        transaction_data_hashes_alg: ['md5'],
      },
      'of a payment with an unknown member': { ...payment, tip: 1 },
      'of a payment without hash algorithms': { ...payment, transaction_data_hashes_alg: undefined },
      'of a payment without payload': { ...payment, payload: undefined },
      'of a payment whose payload is none': { ...payment, payload: [1] },
      'of a payment without an amount': { ...payment, payload: { ...payment.payload, amount: undefined } },
      'of a payment in a currency that is none': { ...payment, payload: { ...payment.payload, currency: 'euros' } },
      'of a payment of something unknown': { ...payment, payload: { ...payment.payload, tip: 1 } },
    }).map(([words, entry]): [string, string, NonNullable<VerifierScript['request']>] => [
      `transaction data ${words}`,
      'invalid_transaction_data',
      claims({ transaction_data: [encode(entry)] }),
    ]),
    [
      'no formats',
      'invalid_request',
      (draft) => Object.assign(draft.claims.client_metadata as object, { vp_formats_supported: undefined }),
    ],
    [
      'no state although holder binding is not required',
      'invalid_request',
      claims({
        state: undefined,
        dcql_query: { credentials: [{ ...pid, require_cryptographic_holder_binding: false }] },
      }),
    ],
    [
      'an mdoc only, of a verifier that takes nothing else',
      'access_denied',
      (draft) => {
        draft.claims.dcql_query = { credentials: [mdoc] }
        Object.assign(draft.claims.client_metadata as object, { vp_formats_supported: { mso_mdoc: {} } })
      },
    ],
    [
      'other algorithms',
      'vp_formats_not_supported',
      (draft) =>
        Object.assign(draft.claims.client_metadata as object, {
          vp_formats_supported: { 'dc+sd-jwt': { 'kb-jwt_alg_values': ['EdDSA'] } },
        }),
    ],
    [
      'other formats of the verifier',
      'vp_formats_not_supported',
      (draft) => Object.assign(draft.claims.client_metadata as object, { vp_formats_supported: { mso_mdoc: {} } }),
    ],
    [
      'formats that it does not know',
      'vp_formats_not_supported',
      claims({ dcql_query: { credentials: [{ ...pid, format: 'ldp_vc' }] } }),
    ],
    ['an mdoc only', 'access_denied', claims({ dcql_query: { credentials: [mdoc] } })],
    [
      'a credential that it does not hold',
      'access_denied',
      claims({ dcql_query: { credentials: [{ ...pid, meta: { vct_values: ['urn:other'] } }] } }),
    ],
    [
      'a credential beside one that it does not hold',
      'access_denied',
      claims({ dcql_query: { credentials: [pid, mdoc] } }),
    ],
  ])('for %s gets %s as answer, in the mode that was asked for', async (_what, error, request) => {
    const verifier = await start({ request })
    const run = await present(verifier)
    expect(run).toMatchObject({ outcome: 'declined', presented: [], declined: { error } })
    const response = verifier.lastResponse()
    expect(response).toMatchObject({ error, error_description: run.declined?.description })
    expect(response).not.toHaveProperty('vp_token')
    expect(response?.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    expect(JSON.stringify(response)).not.toMatch(/Fabbri|family_name|urn:eudi/)
  })

  it('echoes the state, and answers in the clear when it cannot encrypt', async () => {
    const verifier = await start({
      request: ({ claims: { client_metadata } }) =>
        Object.assign(client_metadata as object, { jwks: { keys: [{ kty: 'EC' }] } }),
    })
    expect(await present(verifier)).toMatchObject({ declined: { error: 'invalid_request' } })
    expect(Object.fromEntries(new URLSearchParams(verifier.received.at(-1)!.body))).toEqual({
      error: 'invalid_request',
      error_description: 'There is no key that the wallet can encrypt to',
      state: 'state-of-session-0',
    })
  })

  it('is refused by the user, and the verifier cannot tell that from a value that does not match', async () => {
    const nobody = { ...pid, claims: [{ path: ['family_name'], values: ['Nobody'] }] }
    const other = await start({ query: { credentials: [nobody] } })
    const verifier = await start()
    const runs = [await present(verifier, { profile: { consent: 'denied' } }), await present(other)]
    for (const run of runs) expect(run).toMatchObject({ outcome: 'declined', declined: { error: 'access_denied' } })
    expect(verifier.lastResponse()).toEqual(other.lastResponse())
    expect(runs.map(({ reason }) => reason)).toEqual([
      'access_denied: The user did not agree',
      'access_denied: The request cannot be satisfied',
    ])
  })

  it('sends no empty vp_token where that would tell that a value differs', async () => {
    const withSet = (entry: object) => ({
      credentials: [{ ...pid, ...entry }],
      credential_sets: [{ options: [['p']], required: false }],
    })
    const nobody = withSet({ claims: [{ path: ['family_name'], values: ['Nobody'] }] })
    const other = withSet({ trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] })
    for (const query of [nobody, other]) {
      const verifier = await start({ query })
      expect((await present(verifier)).declined).toMatchObject({ error: 'access_denied' })
      expect(verifier.lastResponse()).not.toHaveProperty('vp_token')
    }
    const verifier = await start({ query: withSet({ meta: { vct_values: ['urn:other'] } }) })
    expect((await present(verifier)).outcome).toBe('presented')
    expect(verifier.lastResponse()).toHaveProperty('vp_token')
  })

  it.each([
    ['openid4vp://?request_uri=https%3A%2F%2Fa.example', 'The link has no client_id'],
    ['openid4vp://?client_id=a', 'The link needs exactly one of request and request_uri'],
    ['openid4vp://?client_id=a&request=b&request_uri=c', 'The link needs exactly one of request and request_uri'],
    ['openid4vp://?client_id=a&client_id=b&request=c', 'The link repeats client_id'],
    [
      'openid4vp://?client_id=a&request=c&request_uri_method=post',
      'The link has request_uri_method without request_uri',
    ],
    [
      'openid4vp://?client_id=redirect_uri%3Ahttps%3A%2F%2Fa.example&response_type=vp_token&request_uri_method=post',
      'The link has request_uri_method without request_uri',
    ],
    [
      'openid4vp://?client_id=a&request_uri=c&request_uri_method=POST',
      'invalid_request_uri_method: the link names a method that is neither get nor post',
    ],
    ['openid4vp://?client_id=a&request_uri=http%3A%2F%2Fa.example', 'The request_object address does not use https'],
    ['openid4vp', 'The link does not begin with a scheme'],
    ['openid4vp://', 'The link carries no parameters'],
  ])('comes with the link %s', async (deeplink, reason) => {
    expect(await runAtVerifier({ deeplink, credentials: [held] })).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason,
    })
  })

  it('ignores iss and what it does not know', async () => {
    const verifier = await start({ request: claims({ iss: 'https://somebody.example', x_random: { a: [1] } }) })
    expect((await present(verifier)).outcome).toBe('presented')
  })
})
