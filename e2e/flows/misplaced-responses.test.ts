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

  it('says of an access token at the address of a verifier whose it is', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    const token = await wallet.obtainToken()
    const body = new URLSearchParams({ token }).toString()
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    await wallet.http({ method: 'POST', path: shared, headers, body })
    expect((await wallet.view()).cause?.reason).toBe('vci.transport.served#other_half')
  })
})
