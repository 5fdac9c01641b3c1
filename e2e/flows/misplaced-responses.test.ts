import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** A response that did not reach its address, or not with what names its session there: the session says what was wrong. */
let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  service = await startService()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
}, 600_000)
afterAll(() => service.close())

const shared = '/openid4vp/response'
const newPresenter = () => createHandPresenter(service, credential, { response_mode: 'direct_post' })

type Send = (presenter: HandPresenter, token: string) => Promise<HttpAnswer>
const tokenOf = (presenter: HandPresenter): string => JSON.stringify(presenter.payload().vp_token)
const stateOf = ({ request }: HandPresenter): string => String(request.state)
const nonceOf = ({ request }: HandPresenter): string => String(request.nonce)

function expectTold(view: PresentationSessionView, reason: string, responseUri: boolean): void {
  const { cause, outcome, next_step } = view
  expect([cause?.reason, outcome.sentence]).toEqual([reason, 'Request refused'])
  if (responseUri) expect(cause?.fix).toContain('response_uri')
  expect(next_step?.operation).toMatch(/^sendPresentationResponse/)
  expect(next_step?.do).not.toContain('grant_type')
}

const metadata = (value: object) => [['wallet_metadata', JSON.stringify(value)]] as const

const atShared = 'vp.response.state_at_shared_address'

describe('a response at the address that all sessions share', () => {
  it.each<[string, number, string, Send]>([
    ['has no state', 400, 'absent', (one, token) => one.post([['vp_token', token]], shared)],
    [
      'has the nonce in place of state',
      400,
      'absent',
      (one, token) =>
        one.post(
          [
            ['vp_token', token],
            ['nonce', nonceOf(one)],
          ],
          shared,
        ),
    ],
    [
      'has state in the URL',
      400,
      'in_url',
      (one, token) => one.post([['vp_token', token]], `${shared}?state=${stateOf(one)}`),
    ],
    [
      'has state under another name',
      400,
      'other_name',
      (one, token) =>
        one.post(
          [
            ['vp_token', token],
            ['State', stateOf(one)],
          ],
          shared,
        ),
    ],
    [
      'has state in base64',
      404,
      'encoded',
      (one, token) =>
        one.post(
          [
            ['vp_token', token],
            ['state', Buffer.from(stateOf(one)).toString('base64url')],
          ],
          shared,
        ),
    ],
    [
      'has state in quotation marks',
      404,
      'not_bare',
      (one, token) =>
        one.post(
          [
            ['vp_token', token],
            ['state', `"${stateOf(one)}"`],
          ],
          shared,
        ),
    ],
    [
      'has the nonce as state',
      404,
      'nonce_for_state',
      (one, token) =>
        one.post(
          [
            ['vp_token', token],
            ['state', nonceOf(one)],
          ],
          shared,
        ),
    ],
    [
      'has a state of nobody',
      404,
      'unknown_state',
      (one, token) =>
        one.post(
          [
            ['vp_token', token],
            ['state', 'nobody'],
          ],
          shared,
        ),
    ],
  ])('says what is wrong where it %s, and keeps it after a right one', async (_, status, reason, send) => {
    const presenter = await newPresenter()
    const answer = await send(presenter, tokenOf(presenter))
    expect(answer.status).toBe(status)
    expect(answer.body).not.toMatch(/quotation|nonce/)
    const view = await presenter.view()
    expectTold(view, `${atShared}#${reason}`, false)
    expect(view.cause).toMatchObject({ rule: 'house', clause: { id: 'HOUSE-3' } })
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    const after = await presenter.view()
    expect(after.checks.conformance.map(({ reason }) => reason)).toContain(`${atShared}#${reason}`)
  })

  it('says so of an encrypted one too, by its key', async () => {
    const presenter = await createHandPresenter(service, credential)
    const response = presenter.encrypt(presenter.payload())
    await presenter.post(
      [
        ['response', response],
        ['State', stateOf(presenter)],
      ],
      shared,
    )
    expect((await presenter.view()).cause?.reason).toBe(`${atShared}#other_name`)
  })
})

