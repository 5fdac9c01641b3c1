import { describe, expect, it } from 'vitest'
import { commitItem, recordOf } from '@/lib/adapters/pocketbase/rows/commit-item'
import { readExchange } from '@/lib/adapters/pocketbase/rows/tables'
import { readBackFacet } from '@/lib/core/issuer/endpoints/sessions/get-session'
import { subjectKey } from '@/lib/core/shared/ports/finding'
import { sessionId } from '@/lib/core/shared/ports/ids'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import { covers } from '@/lib/testing/covers'
import { eventually } from '@/lib/testing/eventually'
import { expectError, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { sendAndLeave, sendRaw } from '@/lib/testing/raw-socket'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** Whatever a wallet sends is on record before it is answered. */
const service = serviceForTests()
const { http } = service

const issuer = 'eu-pid-device-bound'
const ledger = async (): Promise<JsonRecord[]> => (await http({ path: '/oid4vci/requests' })).json() as JsonRecord[]

describe('the evidence of a flow', () => {
  covers('A1.4')
  it.each([
    ['eu-pid-device-bound', 'credential_offer'],
    ['eu-pid-device-bound', 'credential_offer_uri'],
    ['eu-pid-jwt-proof-only', 'credential_offer'],
    ['eu-pid-jwt-proof-only', 'credential_offer_uri'],
  ])('holds each request of the wallet, in the order of the wallet (%s, %s)', async (id, mode) => {
    const request = { issuer_configuration_id: id, flow: 'pre_authorized_code', credential_offer_mode: mode }
    const answer = await http({ method: 'POST', path: '/sessions', body: JSON.stringify(request) })
    const created = answer.object()
    // Requests are a second apart, so that their order is unambiguous.
    const send = createNodeClient()
    const run = await runAtIssuer({
      deeplink: String(created.deeplink),
      http: (wire) => {
        service.advance(1)
        return send(wire)
      },
    })
    expect(run.outcome).toBe('credential_stored')
    const session = (await http({ path: `/sessions/${String(created.session_id)}` })).json() as {
      exchanges: { method: string; path: string; response: { status: number } }[]
    }
    const sent = run.log.map(({ method, url, status }) => `${method} ${new URL(url).pathname} ${status}`)
    const kept = session.exchanges.map(({ method, path, response }) => `${method} ${path} ${response.status}`)
    expect(kept).toEqual(sent)
    expect(sent.length).toBeGreaterThan(5)
  })

  it('is there when the answer is there: no request waits for its record', async () => {
    const wallet = await createHandWallet(service)
    await wallet.requestToken()
    expect((await ledger()).at(-1)).toMatchObject({ path: wallet.path('token'), response: { status: 200 } })
  })
})

describe('a row of storage', () => {
  /** The form of earlier versions, with every finding and token written out. */
  const earlierRow = ({ findings, decoded }: StoredExchange) => ({
    results: findings.map((one) => (one.subject === undefined ? one : { ...one, subject: subjectKey(one.subject) })),
    decoded,
  })

  it('gives back every exchange byte for byte, in its short form and in that of earlier versions', async () => {
    const read = createNodeClient()
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: read })
    const request = await http({ method: 'POST', path: '/openid4vp/sessions' })
    const presented = await runAtVerifier({
      deeplink: String(request.object().deeplink),
      credentials,
      http: read,
    })
    expect(presented.outcome).toBe('presented')
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    expect((await wallet.requestToken()).status).toBe(400)
    const refused = await (await createHandWallet(service)).requestCredential({
      proof: ({ claims }) => Object.assign(claims, { nonce: 'wrong' }),
    })
    expect(refused.status).toBe(400)

    const exchanges = service.recorded()
    const shortened = new Set<string>()
    for (const exchange of exchanges) {
      const rows = commitItem({ exchange, events: [], effects: [] }, service.now(), () => 1).rows
      const [row = {}, findings = {}] = rows.map(([table, sent]) => recordOf(table, sent))
      const text = JSON.stringify([exchange.findings, exchange.decoded])
      for (const { results, decoded } of [{ results: findings.results, decoded: row.decoded }, earlierRow(exchange)]) {
        const record = JSON.parse(JSON.stringify({ ...row, decoded, findings: results }))
        const { findings: found, decoded: tokens } = readExchange(record)
        expect(JSON.stringify([found, tokens])).toBe(text)
      }
      if (JSON.stringify([findings.results, row.decoded]).length < text.length / 2)
        shortened.add(String(exchange.operation))
    }
    expect([...shortened]).toEqual(
      expect.arrayContaining(['requestToken', 'requestCredential', 'sendPresentationResponse']),
    )
  })
})

