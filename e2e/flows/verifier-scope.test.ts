import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type PresentationChanges } from '@/lib/testing/hand-presenter'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

const scope = 'com.example.pid_name'
const pid = (...claims: JsonObject[]) => ({
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }],
})
const query = pid({ path: ['family_name'] })

let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  service = await startService({ files: { 'scope-aliases.json': JSON.stringify({ [scope]: query }) } })
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(() => service.close())

/** Requests by scope, and answers like a wallet for which the scope stands for this query. */
async function present(body: JsonObject, changes: PresentationChanges = { queryOfScope: query }) {
  const presenter = await createHandPresenter(service, credential, body)
  const answer = await presenter.answer(presenter.payload(changes))
  return { presenter, answer, view: await presenter.view() }
}
const dcqlFindings = ({ checks }: PresentationSessionView) =>
  checks.conformance.filter(({ id }) => id.startsWith('vp.dcql.'))
const statusOf = ({ checks }: PresentationSessionView, id: string) =>
  checks.conformance.find((entry) => entry.id === id)?.status

describe('a request by a scope that the operator named a query for', () => {
  covers('A2.26')
  it.each(['direct_post', 'direct_post.jwt'])(
    'sends the scope alone, and judges the answer by the query: %s',
    async (mode) => {
      const { presenter, answer, view } = await present({ scopes: scope, response_mode: mode })
      expect(presenter.request).toMatchObject({ scope })
      expect(presenter.request).not.toHaveProperty('dcql_query')
      expect(answer.status).toBe(200)
      expect(view).toMatchObject({
        status: 'presentation_validated',
        options: { scope_query: query },
        checks: { dcql_query_matched: true, data_minimised: true, presentation_valid: true },
      })
      expect(statusOf(view, 'vp.dcql.vct')).toBe('pass')
      expect(statusOf(view, 'vp.token.present')).toBe('pass')
      expect(view.warnings.join()).not.toContain('scope')
    },
  )

  it('refuses an answer that lacks a claim of the query, and tells one that shows more', async () => {
    const less = await present({ scopes: [scope] }, { queryOfScope: pid({ path: ['given_name'] }) })
    expect(less.answer.status).toBe(400)
    expect(statusOf(less.view, 'vp.dcql.claims_present')).toBe('fail')
    expect(less.view.checks.nonce_verified).toBe(true)
    const more = await present(
      { scopes: [scope] },
      { queryOfScope: pid({ path: ['family_name'] }, { path: ['given_name'] }) },
    )
    expect(more.answer.status).toBe(200)
    expect(more.view.observed.presentations[0]?.unrequested_paths).toEqual([['given_name']])
    expect(statusOf(more.view, 'vp.min.only_requested_sdjwt')).toBe('fail')
  })

  it('knows the query beside openid, and keeps it where presentation_request holds the scope', async () => {
    for (const body of [
      { scopes: ['openid', scope], response_type: 'vp_token id_token' },
      { presentation_request: { scope } },
    ]) {
      const presenter = await createHandPresenter(service, credential, body)
      expect((await presenter.view()).options.scope_query).toEqual(query)
    }
  })

  it('leaves a query of the request alone', async () => {
    const presenter = await createHandPresenter(service, credential, { scopes: 'openid', dcql_query: query })
    expect((await presenter.view()).options).not.toHaveProperty('scope_query')
  })
})

describe('a request by a scope that nobody here knows', () => {
  it.each([['com.example.unknown'], [`${scope} com.example.other`]])(
    'verifies the answer to %j and compares it with nothing',
    async (scopes) => {
      const { answer, view } = await present({ scopes })
      expect(answer.status).toBe(200)
      expect(view.options).not.toHaveProperty('scope_query')
      expect(view.warnings).toContain(
        'No query is known that this scope stands for: a response is verified, and compared with nothing.',
      )
      expect(new Set(dcqlFindings(view).map(({ status }) => status))).toEqual(new Set(['not_applicable']))
      expect(view.checks).toMatchObject({ dcql_query_matched: false, signature_valid: true, presentation_valid: true })
      expect(statusOf(view, 'vp.kb.nonce')).toBe('pass')
    },
  )
})
