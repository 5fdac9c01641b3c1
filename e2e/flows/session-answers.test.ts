import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** A session that ends without a presentation is named by what ended it, on the interface and in every report. */
const service = serviceForTests()
const { http } = service
let credential: HeldCredential
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

async function endWith(error: JsonObject, body: JsonObject = {}, fetches = false) {
  const presenter = await createHandPresenter(service, credential, { response_mode: 'direct_post', ...body })
  if (fetches) await http({ path: presenter.requestPath })
  const answer = await presenter.answer({ ...error, state: presenter.request.state })
  expect(answer.status, answer.body).toBe(200)
  return { path: `/openid4vp/sessions/${presenter.created.session_id}`, view: await presenter.view() }
}
const reportsOf = async (path: string): Promise<[format: string, text: string][]> =>
  Promise.all(
    ['json', 'junit', 'md', 'html', 'har'].map(
      async (format): Promise<[string, string]> => [
        format,
        (await http({ path: `${path}/report?format=${format}` })).body,
      ],
    ),
  )
/** A text without the escapes of any format. */
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\([<>&_.-])/g, '$1')

describe('an error response', () => {
  it.each([
    ['access_denied', 'The wallet declined'],
    ['user_cancelled', 'The wallet declined'],
    ['invalid_request', 'The wallet refused the request'],
    ['vp_formats_not_supported', 'The wallet refused the request'],
    ['registration_value_not_supported', 'The wallet refused the request'],
    ['server_error', 'The wallet responded with an error'],
    ['no_such_code', 'The wallet responded with an error'],
  ])('%s is told as: %s', async (error, sentence) => {
    const { view } = await endWith({ error })
    expect(view.outcome).toMatchObject({ id: 'declined', sentence, answer: { error, description: null } })
  })

  it.each([
    ['access_denied', /its user did not agree or was not recognised, or it has no credential that fits\. See to it/],
    ['invalid_request', /^The wallet takes something in the request for wrong/],
    ['invalid_client', /^The wallet does not take the client_id or client_metadata/],
    ['vp_formats_not_supported', /^The wallet supports none of the formats asked for/],
    ['wallet_unavailable', /^The wallet seems to be unavailable/],
    ['temporarily_unavailable', /^The wallet says that it cannot answer now/],
    ['server_error', /^Something failed inside the wallet/],
  ])('%s is followed by what can be done about it, in every report', async (error, next) => {
    const { path, view } = await endWith({ error }, {}, true)
    expect(view.next_for_you).toMatchObject({ id: 'again', do: expect.stringMatching(next) })
    expect(view.next_for_you.do).toMatch(/, then start a new session and scan again\.$/)
    if (error === 'access_denied') return
    for (const [format, text] of await reportsOf(path))
      expect(text, format).not.toMatch(/The wallet declined|let it agree/)
  })

  it.each([
    ['invalid_scope', 'no_scope'],
    ['invalid_transaction_data', 'no_transaction_data'],
    ['invalid_request_uri_method', 'no_request_uri_method'],
  ])('%s about what the request has not is a warning', async (error, reason) => {
    const { view } = await endWith({ error }, {}, true)
    const fits = view.checks.conformance.find(({ id }) => id === 'vp.error.fits')
    expect(fits).toMatchObject({ status: 'warn', reason: `vp.error.fits#${reason}` })
    expect(view.next_for_you).toMatchObject({ id: 'warning', check: 'vp.error.fits' })
  })

  it('is in every report with its code and its description', async () => {
    const { path, view } = await endWith({ error: 'invalid_request', error_description: 'No <type> & no path' })
    expect(view.outcome.answer).toEqual({ error: 'invalid_request', description: 'No <type> & no path' })
    for (const [format, text] of await reportsOf(path)) {
      expect(unescaped(text), format).toContain('invalid_request')
      expect(unescaped(text), format).toContain('No <type> & no path')
      if (format !== 'json' && format !== 'har') expect(text, format).not.toContain('<type>')
    }
  })

  it('is one line, bounded, and shows what cannot be seen', async () => {
    const { view } = await endWith({
      error: `\u202e${'x'.repeat(90)}`,
      error_description: `first\nsecond ${'y'.repeat(300)}`,
    })
    const { error = '', description = '' } = view.outcome.answer ?? {}
    expect(error).toMatch(/^\[U\+202E\]x+…$/)
    expect(error?.length).toBe(65)
    expect(description).toMatch(/^first second y+…$/)
    expect(description?.length).toBe(201)
  })

  it('without a code is told as such', async () => {
    const { path, view } = await endWith({ error: '', error_description: 'Nothing fits' })
    expect(view.outcome).toMatchObject({ detail: 'The wallet responded with an error', answer: { error: '' } })
    const [, [, junit]] = (await reportsOf(path)) as [unknown, [string, string]]
    expect(junit).toContain('error without a code: “Nothing fits”')
  })

  it('that was expected is told beside the success', async () => {
    const { path, view } = await endWith(
      { error: 'invalid_request', error_description: 'The signature is wrong' },
      { negative_test: 'bad_signature' },
    )
    expect(view.outcome).toMatchObject({
      sentence: expect.stringMatching(/^Passed/),
      detail: 'Request refused, as expected',
      answer: { error: 'invalid_request', description: 'The signature is wrong' },
    })
    for (const [format, text] of await reportsOf(path)) expect(text, format).toContain('The signature is wrong')
  })
})