describe('a session that is read again and again', () => {
  const read = async (id: string) => (await http({ path: `/sessions/${id}` })).body
  const readOften = async (id: string) => {
    const bodies: string[] = []
    for (let count = 0; count < 5; count++) bodies.push(await read(id))
    expect(new Set(bodies).size).toBe(1)
    return JSON.parse(bodies[0] ?? '')
  }

  it('shows what was added meanwhile, to it or near it, once it was the same for a while', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const id = wallet.created.session_id
    const exchangesOf = ({ exchanges }: { exchanges: { path: string; correlation: string }[] }) =>
      exchanges.map(({ path, correlation }) => `${correlation} ${path}`)
    const first = await readOften(id)
    await wallet.http({ path: `/.well-known/openid-credential-issuer/issuers/${issuer}` })
    const second = await readOften(id)
    expect(exchangesOf(second)).toHaveLength(first.exchanges.length + 1)
    expect(exchangesOf(second)).toContain(`inferred /.well-known/openid-credential-issuer/issuers/${issuer}`)
    expect((await wallet.requestCredential()).status).toBe(200)
    const third = await readOften(id)
    expect(third.status).toBe('credential_issued')
    const kept = () => service.container.ports.memory.get(sessionId(id))?.get(readBackFacet)?.cached
    const { made, until } = kept() ?? {}
    expect(new TextDecoder().decode(made)).toBe(await read(id))
    // When the session ended, the wallet had not said whether it keeps its credential.
    expect(until).toBeLessThan(service.now() + 3_600_000)
    service.advance(3600)
    expect((await readOften(id)).checks.summary).not.toEqual(third.checks.summary)
    expect(kept()?.until).toBeGreaterThan(service.now() + 3_600_000)
  })

  it('expires in its time', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const id = wallet.created.session_id
    expect((await readOften(id)).status).not.toBe('expired')
    service.advance(3600)
    expect((await readOften(id)).status).toBe('expired')
  })
})

