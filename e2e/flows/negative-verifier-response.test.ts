import { createHmac } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'
import { CompactEncrypt, importJWK } from 'jose'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failureSentenceOf } from '@/lib/core/issuer-and-verifier'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type HandPresenter, type PresentationChanges } from '@/lib/testing/hand-presenter'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { holderKeyOf } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { peakMegabytes } from './peak-memory'

/** What a wallet may and may not answer. */
const service = serviceForTests()
let credential: HeldCredential
let otherCredential: HeldCredential
const guard = nextStepGuard(() => service)
afterEach(() => guard.compare())
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
  const others = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  otherCredential = others.credentials[0] as HeldCredential
})

const wallet = (body: JsonObject = {}) => guard.presenter(service, credential, body)
const plain = { response_mode: 'direct_post' }
const generic = '/openid4vp/response'

const statusOf = ({ checks }: PresentationSessionView, id: string): string =>
  checks.conformance.findLast((entry) => entry.id === id)?.status ?? 'none'

function expectAnswer(answer: HttpAnswer, status: number, error?: string): void {
  expect({ status: answer.status, error: answer.object().error }).toEqual({ status, error })
  expect(answer.header('cache-control')).toBe('no-store')
}

/** Expects the session to be open: it accepts a correct response. */
async function expectOpen(presenter: HandPresenter): Promise<void> {
  expectAnswer(await presenter.answer(presenter.payload()), 200)
  expect((await presenter.view()).status).toBe('presentation_validated')
}

describe('how an answer travels', () => {
  it('N47: an empty body is refused, and the session stays open', async () => {
    const presenter = await wallet()
    expectAnswer(await presenter.post([]), 400, 'invalid_request')
    await expectOpen(presenter)
  })

  it('N48: JSON is refused, and everything in it is judged', async () => {
    const presenter = await wallet()
    const answer = await presenter.http({
      method: 'POST',
      path: presenter.responsePath,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ response: presenter.encrypt(presenter.payload()) }),
    })
    expectAnswer(answer, 400, 'invalid_request')
    const session = await presenter.view()
    expect(statusOf(session, 'vp.response.content_type')).toBe('fail')
    for (const id of [
      'vp.jwe.decrypts',
      'vp.kb.signature',
      'vp.kb.nonce',
      'vp.sdjwt.signature',
      'vp.dcql.claims_present',
    ])
      expect([id, statusOf(session, id)]).toEqual([id, 'pass'])
    await expectOpen(presenter)
  })

  it('N49: an answer in the clear where it is to be encrypted is refused, and judged', async () => {
    const presenter = await wallet()
    const { vp_token, state } = presenter.payload()
    expectAnswer(
      await presenter.post([
        ['vp_token', JSON.stringify(vp_token)],
        ['state', state],
      ]),
      400,
      'invalid_response_mode',
    )
    const session = await presenter.view()
    expect(statusOf(session, 'vp.response.encrypted')).toBe('fail')
    expect(statusOf(session, 'vp.kb.signature')).toBe('pass')
    await expectOpen(presenter)
  })

  it('an unsigned JWT in response where the answer is to be plain is no JWE, and nothing says so', async () => {
    const presenter = await wallet(plain)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const answer = await presenter.post([['response', `${part({ alg: 'none' })}.${part(presenter.payload())}.`]])
    expectAnswer(answer, 400, 'invalid_response_mode')
    expect(answer.object().error_description).not.toContain('JWE')
    const session = await presenter.view()
    expect(session.cause?.reason).toBe('vp.response.plain#not_encrypted')
    expect(statusOf(session, 'vp.jwe.compact')).toBe('not_applicable')
    expect(statusOf(session, 'vp.response.state_present')).not.toBe('fail')
    await expectOpen(await wallet())
  })

  it('a plain answer without state is told so, without a word of a JWE', async () => {
    const presenter = await wallet(plain)
    const answer = await presenter.post([['vp_token', JSON.stringify(presenter.payload().vp_token)]])
    expectAnswer(answer, 400, 'state_mismatch')
    expect(answer.object().error_description).toBe('The response has no state: copy it from the request, unchanged.')
    expect((await presenter.view()).cause?.fix).not.toContain('encrypted')
  })

  it('an entry that is no array is refused in words without a place to fill', async () => {
    const presenter = await wallet(plain)
    const { vp_token, state } = presenter.payload()
    const [id, [presentation]] = Object.entries(vp_token as Record<string, string[]>)[0] as [string, [string]]
    const answer = await presenter.post([
      ['vp_token', JSON.stringify({ [id]: presentation })],
      ['state', String(state)],
    ])
    expectAnswer(answer, 400, 'invalid_presentation')
    expect(answer.object().error_description).toBe('An entry of the vp_token is not an array of presentations.')
  })

  it('N50: an encrypted answer where it is to be plain is refused', async () => {
    const [presenter, other] = [await wallet(plain), await wallet()]
    expectAnswer(await presenter.post([['response', other.encrypt(presenter.payload())]]), 400, 'invalid_response_mode')
    await expectOpen(presenter)
  })

  it('N57: a state beside the JWE is on record, not refused', async () => {
    const presenter = await wallet()
    const { state } = presenter.payload()
    const response = presenter.encrypt(presenter.payload())
    expectAnswer(
      await presenter.post([
        ['response', response],
        ['state', state],
      ]),
      200,
    )
    expect(statusOf(await presenter.view(), 'vp.response.only_response_param')).toBe('fail')
  })

  it('N93: six MiB are 413, and the session that the address names has it on record', async () => {
    const presenter = await wallet()
    const answer = await presenter.post([['response', 'x'.repeat(6 * 1024 * 1024)]])
    expect(answer.status).toBe(413)
    expect(answer.object().error_uri).toBe(`${service.baseUrl}/inspect/presentation/${presenter.created.session_id}`)
    const { exchanges } = await presenter.view()
    expect(exchanges.map(({ response }) => response.status)).toEqual([413])
    await expectOpen(presenter)
  })

  it('N93: six MiB at the shared address are on record in the session that state names', async () => {
    const presenter = await wallet(plain)
    const form = [
      ['state', presenter.payload().state],
      ['vp_token', 'x'.repeat(6 * 1024 * 1024)],
    ] as const
    const answer = await presenter.post(form, generic)
    expect(answer.status).toBe(413)
    expect((await presenter.view()).exchanges.map(({ response }) => response.status)).toEqual([413])
  })
})

