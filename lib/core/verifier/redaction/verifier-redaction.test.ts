import { describe, expect, it } from 'vitest'
import { digest } from '@/lib/adapters/crypto/ports'
import { lookedAt } from '@/lib/testing/looked-at'
import { hashOf } from '@/lib/testing/presented/make-presentation'
import { disclosure, presentation, presented } from '@/lib/testing/presented-tokens'
import { bodyOf, formOf, hidden, pid, salt } from '@/lib/testing/presented-values'
import { answer, encode, fingerprint, formType, jws, publicJwk } from '../../engine/redaction/fixtures/exchanges'
import { redactExchange } from '../../engine/redaction/message/redact-exchange'
import { utf8 } from '../../shared/values/base64url'
import { quote, say } from '../../shared/values/wording'

describe('what else a wallet sends a verifier', () => {
  it('under names that nobody knows is hidden, with its structure', () => {
    expect(bodyOf({ given_name: 'Anna', age: '42', claims: '{"birth":{"date":"1980-01-01"},"over18":true}' })).toEqual({
      given_name: hidden(4),
      age: hidden(null),
      claims: { birth: { date: hidden(10) }, over18: hidden(null, 'boolean') },
    })
    const { headers } = redactExchange(
      presented({
        headers: [
          ['X-Holder', 'Anna'],
          ['User-Agent', 'EudiWallet/3.2 (Android 14)'],
          ['Content-Length', '12'],
          ['Sec-Fetch-Mode', 'cors'],
          ['Origin', 'https://wallet.example'],
        ],
      }),
    )
    expect(headers).toEqual({
      'x-holder': hidden(4),
      'user-agent': 'EudiWallet/3.2 (Android 14)',
      'content-length': '12',
      'sec-fetch-mode': 'cors',
      origin: 'https://wallet.example',
    })
  })
  it('as the name of a header field is hidden, whatever lower case makes of it', () => {
    const name = 'Zk3Qp8Lw2Xn7Rt5Vb9Yc1Md4'
    const { headers } = redactExchange(presented({ headers: [[`X-${name}`, 'a']] }))
    expect(headers).toEqual({ '[name:26]': { ...hidden(null) } })
  })
  it('as an error stays, without what names a person', () => {
    const description = 'anna@example.org (did:jwk:eyJrdHkiOiJFQyJ9) did not consent'
    expect(bodyOf({ error: 'access_denied', error_description: description, state: 'xyz' })).toEqual({
      error: 'access_denied',
      error_description: '[redacted:16] ([redacted:24]) did not consent',
      state: { ...hidden(null), fingerprint: fingerprint('xyz') },
    })
  })
  it.each([
    ['born 1964-08-12, phone +49 170 123-4567', 'born [redacted:10], phone [redacted:16]'],
    ['document DE89370400440532013000', 'document DE[redacted:20]'],
    ['HTTP 400 after 12 s, [redacted:1234567]', 'HTTP 400 after 12 s, [redacted:1234567]'],
    ['x'.repeat(20_000), 'x'.repeat(512)],
  ])('as an error loses long numbers and what is too long: %s', (text, shown) => {
    expect(bodyOf({ error: 'access_denied', error_description: text })).toMatchObject({ error_description: shown })
  })
  it('as an address of an error keeps no query', () => {
    const error_uri = 'https://wallet.example/anna@example.org?user=anna#top'
    expect(bodyOf({ error: 'access_denied', error_uri })).toMatchObject({
      error_uri: 'https://wallet.example/[redacted:16]?[redacted:13]',
    })
  })
  it('is no clearer in an event and in a finding', () => {
    const description = 'anna@example.org (did:jwk:eyJrdHkiOiJFQyJ9), born 1964-08-12'
    const redacted = redactExchange({
      ...presented({ body: formOf({ error: 'access_denied', error_description: description }), type: formType }),
      details: [
        { error_description: description, error_uri: 'https://wallet.example/?user=anna', members: [description] },
      ],
      findings: [
        {
          id: 'vp.error.no_details',
          status: 'fail',
          expected: null,
          actual: [quote(description)],
          hint: null,
          error: null,
          rejected: false,
        },
      ],
    })
    expect(redacted.details).toEqual([
      {
        error_description: '[redacted:16] ([redacted:24]), born [redacted:10]',
        error_uri: 'https://wallet.example/?[redacted:9]',
        members: ['[redacted:16] ([redacted:24]), born 1964-08-12'],
      },
    ])
    expect(redacted.findings[0]?.actual).toEqual(['[redacted:16] ([redacted:24]), born 1964-08-12'])
  })
  it('of a wallet_nonce is in the event, because the request that everybody can fetch repeats it', () => {
    const detailsOf = (wallet_nonce: string) =>
      redactExchange({
        ...presented({ body: formOf({ wallet_nonce }), type: formType }),
        details: [{ wallet_nonce }],
      }).details
    for (const nonce of ['abc', 'q8Zr0aYkT2m1Wc5xJ7vN9b', 'kX9d2mQpR7sT4vW1yZ6bN3cF8gH5jL0a-eU'])
      expect(detailsOf(nonce)).toEqual([{ wallet_nonce: nonce }])
    expect(detailsOf('anna@example.org')).toEqual([{ wallet_nonce: '[redacted:16]' }])
    expect(detailsOf('did:key:z6MkpTHR8VNs')).toEqual([{ wallet_nonce: '[redacted:20]' }])
  })
  it('of its abilities stays, but for keys and what is not an ability', () => {
    const metadata = {
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'], owner: 'Anna' },
        mso_mdoc: { issuerauth_alg_values: [-7, -9] },
      },
      client_id_prefixes_supported: ['x509_hash'],
      request_object_encryption_enc_values_supported: ['A128GCM'],
      jwks: { keys: [{ ...publicJwk, use: 'enc', kid: 'Anna' }] },
      authorization_endpoint: 'https://wallet.example/authorize?code=abc',
      wallet_name: 'Wallet of Anna',
    }
    const redacted = bodyOf({ wallet_metadata: JSON.stringify(metadata), wallet_nonce: 'q8Zr0aYkT2m1Wc5xJ7vN9b' })
    expect(redacted).toEqual({
      wallet_metadata: {
        ...metadata,
        vp_formats_supported: {
          'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'], owner: hidden(4) },
          mso_mdoc: { issuerauth_alg_values: [-7, -9] },
        },
        jwks: { keys: [{ kty: 'EC', crv: 'P-256', use: 'enc', thumbprint: fingerprint(`thumbprint-${publicJwk.x}`) }] },
        authorization_endpoint: 'https://wallet.example/authorize?code=[redacted:3]',
        wallet_name: hidden(14),
      },
      wallet_nonce: { ...hidden(22), fingerprint: fingerprint('q8Zr0aYkT2m1Wc5xJ7vN9b') },
    })
    expect(bodyOf({ wallet_metadata: 'no JSON' })).toEqual({ wallet_metadata: hidden(7) })
  })
  it('as an ID Token shows whom it is for, and not whom it is of', () => {
    const token = jws(
      { alg: 'ES256', typ: 'JWT' },
      { iss: 'https://self-issued.me/v2', sub: 'holder-1234', sub_jwk: publicJwk, aud: 'x509_hash:abc', nonce: 'n-1' },
    )
    const { decoded } = redactExchange(presented({ body: formOf({ id_token: token }), type: formType }))
    expect(decoded).toMatchObject([
      {
        kind: 'id_token',
        claims: { iss: 'https://self-issued.me/v2', aud: 'x509_hash:abc', nonce: 'n-1', sub: hidden(11) },
      },
    ])
    expect(JSON.stringify(decoded)).not.toContain(publicJwk.x)
  })

  it.each(['did:jwk:eyJrdHkiOiJFQyJ9', 'did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169', 'a'.repeat(43)])(
    'of %s shows neither the subject nor what else would follow it around',
    (sub) => {
      const header = { alg: 'ES256', typ: 'JWT', kid: `${sub}#0` }
      const token = jws(header, { iss: sub, sub, aud: 'x509_hash:abc', nickname: 'Otter-Nickname' })
      const record = redactExchange(presented({ body: formOf({ id_token: token }), type: formType }))
      expect(record.decoded).toMatchObject([
        { kind: 'id_token', header: { alg: 'ES256' }, claims: { aud: 'x509_hash:abc' } },
      ])
      for (const secret of [sub, 'Otter-Nickname']) expect(JSON.stringify(record)).not.toContain(secret)
    },
  )
})