describe('a request that is malformed HTTP', () => {
  covers('A7.5')
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    [
      'two lengths',
      `POST /issuers/${issuer}/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
    [
      'length and chunks',
      `POST /issuers/${issuer}/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['40 kB of headers', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('is answered with an Error that can be read: %s', async (_name, text, status) => {
    const answer = await sendRaw(service.baseUrl, text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/content-type: application\/json/i)
    expect(JSON.parse(body)).toMatchObject({ error: 'invalid_request', error_description: expect.any(String) })
    expect((await http({ path: '/healthz' })).status).toBe(200)
  })
})

describe('a request with a surprising method or path', () => {
  it.each(['SUBSCRIBE', 'PURGE', 'QUERY', 'TRACE'])('is on record: %s', async (method) => {
    const answer = await http({ method, path: `/issuers/${issuer}/token` })
    expectError(answer, 405, 'method_not_allowed')
    const shown = method === 'TRACE' ? method : `[name:${method.length}]`
    expect((await ledger()).at(-1)).toMatchObject({ method: shown, path: `/issuers/${issuer}/token` })
  })

  it.each(['marigold', 'M4RIGOLD-S3CRET'])('shows no secret in place of a method: %s', async (secret) => {
    const path = `/issuers/${issuer}/token`
    const answer = await sendRaw(service.baseUrl, `${secret} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    const records = service.recorded().slice(-1)
    expect(records).toMatchObject([{ method: `[name:${secret.length}]`, path }])
    for (const told of [answer, JSON.stringify(records), JSON.stringify(await ledger())])
      expect(told.toLowerCase()).not.toContain(secret.toLowerCase())
  })

  covers('A6.2')
  it('is on record even with a method that nobody knows', async () => {
    const path = `/issuers/${issuer}/token`
    const answer = await sendRaw(service.baseUrl, `BREW ${path} HTTP/1.1\r\nHost: x\r\nX-Pot: tea\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toMatch(/\r\nAllow: POST, OPTIONS\r\n/)
    expect((await ledger()).at(-1)).toMatchObject({ method: '[name:4]', path, headers: { 'x-pot': 'tea' } })
  })

  it('keeps its spelling', async () => {
    const path = `/issuers/%65u-pid-device-bound/%74oken`
    const answer = await http({ method: 'POST', path })
    expectError(answer, 400, 'invalid_request')
    expect((await ledger()).at(-1)).toMatchObject({ path, issuer_configuration_id: issuer })
  })

  it('of any length is answered and its record is bounded', async () => {
    const answer = await http({ path: `/issuers/${issuer}/${'x'.repeat(20_000)}` })
    expectError(answer, 404, 'not_found')
    expect(String((await ledger()).at(-1)?.path).length).toBeLessThanOrEqual(2048)
  })
})

describe('a client that goes away', () => {
  covers('A2.36')
  it('before the answer is on record, with no status', async () => {
    const agent = `leaves-early-${Math.random()}`
    await sendAndLeave(
      service.baseUrl,
      `POST /issuers/${issuer}/token HTTP/1.1\r\nHost: x\r\nUser-Agent: ${agent}\r\nContent-Length: 1000\r\n\r\ngrant_type=`,
    )
    const record = await eventually(async () =>
      (await ledger()).find(({ headers }) => (headers as JsonRecord)['user-agent'] === agent),
    )
    expect(record).toMatchObject({ response: { status: null, content_type: null } })
    expect((await http({ path: '/healthz' })).status).toBe(200)
  })
})

describe('what is larger than its bound', () => {
  const large = 'x'.repeat(256 * 1024 + 1)

  it.each(['token', 'credential', 'nonce'])(
    'is answered 413 at the %s endpoint, and is on record',
    async (endpoint) => {
      const wallet = await createHandWallet(service)
      const path = wallet.path(endpoint)
      const answer = await wallet.http({ method: 'POST', path, body: large })
      expectError(answer, 413, 'payload_too_large')
      expect((await ledger()).at(-1)).toMatchObject({
        path,
        body: { unparsed: true, length: large.length },
        response: { status: 413 },
      })
      expect((await wallet.requestCredential()).status).toBe(200)
    },
  )

  it('belongs to the session that it tells of, by its token, its code or its issuer_state', async () => {
    const wallet = await createHandWallet(service)
    const inspector = `${service.baseUrl}/inspect/issuance/${wallet.created.session_id}`
    const form = new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code })
    const tokenAnswer = await wallet.requestToken({ body: `${form}&padding=${large}` })
    expectError(tokenAnswer, 413, 'payload_too_large')
    expect(tokenAnswer.object().error_uri).toBe(inspector)
    expect((await wallet.view()).status).toBe('token_requested')
    await wallet.obtainToken()
    const credentialAnswer = await wallet.requestCredential({ body: `{"padding":"${large}"}` })
    expectError(credentialAnswer, 413, 'payload_too_large')
    expect(credentialAnswer.object().error_uri).toBe(inspector)
    const view = await wallet.view()
    expect(view.status).toBe('token_issued')
    expect(view.exchanges.filter(({ response }) => response.status === 413)).toHaveLength(2)
    for (const type of ['token_rejected', 'credential_rejected'])
      expect(view.events).toContainEqual(
        expect.objectContaining({
          type,
          detail: expect.objectContaining({ status: 413, error: 'payload_too_large', reason: 'body_too_large' }),
        }),
      )

    const offered = await createHandWallet(service, { flow: 'authorization_code' })
    const offer = (await http({ path: `/sessions/${offered.created.session_id}/offer` })).object()
    const { issuer_state } = (offer.grants as Record<string, JsonRecord>).authorization_code ?? {}
    const body = `issuer_state=${String(issuer_state)}&padding=${large}`
    const parAnswer = await http({ method: 'POST', path: offered.path('par'), body })
    expectError(parAnswer, 413, 'payload_too_large')
    expect((await offered.view()).exchanges.at(-1)).toMatchObject({ response: { status: 413 } })
  })

  it('belongs to no session when what names one was cut off', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ body: `padding=${large}&pre-authorized_code=${wallet.code}` })
    expectError(answer, 413, 'payload_too_large')
    expect(answer.object()).not.toHaveProperty('error_uri')
  })

  it('is answered in a way the client can read, while it is still sending 6 MiB', async () => {
    const answer = await http({ method: 'POST', path: `/issuers/${issuer}/token`, body: 'x'.repeat(6 * 1024 * 1024) })
    expectError(answer, 413, 'payload_too_large')
  })

  it('is answered 413 at session creation beyond 1 MiB, and taken below', async () => {
    const body = (length: number) => JSON.stringify({ padding: 'x'.repeat(length) })
    expectError(await http({ method: 'POST', path: '/sessions', body: body(1024 * 1024) }), 413, 'payload_too_large')
    expect((await http({ method: 'POST', path: '/sessions', body: body(1000 * 1024) })).status).toBe(201)
  })

  it('is taken up to the very bound', async () => {
    const wallet = await createHandWallet(service)
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
      'pre-authorized_code': wallet.code,
      padding: '',
    }).toString()
    const answer = await wallet.requestToken({ body: form + 'x'.repeat(256 * 1024 - form.length) })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['33 levels', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`],
    ['100 000 levels', '['.repeat(100_000)],
    ['20 000 values', `{"a":[${'1,'.repeat(20_000)}1]}`],
  ])('is answered 400 as a JSON body of %s', async (_name, body) => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    expectError(await wallet.requestCredential({ body }), 400, 'invalid_credential_request')
    const exchange = await lastExchange(wallet, wallet.path('credential'))
    expect(exchange.response.status).toBe(400)
  })

  it.each([
    ['a proof', 'invalid_proof'],
    ['a key attestation', 'invalid_proof'],
  ])('is answered 400 as %s of 100 kB', async (part, error) => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const padding = 'x'.repeat(100_000)
    const pad = ({ claims }: { claims: JsonRecord }): void => {
      claims.padding = padding
    }
    const answer = await wallet.requestCredential(part === 'a proof' ? { proof: pad } : { keyAttestation: pad })
    expectError(answer, 400, error)
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it('is answered 401 as a DPoP proof of 20 kB with a deep claim, and the session continues', async () => {
    const wallet = await createHandWallet(service)
    let deep: unknown = 'x'
    for (let level = 0; level < 500; level++) deep = [deep]
    const answer = await wallet.requestToken({
      dpop: ({ claims }) => {
        claims.deep = deep
        claims.padding = 'x'.repeat(8000)
      },
    })
    expectError(answer, 401, 'invalid_dpop_proof')
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('is bounded as a list of attested keys: twenty credentials at most', async () => {
    const wallet = await createHandWallet(service)
    while (wallet.holderKeys.length < 25) wallet.holderKeys.push(generateKey())
    const answer = await wallet.requestCredential()
    expect(answer.status).toBe(200)
    expect(answer.object().credentials).toHaveLength(20)
  })
})