describe('the JWE', () => {
  it('N51: one for the key of another session is refused, and both sessions tell', async () => {
    const [presenter, other] = [await wallet(), await wallet()]
    const answer = await presenter.post([['response', other.encrypt(presenter.payload())]])
    expectAnswer(answer, 400, 'invalid_encrypted_response')
    const session = await presenter.view()
    const decrypts = session.checks.conformance.find(({ id }) => id === 'vp.jwe.decrypts')
    expect(decrypts?.cause).toContain('the key of another session')
    expect(JSON.stringify(session)).not.toContain(other.created.session_id)
    expect(JSON.stringify(await other.view())).not.toContain(presenter.created.session_id)
    const theirs = (await other.view()).authorization_request.client_metadata as { jwks: { keys: { kid: string }[] } }
    expect(decrypts?.actual).toEqual({
      encrypted_to: 'the key of another session',
      kid: theirs.jwks.keys[0]?.kid,
      thumbprint: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    expect((await other.view()).events.map(({ type }) => type)).toContain('vp_response_sent_to_another_session')
    await expectOpen(presenter)
    await expectOpen(other)
  })

  it.each([
    ['truncated', (jwe: string) => jwe.split('.').slice(0, 4).join('.')],
    ['a JWS', () => 'eyJhbGciOiJub25lIn0.e30.AAAA'],
    ['five parts of garbage', () => '%.%.%.%.%'],
    ['five parts of noise', () => 'AAAA.AAAA.AAAA.AAAA.AAAA'],
  ])('N52: %s', async (_name, change) => {
    const presenter = await wallet()
    const answer = await presenter.post([['response', change(presenter.encrypt(presenter.payload()))]])
    expectAnswer(answer, 400, 'invalid_encrypted_response')
    await expectOpen(presenter)
  })

  covers('A4.23')
  it('N53: a compressed one, which would inflate to a gigabyte, is refused without being inflated', async () => {
    const presenter = await wallet()
    // Self-contained blocks of zeros, which can be concatenated.
    const block = deflateRawSync(new Uint8Array(1024 ** 2), { finishFlush: constants.Z_FULL_FLUSH })
    const bomb = Buffer.concat([...Array.from({ length: 1024 }, () => block), deflateRawSync('')])
    const before = peakMegabytes()
    const answer = await presenter.answer(presenter.payload(), (draft) => {
      draft.header.zip = 'DEF'
      draft.plaintext = bomb
    })
    expectAnswer(answer, 400, 'invalid_encrypted_response')
    expect(peakMegabytes() - before).toBeLessThan(256)
    expect(statusOf(await presenter.view(), 'vp.jwe.zip_absent')).toBe('fail')
    await expectOpen(presenter)
  })

  it('N54: one without kid is taken, and on record', async () => {
    const presenter = await wallet()
    const answer = await presenter.answer(presenter.payload(), ({ header }) => {
      delete header.kid
    })
    expectAnswer(answer, 200)
    expect(statusOf(await presenter.view(), 'vp.jwe.kid_present')).toBe('fail')
  })

  it.each(['A128CBC-HS256', 'A192GCM'])(
    'N55: %s, which was not offered, is refused, and the content judged',
    async (enc) => {
      const presenter = await wallet()
      const { client_metadata } = presenter.request as { client_metadata: { jwks: { keys: [JsonObject] } } }
      const [{ kid, ...jwk }] = client_metadata.jwks.keys
      const response = await new CompactEncrypt(Buffer.from(JSON.stringify(presenter.payload())))
        .setProtectedHeader({ alg: 'ECDH-ES', enc, kid: String(kid) })
        .encrypt(await importJWK(jwk, 'ECDH-ES'))
      expectAnswer(await presenter.post([['response', response]]), 400, 'invalid_encrypted_response')
      const session = await presenter.view()
      expect(statusOf(session, 'vp.jwe.enc')).toBe('fail')
      expect(statusOf(session, 'vp.kb.signature')).toBe('pass')
    },
  )

  it('N56: iss, aud and exp in the content are on record', async () => {
    const presenter = await wallet()
    const answer = await presenter.answer({ ...presenter.payload(), iss: 'https://w.example', aud: 'x', exp: 1 })
    expectAnswer(answer, 200)
    expect(statusOf(await presenter.view(), 'vp.jwe.no_iss_aud_exp')).toBe('fail')
  })
})

covers('A4.24')
describe('state', () => {
  it.each([
    ['no state inside', undefined],
    ['another state inside', 'of-another-request'],
  ])('N58: %s is refused, and the session stays open', async (_name, state) => {
    const presenter = await wallet()
    const { vp_token } = presenter.payload()
    expectAnswer(await presenter.answer({ vp_token, state }), 400, 'state_mismatch')
    await expectOpen(presenter)
  })

  it.each(['direct_post', 'direct_post.jwt'])('N86: the shared address without state (%s)', async (response_mode) => {
    const presenter = await wallet({ response_mode })
    expectAnswer(await presenter.post([], generic), 400, 'invalid_request')
    expectAnswer(await presenter.post([['vp_token', '{}']], generic), 400, 'invalid_request')
    await expectOpen(presenter)
  })

  it('N86: an unknown state at the shared address', async () => {
    const presenter = await wallet()
    expectAnswer(await presenter.post([['state', 'of-nobody']], generic), 404, 'vp_session_not_found')
  })

  it('N86: the session id as state finds the session, and a good JWE is taken', async () => {
    const presenter = await wallet()
    const response = presenter.encrypt(presenter.payload())
    const form = [
      ['response', response],
      ['state', presenter.created.session_id],
    ] as const
    expectAnswer(await presenter.post(form, generic), 200)
  })

  it('N86: the session id as state of a plain answer is the wrong state', async () => {
    const presenter = await wallet(plain)
    const { vp_token } = presenter.payload()
    const form = [
      ['vp_token', JSON.stringify(vp_token)],
      ['state', presenter.created.session_id],
    ] as const
    expectAnswer(await presenter.post(form, generic), 400, 'state_mismatch')
  })

  it('N87: the state of one session with a JWE for another is on record in both', async () => {
    const [first, second] = [await wallet(), await wallet()]
    const form = [
      ['response', second.encrypt(second.payload())],
      ['state', first.payload().state],
    ] as const
    const answer = await second.post(form, generic)
    expect(answer.status).toBe(400)
    expect((await first.view()).exchanges).toHaveLength(1)
    const told = (await second.view()).events.filter(({ type }) => type === 'vp_response_sent_to_another_session')
    expect(told.map(({ detail }) => detail.sent_to_session)).toEqual(['another_session'])
    await expectOpen(first)
    await expectOpen(second)
  })

  it('N88: a JWE alone at the shared address is bound by its key, and changes nothing', async () => {
    const presenter = await wallet()
    expectAnswer(
      await presenter.post([['response', presenter.encrypt(presenter.payload())]], generic),
      400,
      'invalid_request',
    )
    expect((await presenter.view()).exchanges).toHaveLength(1)
    await expectOpen(presenter)
  })
})

describe('the vp_token', () => {
  it.each([
    ['a string', (token: JsonObject) => JSON.stringify(token)],
    ['an array', (token: JsonObject) => [token]],
    ['empty', () => ({})],
    ['a number', () => 5],
  ])('N59: %s', async (_name, change) => {
    const presenter = await wallet()
    const { vp_token, state } = presenter.payload()
    expectAnswer(await presenter.answer({ vp_token: change(vp_token), state }), 400, 'invalid_presentation')
    expect((await presenter.view()).status).toBe('presentation_invalid')
  })

  it('N60: a bare string is refused, and what it holds judged', async () => {
    const presenter = await wallet()
    const { state } = presenter.payload()
    const answer = await presenter.answer({ vp_token: { pid_sd_jwt: presenter.present() }, state })
    expectAnswer(answer, 400, 'invalid_presentation')
    const session = await presenter.view()
    expect(statusOf(session, 'vp.token.array')).toBe('fail')
    for (const id of ['vp.kb.signature', 'vp.kb.nonce', 'vp.kb.aud', 'vp.kb.sd_hash'])
      expect([id, statusOf(session, id)]).toEqual([id, 'pass'])
    expect(session.checks).toMatchObject({ nonce_verified: true, holder_binding_verified: true })
  })

  it.each([['an unknown id', 'vp.token.ids_known', (one: string) => ({ pid_sd_jwt: [one], nobody: [one] })]])(
    'N61: %s is named among the failed checks',
    async (_name, check, token) => {
      const presenter = await wallet()
      const answer = await presenter.answer({ vp_token: token(presenter.present()), state: presenter.payload().state })
      expectAnswer(answer, 400, 'invalid_presentation')
      expect(answer.object().failed_checks).toContain(check)
    },
  )

  it('more presentations than are looked into are refused, whatever the others hold', async () => {
    const claims = [{ path: ['family_name'] }]
    const meta = { vct_values: ['urn:eudi:pid:1'] }
    const presenter = await wallet({
      dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', multiple: true, meta, claims }] },
    })
    const { state } = presenter.payload()
    const tokenOf = (count: number) => ({ pid: Array.from({ length: count }, () => presenter.present()) })
    expectAnswer(await presenter.answer({ vp_token: tokenOf(41), state }), 400, 'invalid_request')
    expect(await presenter.view()).toMatchObject({
      status: 'presentation_invalid',
      checks: { presentation_valid: false },
    })
    expectAnswer(await presenter.answer({ vp_token: tokenOf(40), state }), 200)
  })

  covers('A4.23')
  it.each([plain, {}])('of more entries than are read is refused by that bound: %o', async (body) => {
    const presenter = await wallet(body)
    const vp_token = Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`pid_${place}`, ['x']]))
    const answer = await presenter.answer({ vp_token, state: presenter.payload().state })
    expectAnswer(answer, 400, body === plain ? 'invalid_presentation' : 'invalid_encrypted_response')
    expect(answer.object().error_description).toBe(
      `The ${body === plain ? 'vp_token' : 'payload of the JWE'} holds more than 10000 values.`,
    )
  })

  it('N62: a part of what is required', async () => {
    const query = (id: string) => ({
      id,
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }],
    })
    const presenter = await wallet({
      dcql_query: { credentials: [query('one'), query('two')], credential_sets: [{ options: [['one', 'two']] }] },
    })
    const answer = await presenter.answer(presenter.payload())
    expectAnswer(answer, 400, 'invalid_presentation')
    expect(answer.object().failed_checks).toEqual(['vp.token.sets_satisfied', 'vp.token.no_partial'])
  })
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const kb = (change: (claims: JsonObject) => void): PresentationChanges => ({
  keyBinding: ({ claims }) => change(claims),
})

