import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeChecks } from '@/components/inspector/model/judged-check'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { generateKey } from '@/lib/wallet/jose/key'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** Errors that occur together. */
let pocketBase: TestPocketBase
let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  pocketBase = await startPocketBase()
  service = await startService({ pocketBase })
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(async () => {
  await service.close()
  await pocketBase.remove()
})

/** What every place says about a session: the interface, each format of the report, and the headline of its page. */
async function saidOf(presenter: HandPresenter) {
  const session = await presenter.view()
  const { summary, conformance, ...booleans } = session.checks
  const { session_id } = presenter.created
  const report = (format: string) =>
    presenter.http({ path: `/openid4vp/sessions/${session_id}/report?format=${format}` })
  const json = (await report('json')).json() as { summary: object; checks: object[]; not_counted: { id: string }[] }
  const junit = /<testsuites[^>]*>/.exec((await report('junit')).body)?.[0]
  const { verdict: word } = summary
  return {
    word,
    counting: {
      status: session.status,
      summary,
      booleans,
      observed: session.observed,
      headline: session.outcome,
      ticks: judgeChecks(conformance, []).map(({ id, status }) => [id, status]),
      report: { summary: json.summary, checks: json.checks, junit },
    },
    session,
    notCounted: json.not_counted.map(({ id }) => id),
    texts: await Promise.all(['md', 'html', 'junit'].map(async (format) => (await report(format)).body)),
  }
}

describe('ten good answers at once', () => {
  covers('A4.23')
  it.each(['direct_post', 'direct_post.jwt'])('end the session once (%s)', async (response_mode) => {
    const presenter = await createHandPresenter(service, credential, { response_mode })
    const payload = presenter.payload()
    const answers = await Promise.all(Array.from({ length: 10 }, () => presenter.answer(payload)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
    const refused = answers.filter(({ status }) => status === 400)
    expect(new Set(refused.map((answer) => answer.object().error))).toEqual(new Set(['response_already_received']))

    const { session, word, counting } = await saidOf(presenter)
    expect(session.status).toBe('presentation_validated')
    expect([word, counting.headline.id]).toEqual(['pass', 'passed'])
    expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
    expect(session.checks.presentation_valid).toBe(true)
    expect(session.exchanges.map(({ response }) => response.status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(400),
    ])
    expect(session.events.filter(({ type }) => type === 'vp_response_replayed')).toHaveLength(9)
  })

  it('a bad answer after a good one changes no verdict, and is on record', async () => {
    const presenter = await createHandPresenter(service, credential)
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    const before = await saidOf(presenter)
    expect(before.word).toBe('pass')
    const bad = presenter.payload({ keyBinding: (draft) => Object.assign(draft, { key: generateKey() }) })
    expect((await presenter.answer(bad)).object().error).toBe('response_already_received')
    const after = await saidOf(presenter)
    expect(after.counting).toEqual(before.counting)
    expect(after.session.exchanges).toHaveLength(before.session.exchanges.length + 1)
    expect(after.session.events.at(-1)?.type).toBe('vp_response_replayed')

    const told = after.session.checks.conformance.filter(({ softened }) => softened === 'after_end')
    expect(told.map(({ id, status, exchange_id }) => [id, status, exchange_id])).toEqual([
      ['vp.response.single_use', 'warn', after.session.exchanges.at(-1)?.id],
    ])
    expect(after.notCounted).toEqual(['vp.response.single_use'])
    for (const text of after.texts) expect(text).toContain('After the session ended, not counted')
    expect(before.texts.join()).not.toContain('not counted')
  })
})

describe('a fetch of the request after a good answer', () => {
  it.each([
    ['by the wrong method', { method: 'POST', headers: [['Accept', 'application/oauth-authz-req+jwt']], suffix: '' }],
    ['with personal data in its address', { method: 'GET', headers: [], suffix: '?email=x@example.com' }],
  ] as const)('%s breaks no rule that counts', async (_, { method, headers, suffix }) => {
    const presenter = await createHandPresenter(service, credential)
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    const before = await saidOf(presenter)
    const path = `${new URL(String(presenter.created.request_uri)).pathname}${suffix}`
    expect(
      (await presenter.http({ method, path, headers: headers.map(([name, value]) => [name, value]) })).status,
    ).toBe(404)
    const after = await saidOf(presenter)
    expect([after.word, after.session.status, after.session.checks.summary.must]).toEqual([
      before.word,
      before.session.status,
      before.session.checks.summary.must,
    ])
    expect(after.session.exchanges).toHaveLength(before.session.exchanges.length + 1)
    expect(after.notCounted).not.toEqual([])
  })
})

describe('errors that come together', () => {
  it('are five failed checks, each at its subject', async () => {
    const query = (id: string, name: string) => ({
      id,
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: [name] }],
    })
    const presenter = await createHandPresenter(service, credential, {
      dcql_query: { credentials: [query('first', 'family_name'), query('second', 'given_name')] },
    })
    const first = presenter.present({
      keyBinding: ({ header, claims }) => {
        Object.assign(header, { typ: 'JWT' })
        Object.assign(claims, { aud: 'https://somebody.example', mood: 'fine' })
      },
    })
    const second = presenter.present(
      { keyBinding: ({ claims }) => Object.assign(claims, { nonce: 'of-nobody', iat: Number(claims.iat) + 600 }) },
      1,
    )
    const answer = await presenter.answer({
      vp_token: { first: [first], second: [second] },
      state: presenter.request.state,
      presentation_submission: {},
    })
    expect(answer.status).toBe(400)
    expect(answer.object().error).toBe('invalid_presentation')
    const { checks } = await presenter.view()
    const failed = checks.conformance.filter(({ status, level }) => status === 'fail' && level === 'must')
    expect(failed.map(({ id, subject }) => [id, subject?.query_id ?? null, subject?.index ?? null])).toEqual([
      ['vp.response.no_presentation_submission', null, null],
      ['vp.kb.typ', 'first', 0],
      ['vp.kb.iat_window', 'second', 0],
      ['vp.kb.aud', 'first', 0],
      ['vp.kb.nonce', 'second', 0],
    ])
    expect(failed.filter(({ rejected }) => rejected).map(({ id }) => id)).toEqual(['vp.kb.typ'])
  })
})
