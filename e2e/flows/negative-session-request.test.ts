import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { commitOf, sampleExchange, samplePresentation } from '@/lib/testing/store-samples'

const service = serviceForTests()
const { http } = service

const create = (body: string | Uint8Array): Promise<HttpAnswer> =>
  http({ method: 'POST', path: '/sessions', body, headers: [['Content-Type', 'application/json']] })

describe('POST /sessions', () => {
  covers('A4.11', 'A7.1')
  it.each([
    ['N01: a list', '[]'],
    ['N07: broken JSON', '{"flow":'],
    ['a text', '"x"'],
    ['a number', '42'],
    ['null', 'null'],
    ['white space only', '   '],
    ['JSON with something behind it', '{} x'],
    ['a form', 'flow=pre_authorized_code'],
    ['33 levels of nesting', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`],
    ['100 000 levels of nesting', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['20 000 members', `{${Array.from({ length: 20_000 }, (_, index) => `"m${index}":1`).join(',')}}`],
  ])('refuses %s as invalid_request', async (_name, body) => {
    expectError(await create(body), 400, 'invalid_request')
  })

  it('refuses bytes that are no UTF-8', async () => {
    expectError(await create(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), 400, 'invalid_request')
  })

  const flows = ['pre_authorized_code', 'authorization_code']
  const modes = ['credential_offer', 'credential_offer_uri']
  const issuers = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only']

  covers('A2.12', 'A2.13', 'A2.14')
  it.each([
    ['issuer_configuration_id', 'unsupported_issuer_configuration', 'x', issuers],
    ['issuer_configuration_id', 'unsupported_issuer_configuration', null, issuers],
    ['issuer_configuration_id', 'unsupported_issuer_configuration', '__proto__', issuers],
    ['flow', 'unsupported_issuance_flow', 'implicit', flows],
    ['flow', 'unsupported_issuance_flow', 42, flows],
    ['flow', 'unsupported_issuance_flow', null, flows],
    ['flow', 'unsupported_issuance_flow', ['authorization_code'], flows],
    ['credential_offer_mode', 'unsupported_credential_offer_mode', 'qr', modes],
    ['credential_offer_mode', 'unsupported_credential_offer_mode', {}, modes],
    ['credential_offer_mode', 'unsupported_credential_offer_mode', '', modes],
    [
      'credential_configuration_id',
      'unsupported_credential_configuration',
      'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
      ['urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required'],
    ],
  ])('N02 to N06: refuses %s as %s when it is %j, and lists what is legal', async (member, error, value, legal) => {
    const answer = await create(JSON.stringify({ [member]: value }))
    expectError(answer, 400, error)
    expect(answer.object().legal_values).toEqual(expect.arrayContaining(legal))
  })

  covers('A2.15', 'D16')
  it.each([
    [null, undefined, 'key-attestation-required'],
    [7, 'eu-pid-device-bound', 'key-attestation-required'],
    ['', 'eu-pid-jwt-proof-only', 'jwt-proof'],
    [{}, 'eu-pid-jwt-proof-only', 'jwt-proof'],
  ])(
    'refuses %j as credential_configuration_id of %s, and lists those of that issuer',
    async (value, issuer, ending) => {
      const body = { issuer_configuration_id: issuer, credential_configuration_id: value }
      const answer = await create(JSON.stringify(body))
      expectError(answer, 400, 'unsupported_credential_configuration')
      expect(answer.object().legal_values).toEqual([
        `urn:eu.europa.ec.eudi:pid:1.sd-jwt.${ending}`,
        `urn:eu.europa.ec.eudi:pid:1.mdoc.${ending}`,
      ])
    },
  )

  it.each([
    ['scheme', 'no-scheme'],
    ['scheme', 'javascript://'],
    ['scheme', 'smb://'],
    ['scheme', 'ms-officecmd://'],
    ['scheme', 7],
    ['dpop_nonce', 'sometimes'],
    ['expires_in', 59],
    ['expires_in', 3601],
    ['expires_in', '900'],
    ['expires_in', 90.5],
  ])('refuses the extension %s as invalid_request when it is %j', async (member, value) => {
    expectError(await create(JSON.stringify({ [member]: value })), 400, 'invalid_request')
  })

  it('does not repeat what it was sent', async () => {
    const answer = await create(JSON.stringify({ flow: 'do-not-repeat-me', scheme: 'do-not-repeat-me' }))
    expect(answer.status).toBe(400)
    expect(answer.body).not.toContain('do-not-repeat-me')
  })

  it('ignores members that it does not know', async () => {
    const answer = await create('{"colour":"blue","__proto__":{"flow":"x"},"constructor":1}')
    expect(answer.status).toBe(201)
    expect(answer.object().flow).toBe('authorization_code')
  })
})

describe('N08: a session that does not exist', () => {
  const ids = [randomUUID(), 'x', '%00', '..%2f..', '__proto__', "' || 1=1", randomUUID().toUpperCase()]
  covers('A4.12', 'A4.13', 'A4.14', 'A4.15', 'A4.16', 'A7.3')
  it.each(['', '/offer', '/events', '/deeplink', '/jwks'])(
    'is not found at /sessions/{id}%s, whatever the id',
    async (part) => {
      for (const id of ids)
        expectError(await http({ path: `/sessions/${encodeURI(id)}${part}` }), 404, 'session_not_found')
    },
  )
})

describe('a presentation session', () => {
  it('does not exist where issuance sessions are read, whatever is on record of it', async () => {
    const session = samplePresentation()
    const { sessionId } = session
    const { ports, queries } = service.container
    await ports.store.commit(commitOf({ session, exchange: sampleExchange({ sessionId }) }))
    expect(await ports.store.session(sessionId)).toEqual(session)
    for (const part of ['', '/offer', '/events', '/deeplink', '/jwks'])
      expectError(await http({ path: `/sessions/${sessionId}${part}` }), 404, 'session_not_found')
    expect(await queries.issuance.view(sessionId)).toBeNull()
    expect(await queries.issuance.revision(sessionId)).toBeNull()
  })
})

describe('N10: an offer', () => {
  covers('A4.17')
  it('is found under its own issuer only', async () => {
    const session = (await create('{}')).object()
    const url = new URL(String(session.offer_url))
    expect((await http({ path: url.pathname })).status).toBe(200)
    const foreign = url.pathname.replace('eu-pid-device-bound', 'eu-pid-jwt-proof-only')
    expectError(await http({ path: foreign }), 404, 'credential_offer_not_found')
  })

  covers('A4.17', 'A7.3')
  it.each(['6f6c2f5c-5d0e-4f4a-9d8a-0b7f3c1f9e21', 'x', '%00', '__proto__'])('is not found as %s', async (id) => {
    expectError(await http({ path: `/issuers/eu-pid-device-bound/offers/${id}` }), 404, 'credential_offer_not_found')
  })

  it('is gone when its session is over, while the evidence stays', async () => {
    const session = (await create('{"expires_in":60}')).object()
    service.advance(61)
    expectError(await http({ path: new URL(String(session.offer_url)).pathname }), 404, 'credential_offer_not_found')
    const view = (await http({ path: `/sessions/${String(session.session_id)}` })).object()
    expect(view.status).toBe('expired')
    expect(view.exchanges).toHaveLength(1)
  })
})