describe('what ended a session that no message ended', () => {
  const open = async (body: JsonObject) => {
    const { session_id } = (await http(jsonPost('/openid4vp/sessions', body))).object()
    const path = `/openid4vp/sessions/${session_id}`
    if (body.presentation_channel === undefined) await http({ path: `${path}/request` })
    return { path }
  }
  const viewOf = async (path: string) => (await http({ path })).object() as unknown as PresentationSessionView

  it('is told of a report, with who made it', async () => {
    const { path } = await open({ negative_test: 'bad_signature' })
    const told = await http(jsonPost(`${path}/refusal`, { shown: 'error', by: 'person' }))
    expect(told.status, told.body).toBe(200)
    const { outcome } = await viewOf(path)
    expect(outcome).toMatchObject({
      detail: expect.stringContaining('Request refused, as expected, a person saw an error'),
    })
    for (const [format, text] of await reportsOf(path)) expect(text, format).toMatch(/a person saw an error/)
  })

  it('is told of a browser that shared nothing, by the name of its error', async () => {
    const { path } = await open({ presentation_channel: 'dc_api', expires_in: 60 })
    const page = { origin: service.baseUrl, elapsed_ms: 1500, allows: {} }
    const failed = { outcome: 'error', error: { name: 'NotAllowedError', message: 'No.', code: 0 } }
    for (const outcome of [{ outcome: 'started' }, failed])
      await http(jsonPost(`${path}/dc-api/result`, { ...outcome, page }))
    expect((await viewOf(path)).outcome.detail).toBe('the browser shared nothing: NotAllowedError')
    service.advance(61)
    const { outcome } = await viewOf(path)
    expect(outcome).toMatchObject({ id: 'expired', detail: 'the browser shared nothing: NotAllowedError' })
  })

  it('is told of silence', async () => {
    const { path } = await open({ negative_test: 'bad_signature', refusal_wait: 5 })
    service.advance(6)
    expect((await viewOf(path)).outcome).toMatchObject({ id: 'silent', sentence: 'The wallet said nothing' })
  })
})

describe('a campaign', () => {
  it('says in its reports which error ended a session, and for programs too', async () => {
    const body = { presets: ['sd_jwt_baseline'], wallet: { name: 'Quillfern', version: '1' } }
    const { campaign_id: id } = (await http(jsonPost('/campaigns', body))).object()
    const next = (await http({ path: `/campaigns/${id}/next` })).object() as unknown as NextSessionView
    const path = `/openid4vp/sessions/${next.session?.session_id}`
    const fetched = await http({ path: `${path}/request` })
    const { state } = decodeJwt(fetched.body)
    const parameters = { error: 'invalid_request', error_description: 'No <such> type', state: String(state) }
    const answer = await http({
      method: 'POST',
      path: `${path}/response`,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams(parameters).toString(),
    })
    expect(answer.status, answer.body).toBe(200)
    await http({ path: `/campaigns/${id}/next` })
    const view = (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
    expect(view.steps[0]).toMatchObject({
      outcome: { answer: { error: 'invalid_request', description: 'No <such> type' } },
      reason: expect.stringContaining('The wallet responded with the error invalid_request: “No <such> type”.'),
    })
    for (const format of ['junit', 'md', 'html'])
      expect(unescaped((await http({ path: `/campaigns/${id}/report?format=${format}` })).body), format).toContain(
        'error invalid_request: “No <such> type”',
      )
  })
})