const badPresentations: readonly (readonly [row: string, name: string, changes: PresentationChanges, check: string])[] =
  [
    [
      'N64',
      'a Disclosure that the issuer never made',
      { disclosures: (shown) => void shown.push(encode(['c2FsdHNhbHRzYWx0c2FsdA', 'title', 'Dr.'])) },
      'vp.sdjwt.disclosure_referenced',
    ],
  ]

covers('A4.23', 'A7.1')
describe('a presentation', () => {
  it.each(badPresentations)('%s: %s', async (row, _name, changes, check) => {
    const presenter = await wallet()
    const answer = await presenter.answer(presenter.payload(changes))
    expectAnswer(answer, 400, 'invalid_presentation')
    expect(answer.object().failed_checks).toContain(check)
    const session = await presenter.view()
    expect(session.status).toBe('presentation_invalid')
    if (row === 'N72') expect(session.checks).toMatchObject({ nonce_verified: true, holder_binding_verified: true })
    expectAnswer(await presenter.answer(presenter.payload()), 400, 'response_already_received')
  })

  it('N63: a payload that was tampered with fails by its signature alone', async () => {
    const presenter = await wallet()
    const finish = (compact: string) => {
      const [issuerJwt = '', ...rest] = compact.split('~')
      const [head, body = '', signature] = issuerJwt.split('.')
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
      return [[head, encode({ ...payload, exp: payload.exp + 1 }), signature].join('.'), ...rest].join('~')
    }
    const answer = await presenter.answer(presenter.payload({ finish }))
    expectAnswer(answer, 400, 'invalid_presentation')
    // The proof's hash covers the original, not the tampered credential.
    expect(answer.object().failed_checks).toEqual(['vp.sdjwt.signature', 'vp.kb.sd_hash'])
    expect((await presenter.view()).checks).toMatchObject({ signature_valid: false, nonce_verified: true })
  })

  it('N65: HS256 with the public key as secret', async () => {
    const presenter = await wallet()
    const finish = (compact: string) => {
      const start = compact.lastIndexOf('~') + 1
      const [, body] = compact.slice(start).split('.')
      const signed = `${encode({ typ: 'kb+jwt', alg: 'HS256' })}.${body}`
      const secret = JSON.stringify(holderKeyOf(credential).publicJwk)
      return `${compact.slice(0, start)}${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    }
    const answer = await presenter.answer(presenter.payload({ finish }))
    expectAnswer(answer, 400, 'invalid_presentation')
    expect(answer.object().failed_checks).toContain('vp.kb.alg')
  })

  it.each([['N65', 'a signature in DER', 'vp.kb.signature_encoding']])('%s: %s', async (_row, _name, check) => {
    const presenter = await wallet()
    const { deeplink } = presenter.created
    const run = await runAtVerifier({
      deeplink,
      credentials: [credential],
      misbehave: check,
      http: createNodeClient(),
    })
    expect(run).toMatchObject({
      outcome: 'refused_by_verifier',
      refusal: { status: 400, error: 'invalid_presentation' },
    })
    const session = await presenter.view()
    expect(statusOf(session, check)).toBe('fail')
    expect(session.status).toBe('presentation_invalid')
  })

  it('N66: aud is the response_uri, or an array', async () => {
    const first = await wallet()
    const wrong = await first.answer(
      first.payload(kb((claims) => Object.assign(claims, { aud: first.request.response_uri }))),
    )
    expectAnswer(wrong, 400, 'invalid_presentation')
    const second = await wallet()
    expectAnswer(await second.answer(second.payload(kb((claims) => Object.assign(claims, { aud: [claims.aud] })))), 200)
    const session = await second.view()
    expect([statusOf(session, 'vp.kb.aud'), statusOf(session, 'vp.kb.aud_single')]).toEqual(['pass', 'fail'])
  })

  it('N67: the nonce of another session is named as that', async () => {
    const [presenter, other] = [await wallet(), await wallet()]
    const answer = await presenter.answer(
      presenter.payload(kb((claims) => Object.assign(claims, { nonce: other.request.nonce }))),
    )
    expectAnswer(answer, 400, 'invalid_presentation')
    const { conformance } = (await presenter.view()).checks
    const nonce = conformance.find(({ id }) => id === 'vp.kb.nonce')
    // It belongs to a profile that the session does not claim.
    expect(conformance.find(({ id }) => id === 'vp.jwe.key_of_request')).toMatchObject({ effect: 'record' })
    expect(nonce?.cause).toMatch(/nonce of another session/)
    expect(nonce).toMatchObject({ effect: 'reject', verified_by: 'oidf:CheckNonceInBindingJwt' })
  })

  it('N69: sd_hash over one Disclosure more', async () => {
    const presenter = await wallet()
    const dropFirst = (compact: string) => compact.split('~').toSpliced(1, 1).join('~')
    const answer = await presenter.answer(presenter.payload({ finish: dropFirst }))
    expectAnswer(answer, 400, 'invalid_presentation')
    expect(answer.object().failed_checks).toContain('vp.kb.sd_hash')
  })

  it('mixed up with another of the same answer is told so: its sd_hash, and the key of its proof', async () => {
    const query = (id: string, ...names: string[]) => ({
      id,
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: names.map((name) => ({ path: [name] })),
    })
    const presenter = await wallet({
      dcql_query: { credentials: [query('one', 'family_name'), query('both', 'family_name', 'given_name')] },
    })
    const { state } = presenter.payload()
    const proofOf = (compact: string) => compact.slice(compact.lastIndexOf('~') + 1)
    const [one, both] = [presenter.present({}, 0), presenter.present({}, 1)]
    const mixed = one.slice(0, one.lastIndexOf('~') + 1) + proofOf(both)
    expectAnswer(
      await presenter.answer({ vp_token: { one: [mixed], both: [both] }, state }),
      400,
      'invalid_presentation',
    )
    const sdHash = (await presenter.view()).checks.conformance.find(
      ({ id, status }) => id === 'vp.kb.sd_hash' && status === 'fail',
    )
    expect(sdHash).toMatchObject({
      subject: { query_id: 'one' },
      cause: expect.stringMatching(/another presentation of this/),
    })

    const again = await wallet({
      dcql_query: { credentials: [query('one', 'family_name'), query('two', 'given_name')] },
    })
    const second = await guard.presenter(service, otherCredential, { dcql_query: again.request.dcql_query })
    const signedByAnother = again.present({
      keyBinding: (draft) => Object.assign(draft, { key: otherCredential.holderKey }),
    })
    const token = { one: [signedByAnother], two: [second.present({}, 1)] }
    expectAnswer(await again.answer({ vp_token: token, state: again.payload().state }), 400, 'invalid_presentation')
    const signature = (await again.view()).checks.conformance.find(
      ({ id, status }) => id === 'vp.kb.signature' && status === 'fail',
    )
    expect(signature?.cause).toMatch(/holder key of another credential/)
  })

  it('N71: a claim that nobody asked for is on record without its value', async () => {
    const presenter = await wallet()
    const disclosures = (shown: string[], held: readonly string[]) =>
      void shown.push(...held.filter((one) => Buffer.from(one, 'base64url').toString().includes('"email"')))
    expectAnswer(await presenter.answer(presenter.payload({ disclosures })), 200)
    const session = await presenter.view()
    expect(statusOf(session, 'vp.min.only_requested_sdjwt')).toBe('fail')
    expect(session.checks.data_minimised).toBe(false)
    const values = Object.values(credential.claims).filter((value) => typeof value === 'string' && value.includes('@'))
    expect(values.length).toBeGreaterThan(0)
    for (const value of values) expect(JSON.stringify(session)).not.toContain(value)
  })
})

describe('an issuer that nobody knows', () => {
  const present = async (body: JsonObject) => {
    const presenter = await wallet(body)
    const { deeplink } = presenter.created
    const client = createNodeClient()
    let answer = ''
    const http: typeof client = async (wire) => {
      const received = await client(wire)
      answer = received.body
      return received
    }
    const run = await runAtVerifier({ deeplink, profile: { credential: 'foreign' }, http })
    return { run, answer: JSON.parse(answer), session: await presenter.view() }
  }

  it('N73: is told as not trusted, and the presentation is taken', async () => {
    const { run, session } = await present({})
    expect(run.outcome).toBe('presented')
    expect(session).toMatchObject({
      status: 'presentation_validated',
      checks: { presentation_valid: true, signature_valid: true, issuer_trusted: false },
    })
    const found = session.checks.conformance.find(({ id }) => id === 'vp.sdjwt.issuer_trusted')
    expect(found && failureSentenceOf(found)).toBe(
      'The issuer is not trusted: its certificates lead to no trust anchor.',
    )
  })

  it('N74: is refused where the session demands a trusted one', async () => {
    const { run, answer, session } = await present({ require_trusted_issuer: true })
    expect(run).toMatchObject({ outcome: 'refused_by_verifier', refusal: { status: 400 } })
    expect(answer).toMatchObject({ error: 'invalid_presentation', failed_checks: ['vp.sdjwt.issuer_trusted'] })
    expect(session).toMatchObject({
      status: 'presentation_invalid',
      checks: { presentation_valid: false, signature_valid: true, issuer_trusted: false },
    })
    expect(statusOf(session, 'vp.sdjwt.issuer_trusted')).toBe('warn')
    const refused = session.events.find(({ type }) => type === 'vp_presentation_rejected')
    expect(refused?.detail.failed_checks).toEqual(['vp.sdjwt.issuer_trusted'])
    expect(session.checks.summary).toMatchObject({
      verdict: 'incomplete',
      reason: expect.stringMatching(/requires a trusted issuer/),
    })
  })
})

describe('a query by the name of a member that every object has', () => {
  it.each(['__proto__', 'constructor'])('N23: %s is asked, answered and judged', async (id) => {
    const claims = [{ path: ['family_name'] }]
    const meta = { vct_values: ['urn:eudi:pid:1'] }
    const presenter = await wallet({ dcql_query: { credentials: [{ id, format: 'dc+sd-jwt', meta, claims }] } })
    expectAnswer(await presenter.answer(presenter.payload()), 200)
    const session = await presenter.view()
    expect(session).toMatchObject({
      status: 'presentation_validated',
      checks: { presentation_valid: true, dcql_query_matched: true },
      observed: { presentations: [{ query_id: id, signature_valid: true }] },
    })
    expect(session.checks.conformance.find((entry) => entry.id === 'vp.kb.nonce')?.subject?.query_id).toBe(id)
  })
})

describe('an error', () => {
  const denied = (presenter: HandPresenter) => ({ error: 'access_denied', state: presenter.payload().state })

  it('N79: in the clear, where it could be encrypted, is taken', async () => {
    const presenter = await wallet()
    const answer = await presenter.post(Object.entries(denied(presenter)))
    expectAnswer(answer, 200)
    expect(answer.object()).toEqual({})
    expect(await presenter.view()).toMatchObject({ status: 'wallet_error', checks: { presentation_valid: null } })
  })

  it('N80: inside the JWE is taken', async () => {
    const presenter = await wallet()
    const answer = await presenter.answer(denied(presenter))
    expectAnswer(answer, 200)
    expect((await presenter.view()).observed).toMatchObject({
      wallet_error: { error: 'access_denied', encrypted: true },
    })
  })

  it('N81: without state is taken and on record, with a wrong one refused', async () => {
    const [first, second] = [await wallet(), await wallet()]
    expectAnswer(await first.answer({ error: 'access_denied' }), 200)
    expect(statusOf(await first.view(), 'vp.error.state')).toBe('fail')
    expectAnswer(await second.answer({ error: 'access_denied', state: 'of-nobody' }), 400, 'state_mismatch')
    await expectOpen(second)
  })

  it('N82: beside a vp_token is refused', async () => {
    const presenter = await wallet()
    expectAnswer(await presenter.answer({ ...presenter.payload(), error: 'access_denied' }), 400, 'invalid_request')
  })
})

describe('the end of a session', () => {
  it('N84: an answer that comes too late', async () => {
    const late = await startService()
    try {
      const presenter = await createHandPresenter(late, credential, { expires_in: 60 })
      const payload = presenter.payload()
      late.advance(61)
      expectAnswer(await presenter.answer(payload), 400, 'session_expired')
      expect(await presenter.view()).toMatchObject({ status: 'expired' })
    } finally {
      await late.close()
    }
  })

  it('N85: the sixth answer after five that could not be taken', async () => {
    const presenter = await wallet()
    for (let attempt = 1; attempt <= 5; attempt++) expectAnswer(await presenter.post([]), 400, 'invalid_request')
    expectAnswer(await presenter.answer(presenter.payload()), 400, 'too_many_attempts')
  })

  it('N91: a code is captured, and never shown', async () => {
    const presenter = await wallet({ response_type: 'code', ...plain })
    const code = 'the-code-of-the-wallet'
    expectAnswer(
      await presenter.post([
        ['code', code],
        ['state', presenter.payload().state],
      ]),
      200,
    )
    const session = await presenter.view()
    expect(session.status).toBe('code_received')
    expect(JSON.stringify(session)).not.toContain(code)
    expect(presenter.request).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    // No code is redeemed here. Everything about a presentation is left undecided, with the reason.
    expect(session.checks).toMatchObject({ presentation_valid: null, id_token_verified: null })
    expect(statusOf(session, 'vp.code.captured')).toBe('pass')
    const presentation = ['vp.token.', 'vp.dcql.', 'vp.min.', 'vp.sdjwt.', 'vp.kb.', 'vp.txn.', 'vp.idt.signature']
    const left = session.checks.conformance.filter(({ id }) => presentation.some((area) => id.startsWith(area)))
    expect(left.length).toBeGreaterThan(50)
    expect(left.filter(({ status }) => status !== 'not_applicable')).toEqual([])
    expect(JSON.stringify(left[0]?.actual)).toContain('not redeemed')
    expectAnswer(await presenter.post([['code', code]]), 400, 'response_already_received')
  })

  it('a code beside a presentation is told, judged and refused', async () => {
    const presenter = await wallet({ response_type: 'code', ...plain })
    const both = { ...presenter.payload(), code: 'the-code-of-the-wallet' }
    expectAnswer(await presenter.answer(both), 400, 'invalid_request')
    const session = await presenter.view()
    expect(session).toMatchObject({ status: 'presentation_invalid', checks: { summary: { verdict: 'fail' } } })
    expect(statusOf(session, 'vp.response.matches_type')).toBe('fail')
    expect(statusOf(session, 'vp.kb.signature')).toBe('pass')
    const events = session.events.map(({ type }) => type)
    expect(events).toEqual(
      expect.arrayContaining(['vp_authorization_code_received', 'vp_presentation_response_received']),
    )
    expect(session.events.find(({ type }) => type === 'vp_authorization_code_received')?.detail).toMatchObject({
      code: { redacted: true, present: true, length: both.code.length, type: 'string' },
    })
    for (let attempt = 2; attempt <= 5; attempt++) expectAnswer(await presenter.answer(both), 400, 'invalid_request')
    expectAnswer(await presenter.answer(both), 400, 'too_many_attempts')
  })

  it('a code without a value is none', async () => {
    const presenter = await wallet({ response_type: 'code', ...plain })
    expectAnswer(await presenter.answer({ code: '', state: presenter.payload().state }), 400, 'invalid_request')
    const session = await presenter.view()
    expect(session.status).toBe('presentation_invalid')
    expect(session.events.map(({ type }) => type)).not.toContain('vp_authorization_code_received')
  })

  it('N75: an mdoc without documents is refused, and ends the session', async () => {
    const presenter = await wallet()
    const mdoc = Buffer.from('a26776657273696f6e63312e306673746174757300', 'hex').toString('base64url')
    const answer = await presenter.answer({ vp_token: { pid_mdoc: [mdoc] }, state: presenter.payload().state })
    expectAnswer(answer, 400, 'invalid_presentation')
    expect(answer.object().failed_checks).toEqual(expect.arrayContaining(['vp.mdoc.documents']))
    expect((await presenter.view()).status).toBe('presentation_invalid')
  })
})

describe('the answer 200', () => {
  const typesOf = ({ events }: PresentationSessionView) => events.map(({ type }) => type)
  const detailOf = ({ events }: PresentationSessionView, type: string) =>
    events.find((event) => event.type === type)?.detail

  covers('A4.23')
  it.each([
    ['an error', {}, { error: 'access_denied' }, 'vp_wallet_error_received'],
    ['a code', { response_type: 'code' }, { code: 'the-code-of-the-wallet' }, 'vp_authorization_code_received'],
  ])('to %s means received, and its event says so', async (_name, body, parameters, type) => {
    const presenter = await wallet({ ...body, ...plain })
    expectAnswer(await presenter.answer({ ...parameters, state: presenter.payload().state }), 200)
    const session = await presenter.view()
    expect(detailOf(session, type)).toMatchObject({ result: 'received' })
    expect(typesOf(session).filter((one) => one.startsWith('vp_presentation_'))).toEqual([])
  })

  it('is not what an error beside a presentation gets: the event says refused', async () => {
    const presenter = await wallet(plain)
    expectAnswer(await presenter.answer({ ...presenter.payload(), error: 'access_denied' }), 400, 'invalid_request')
    const session = await presenter.view()
    expect(detailOf(session, 'vp_wallet_error_received')).toMatchObject({ result: 'refused' })
    expect(typesOf(session)).not.toContain('vp_presentation_verified')
  })

  covers('A4.23')
  it('means verified only for a presentation that is not refused: a refused one is examined', async () => {
    const stale = await wallet()
    const wrong = { keyBinding: ({ claims }: { claims: JsonObject }) => Object.assign(claims, { nonce: 'of another' }) }
    expectAnswer(await stale.answer(stale.payload(wrong)), 400, 'invalid_presentation')
    const refused = await stale.view()
    expect(typesOf(refused)).toEqual(expect.arrayContaining(['vp_presentation_examined', 'vp_presentation_rejected']))
    expect(typesOf(refused)).not.toContain('vp_presentation_verified')
    expect(refused.observed.presentations).toMatchObject([{ signature_valid: true, holder_binding_verified: false }])
    const good = await wallet()
    await expectOpen(good)
    const taken = typesOf(await good.view()).filter((type) => type.startsWith('vp_presentation_'))
    expect(taken).toEqual(['vp_presentation_response_received', 'vp_presentation_verified'])
  })
})