describe('a response at another address', () => {
  const right: (path: (one: HandPresenter) => string) => Send = (path) => (one, token) =>
    one.post(
      [
        ['vp_token', token],
        ['state', stateOf(one)],
      ],
      path(one),
    )
  const own = ({ created }: HandPresenter): string => `/openid4vp/sessions/${created.session_id}`
  it.each<[string, number, string, Send]>([
    [
      'of its session in capitals',
      404,
      'no_session',
      right(({ created }) => `/openid4vp/sessions/${created.session_id.toUpperCase()}/response`),
    ],
    ['of an issuer', 400, 'other_half', right(() => '/issuers/eu-pid-jwt-proof-only/token')],
    ['of the read-back', 405, 'response_elsewhere', right(own)],
    ['of the link', 405, 'response_elsewhere', right((one) => `${own(one)}/deeplink`)],
    ['where the browser goes on', 405, 'response_elsewhere', right((one) => `${own(one)}/complete`)],
  ])('says that it is the wrong one: that %s', async (_, status, reason, send) => {
    const presenter = await newPresenter()
    expect((await send(presenter, tokenOf(presenter))).status).toBe(status)
    expectTold(await presenter.view(), `vp.transport.served#${reason}`, true)
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
  })

  it.each(['get', 'post'])(
    'says that requests are fetched at the request_uri, in a session of request_uri_method %s',
    async (method) => {
      const presenter = await createHandPresenter(service, credential, {
        response_mode: 'direct_post',
        request_uri_method: method,
      })
      await right(({ created }) => `/openid4vp/sessions/${created.session_id}/request`)(presenter, tokenOf(presenter))
      const { cause } = await presenter.view()
      expect(cause).toMatchObject({ reason: 'vp.request.method#response_here', acts: 'wallet' })
      expect(cause?.fix).toContain('response_uri')
      expect((await presenter.answer(presenter.payload())).status).toBe(200)
    },
  )

  it.each<[string, Send]>([
    ['in a form', right(() => '/wallet/direct_post')],
    ['in a form, below the name of the protocol', right(() => '/openid4vp/direct_post')],
    ['in a form, at a name of it', right(() => '/openid4vp')],
    ['in the URL', (one, token) => one.post([['vp_token', token]], `/cb?state=${stateOf(one)}`)],
    ['in the path', (one, token) => one.post([['vp_token', token]], `/cb/${stateOf(one)}`)],
    [
      'by its id in the path',
      (one, token) => one.post([['vp_token', token]], `/wallet/${one.created.session_id}/post`),
    ],
    [
      'in JSON',
      (one) =>
        one.http({
          ...{ method: 'POST', path: '/cb', headers: [['Content-Type', 'application/json']] },
          body: JSON.stringify({ vp_token: one.payload().vp_token, state: stateOf(one) }),
        }),
    ],
  ])('is in its session where nothing has the address, with its state %s', async (_, send) => {
    const presenter = await newPresenter()
    const answer = await send(presenter, tokenOf(presenter))
    expect(answer.status).toBe(404)
    const view = await presenter.view()
    expectTold(view, 'vp.transport.served#response_nowhere', true)
    expect(JSON.stringify(view.exchanges.at(-1))).not.toContain(tokenOf(presenter).slice(20, 80))
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
  })

  it('is answered as one with a state of nobody is', async () => {
    const presenter = await newPresenter()
    const at = (state: string) => presenter.post([['state', state]], '/wallet/direct_post')
    const [known, unknown] = [await at(stateOf(presenter)), await at('A'.repeat(stateOf(presenter).length))]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  })

  it('says of the code of an offer where no token endpoint is', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    const body = new URLSearchParams({ 'pre-authorized_code': wallet.code }).toString()
    await wallet.http({ method: 'POST', path: '/nothere/token', headers, body })
    const view = await wallet.view()
    expect(view.cause?.reason).toBe('vci.transport.served#no_address')
    expect(JSON.stringify(view.exchanges)).not.toContain(wallet.code)
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('says of an access token at the address of a verifier whose it is', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    const token = await wallet.obtainToken()
    const body = new URLSearchParams({ token }).toString()
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    await wallet.http({ method: 'POST', path: shared, headers, body })
    expect((await wallet.view()).cause?.reason).toBe('vci.transport.served#other_half')
  })
})