describe('an encrypted response', () => {
  const header = { alg: 'ECDH-ES', enc: 'A128GCM', kid: 'session-key', epk: publicJwk, apu: 'QWxpY2U' }
  const jwe = `${encode(header)}..aXZpdml2.Y2lwaGVydGV4dA.dGFn`
  const view = {
    source: 'body.response',
    kind: 'jwe',
    header: {
      alg: 'ECDH-ES',
      enc: 'A128GCM',
      kid: 'session-key',
      epk: { kty: 'EC', crv: 'P-256', thumbprint: fingerprint(`thumbprint-${publicJwk.x}`) },
      apu: hidden(7),
    },
    claims: null,
    part_lengths: { header: encode(header).length, encrypted_key: 0, iv: 8, ciphertext: 14, tag: 4 },
    signature: null,
  }
  const input = presented({ body: formOf({ response: jwe, state: 'abcd' }), type: formType })

  it('that nobody opened shows its header and how long its parts are', () => {
    const { body, decoded } = redactExchange(input)
    expect(decoded).toEqual([{ ...view, decrypted: false }])
    expect(body).toMatchObject({ response: { ...hidden(jwe.length), jwt: { kind: 'jwe' } }, state: hidden(4) })
  })
  it('that was opened shows the names in it beside, and decodes what is in them', () => {
    const decryptedBody = JSON.stringify({ vp_token: { pid: [pid] }, given_name: 'Anna' })
    const { body, decoded } = redactExchange({ ...input, decryptedBody })
    expect(decoded.map(({ source, kind, decrypted }) => ({ source, kind, decrypted }))).toEqual([
      { source: 'body.response', kind: 'jwe', decrypted: true },
      { source: 'body.response.vp_token.pid[0]', kind: 'presented_credential', decrypted: undefined },
    ])
    expect(body).toMatchObject({
      response: { redacted: true, decrypted: { vp_token: { pid: { type: 'array' } }, given_name: hidden(4) } },
      state: hidden(4),
    })
  })
  it('that holds a signed response decodes what is in that', () => {
    const decryptedBody = jws({ alg: 'ES256' }, { iss: 'https://wallet.example', vp_token: { pid: [pid] } })
    const { decoded } = redactExchange({ ...input, decryptedBody })
    expect(decoded.map(({ kind }) => kind)).toEqual(['jwe', 'other', 'presented_credential'])
  })
  it('of 2 MiB is looked through a few times only, and no piece of it is kept', async () => {
    const ciphertext = Buffer.alloc(1_500_000, 'q8Zr0aYkT2m1Wc5xJ7vN').toString('base64url')
    const large = `${encode(header)}..aXZpdml2.${ciphertext}.dGFn`
    const redact = () => redactExchange(presented({ body: formOf({ response: large }), type: formType }))
    expect(await lookedAt(redact)).toBeLessThan(40 * large.length)
    const redacted = redact()
    expect(redacted.decoded).toMatchObject([{ kind: 'jwe', part_lengths: { ciphertext: ciphertext.length } }])
    expect(JSON.stringify(redacted)).not.toContain(ciphertext.slice(0, 16))
  })
})

