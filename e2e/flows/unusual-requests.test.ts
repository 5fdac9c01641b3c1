import { beforeAll, describe, expect, it } from 'vitest'
import { presetById } from '@/lib/core/campaigns/presets'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** Requests that wallets reported, each made on purpose. */
const service = serviceForTests()
let credential: HeldCredential
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const statusOf = ({ checks }: PresentationSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const failed = ({ checks }: PresentationSessionView) =>
  checks.conformance.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
const resultOf = ({ events }: PresentationSessionView) =>
  events.findLast(({ type }) => type === 'vp_negative_test_result')?.detail

describe('a response_uri that ends with a slash', () => {
  const presenterOf = async (body: JsonObject = {}) => {
    const presenter = await createHandPresenter(service, credential, { negative_test: 'response_uri_slash', ...body })
    await presenter.http({ path: presenter.requestPath })
    return presenter
  }

  it('is in the request and in the read-back, and takes the response', async () => {
    const presenter = await presenterOf()
    const address = String(presenter.request.response_uri)
    expect(address).toMatch(/\/response\/$/)
    expect(presenter.created.response_uri).toBe(address)
    const answer = await presenter.answer(presenter.payload())
    expect(answer.status, answer.body).toBe(200)
    const view = await presenter.view()
    expect(view.response_uri).toBe(address)
    expect(failed(view)).toEqual([])
    expect(statusOf(view, 'vp.negative.still_answers')).toBe('pass')
    expect(view.exchanges.at(-1)).toMatchObject({
      operation: 'sendPresentationResponse',
      path: expect.stringMatching(/\/$/),
    })
  })

  it('takes none without the slash, as all others take none with one', async () => {
    const presenter = await presenterOf()
    const form = [['response', presenter.encrypt(presenter.payload())]] as const
    const without = await presenter.post(form, presenter.responsePath.replace(/\/$/, ''))
    expect([without.status, without.object().error]).toEqual([404, 'vp_session_not_found'])
    expect((await presenter.post(form)).status).toBe(200)
    const usual = await createHandPresenter(service, credential)
    await usual.http({ path: usual.requestPath })
    const other = await usual.post([['response', usual.encrypt(usual.payload())]], `${usual.responsePath}/`)
    expect([other.status, other.object().error]).toEqual([404, 'not_found'])
    expect(statusOf(await usual.view(), 'vp.response.method')).toBeUndefined()
  })

  it.each([
    [undefined, 'presented', undefined],
    ['vp.mdoc.device_signature~slash', 'refused_by_verifier', 'fail'],
  ])('is part of what an mdoc is signed for, misbehaving: %s', async (misbehave, outcome, signature) => {
    const mdocs = await obtainCredential({
      origin: service.baseUrl,
      http: createNodeClient(),
      format: 'mso_mdoc',
    })
    const preset = presetById('response_uri_slash')?.body({ authorityKeyIdentifier: '', scopeAlias: null }) ?? {}
    const presenter = await createHandPresenter(service, credential, { ...preset, profile: 'haip' })
    const run = await runAtVerifier({
      deeplink: presenter.created.deeplink,
      credentials: mdocs.credentials,
      clock: service.now,
      ...(misbehave === undefined ? {} : { misbehave }),
    })
    expect(run.outcome, run.reason ?? '').toBe(outcome)
    const view = await presenter.view()
    if (signature !== undefined) expect(statusOf(view, 'vp.mdoc.device_signature')).toBe(signature)
    else expect(failed(view)).toEqual([])
  })
})

describe('a request without vp_formats_supported', () => {
  const presenterOf = async (body: JsonObject = {}) => {
    const presenter = await createHandPresenter(service, credential, { negative_test: 'no_vp_formats', ...body })
    await presenter.http({ path: presenter.requestPath })
    return presenter
  }

  it.each(['direct_post', 'direct_post.jwt'])('goes out so by %s, and may be answered', async (mode) => {
    const presenter = await presenterOf({ response_mode: mode, profile: 'openid4vp' })
    const metadata = presenter.request.client_metadata as JsonObject
    expect(metadata).not.toHaveProperty('vp_formats_supported')
    const answer = await presenter.answer(presenter.payload())
    expect(answer.status, answer.body).toBe(200)
    const view = await presenter.view()
    expect(failed(view)).toEqual([])
    expect(statusOf(view, 'vp.negative.rejected')).toBe('warn')
  })

  it('may be refused with an error, or met with silence: nothing fails', async () => {
    const refusing = await presenterOf()
    await refusing.answer({ error: 'vp_formats_not_supported', state: refusing.request.state })
    const silent = await presenterOf()
    service.advance(3600)
    for (const presenter of [refusing, silent]) expect(failed(await presenter.view())).toEqual([])
    const view = await refusing.view()
    expect(statusOf(view, 'vp.negative.rejected')).toBe('pass')
    expect(resultOf(view)).toEqual({ negative_test: 'no_vp_formats', outcome: 'refused_with_error' })
  })
})