describe('a response with a state that is not that of its request', () => {
  it.each<[string, (one: HandPresenter) => string]>([
    ['not_bare', (one) => `"${stateOf(one)}"`],
    ['not_bare', (one) => encodeURIComponent(`${stateOf(one)} `)],
    ['encoded', (one) => Buffer.from(stateOf(one)).toString('base64')],
    ['nonce', nonceOf],
    ['session_id', ({ created }) => created.session_id],
    ['broken', () => 'nobody'],
  ])('says what it is in its place: %s', async (reason, state) => {
    const presenter = await newPresenter()
    const answer = await presenter.answer({ ...presenter.payload(), state: state(presenter) })
    expect([answer.status, answer.object().error]).toEqual([400, 'state_mismatch'])
    expect((await presenter.view()).cause?.reason).toBe(`vp.response.state_matches#${reason}`)
  })

  it('says in both sessions that it came to another one, and names neither to the other', async () => {
    const [one, other] = [await newPresenter(), await newPresenter()]
    const answer = await other.answer({ ...other.payload(), state: stateOf(one) })
    expect([answer.status, answer.object().error]).toEqual([400, 'state_mismatch'])
    const [ofOne, ofOther] = [await one.view(), await other.view()]
    expect(ofOther.cause?.reason).toBe('vp.response.state_matches#another_session')
    expect(ofOne.events.map(({ type }) => type)).toContain('vp_response_sent_to_another_session')
    expect(JSON.stringify(ofOne)).not.toContain(other.created.session_id)
    expect(JSON.stringify(ofOther)).not.toContain(one.created.session_id)
  })
})

it('says of an id_token alone what to send, and that is accepted without a finding', async () => {
  const presenter = await newPresenter()
  const answer = await presenter.post([
    ['id_token', 'a.b.c'],
    ['state', stateOf(presenter)],
  ])
  expect(answer.status).toBe(400)
  const { cause } = await presenter.view()
  expect(cause?.reason).toBe('vp.response.matches_type#incomplete')
  expect(cause?.fix).toContain('nothing else: vp_token for vp_token')
  expect((await presenter.answer(presenter.payload())).status).toBe(200)
})

it.each([
  ['error_code', 'vp.response.matches_type#error_name'],
  ['errorCode', 'vp.response.matches_type#error_name'],
  ['error_description', 'vp.response.matches_type#description_alone'],
])('says that an error came as %s', async (name, reason) => {
  const presenter = await newPresenter()
  const answer = await presenter.post([
    [name, 'access_denied'],
    ['state', stateOf(presenter)],
  ])
  expect(answer.status).toBe(400)
  expect((await presenter.view()).cause).toMatchObject({ reason, sentence: expect.stringContaining(name) })
})

describe('a fetch of the request by POST', () => {
  it.each<[string, readonly (readonly [string, string])[], string, string]>([
    ['walletNonce', [['walletNonce', 'A'.repeat(22)]], 'vp.reqpost.wallet_nonce', 'other_name'],
    ['formats of drafts', metadata({ vp_formats: {} }), 'vp.reqpost.md_vp_formats', 'old_name'],
    ['formats in another spelling', metadata({ vpFormatsSupported: {} }), 'vp.reqpost.md_vp_formats', 'other_name'],
    [
      'prefixes of drafts',
      metadata({ client_id_schemes_supported: [] }),
      'vp.reqpost.md_client_id_prefixes',
      'old_name',
    ],
    [
      'prefixes in another spelling',
      metadata({ clientIdPrefixesSupported: [] }),
      'vp.reqpost.md_client_id_prefixes',
      'other_name',
    ],
    [
      'metadata encoded twice',
      [['wallet_metadata', JSON.stringify('{"a":1}')]],
      'vp.reqpost.wallet_metadata_json',
      'json_in_json',
    ],
    ['metadata in base64', [['wallet_metadata', 'eyJhIjoxfQ']], 'vp.reqpost.wallet_metadata_json', 'base64_json'],
  ])('is told by its name: %s', async (_, fields, check, reason) => {
    const presenter = await createHandPresenter(service, credential, {
      response_mode: 'direct_post',
      request_uri_method: 'post',
    })
    await presenter.post(fields, `/openid4vp/sessions/${presenter.created.session_id}/request`)
    const { checks } = await presenter.view()
    const found = checks.conformance.findLast(({ id }) => id === check)
    expect(found?.reason).toBe(`${check}#${reason}`)
  })
})