describe('the request object in our answer', () => {
  const vp_formats_supported = {
    'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
    mso_mdoc: { issuerauth_alg_values: [-7] },
  }
  const request = jws(
    { alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c: ['MIIB'] },
    {
      client_id: 'x509_hash:abc',
      aud: 'https://self-issued.me/v2',
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
      response_uri: 'https://verifier.example/openid4vp/sessions/1/response',
      nonce: 'the-nonce-of-the-request-0123456789',
      state: 'the-state-of-the-request-0123456789',
      dcql_query: {
        credentials: [{ id: 'pid', format: 'dc+sd-jwt', claims: [{ path: ['given_name'], values: ['Anna'] }] }],
      },
      client_metadata: { jwks: { keys: [{ ...publicJwk, use: 'enc' }] }, vp_formats_supported },
      iat: 1_700_000_000,
    },
  )
  it('shows what the tester asked for, and neither its state nor itself', () => {
    const reply = {
      status: 200,
      headers: [['Content-Type', 'application/oauth-authz-req+jwt']] as const,
      body: { kind: 'text', text: request } as const,
    }
    const redacted = redactExchange(presented({ reply }))
    expect(redacted.decoded).toMatchObject([
      {
        kind: 'request_object',
        header: { typ: 'oauth-authz-req+jwt', x5c: { count: 1 } },
        claims: {
          client_id: 'x509_hash:abc',
          nonce: 'the-nonce-of-the-request-0123456789',
          state: { redacted: true },
          dcql_query: { credentials: [{ id: 'pid', claims: [{ path: ['given_name'], values: ['Anna'] }] }] },
          client_metadata: { jwks: { keys: [{ ...publicJwk, use: 'enc' }] }, vp_formats_supported },
        },
        signature: 'ours',
      },
    ])
    expect(JSON.stringify(redacted)).not.toContain(request.slice(-40))
    expect(JSON.stringify(redacted)).not.toContain('the-state-of')
  })
  it('shows transaction data as it decodes, with the hashes that may come back', () => {
    const payment = { type: 'payment', credential_ids: ['pid'], amount: { value: 12.5, currency: 'EUR' } }
    const other = { ...payment, transaction_data_hashes_alg: ['md5', 'sha-512', 'sha-256'] }
    const sent = [payment, other].map((entry) => encode(entry))
    const asked = jws({ alg: 'ES256', typ: 'oauth-authz-req+jwt' }, { transaction_data: [...sent, 'no JSON'] })
    const reply = {
      status: 200,
      headers: [['Content-Type', 'application/oauth-authz-req+jwt']] as const,
      body: { kind: 'text', text: asked } as const,
    }
    const [view] = redactExchange({ ...presented({ reply }), digest }).decoded
    expect(view?.claims).toMatchObject({
      transaction_data: [
        { decoded: payment, hashes: { 'sha-256': hashOf(sent[0] ?? '') } },
        { decoded: other, hashes: { 'sha-256': hashOf(sent[1] ?? ''), 'sha-512': hashOf(sent[1] ?? '', 'sha512') } },
        'no JSON',
      ],
    })
    // A hash stays unchanged, whatever its prefix.
    for (const hash of ['eyA', 'eyJ', 'e30', 'WyJ'].map((start) =>
      start.padEnd(43, '_-Zq9').slice(0, 42).concat('A'),
    )) {
      const always = { ...presented({ reply }), digest: () => Buffer.from(hash, 'base64url') }
      expect(JSON.stringify(redactExchange(always).decoded)).toContain(`{"sha-256":"${hash}"}`)
    }
  })
  it('sent to us by a wallet shows nothing that nobody knows', () => {
    const { decoded } = redactExchange(presented({ body: formOf({ request }), type: formType }))
    expect(JSON.stringify(decoded)).not.toContain('Anna')
  })
  it('shows a registration certificate whole, whatever its type and encoding; one that a wallet sends not at all', () => {
    const claims = {
      sub: 'NTRIT-X',
      jti: 'a-jti',
      name: 'Anna Neumann',
      credentials: [{ format: 'x', meta: { a: 'b' } }],
    }
    const compact = jws({ alg: 'ES256', typ: 'JWT' }, claims)
    const base64url = Buffer.from(compact).toString('base64url')
    for (const data of [compact, base64url]) {
      const asked = jws(
        { alg: 'ES256', typ: 'oauth-authz-req+jwt' },
        {
          dcql_query: { credentials: [{ id: 'Anna Neumann' }] },
          verifier_info: [{ format: 'registration_cert', data }],
        },
      )
      const [view, registration] = redactExchange(
        presented({
          reply: {
            status: 200,
            headers: [['Content-Type', 'application/oauth-authz-req+jwt']],
            body: { kind: 'text', text: asked },
          },
        }),
      ).decoded
      expect(view?.claims).toMatchObject({
        dcql_query: { credentials: [{ id: 'Anna Neumann' }] },
        verifier_info: [
          { format: 'registration_cert', data: { redacted: true, jwt: { kind: 'registration_certificate' } } },
        ],
      })
      expect(registration).toMatchObject({ kind: 'registration_certificate', claims })
    }
    const sent = jws({ alg: 'ES256', typ: 'rc-wrp+jwt' }, claims)
    for (const member of ['vp_token', 'registration_certificate', 'error_description', 'other']) {
      const seen = JSON.stringify(redactExchange(presented({ body: formOf({ [member]: sent }), type: formType })))
      for (const value of ['Neumann', 'NTRIT-X', 'a-jti']) expect(seen).not.toContain(value)
    }
  })
  it('of JSON is an answer like any other', () => {
    const { response } = redactExchange(
      presented({ reply: answer({ redirect_uri: 'https://v.example/?response_code=abc' }) }),
    )
    expect(response.body).toEqual({ redirect_uri: 'https://v.example/?response_code=[redacted:3]' })
  })
})

describe('findings and events of a presentation', () => {
  it('do not repeat a value, a salt or a token, and keep words that a short value only begins', () => {
    const value = 'Mustermann'
    const disclosures = [disclosure(salt, 'family_name', value), disclosure(salt, 'given_name', 'Anna')]
    const token = presentation({ disclosures })
    const redacted = redactExchange({
      ...presented({ body: formOf({ vp_token: token }), type: formType }),
      findings: [
        {
          id: 'vci.token.code_valid',
          status: 'fail',
          expected: { salt: quote(salt) },
          actual: [say`saw '${value}'`, quote(token)],
          hint: say`${value}s of ${'Annapolis'}, and ${'Anna'}`,
          error: null,
          rejected: false,
        },
      ],
      details: [{ reason: `no ${value}` }],
    })
    expect(redacted.findings).toMatchObject([
      { expected: { salt: '[redacted:22]' }, actual: ["saw '[redacted:10]'", `[token:${token.length}]`] },
    ])
    expect(redacted.findings[0]?.hint).toBe('[redacted:10]s of Annapolis, and [redacted:4]')
    expect(redacted.details).toEqual([{ reason: 'no [redacted:10]' }])
    expect(utf8(JSON.stringify(redacted)).length).toBeLessThan(10_000)
  })
})
