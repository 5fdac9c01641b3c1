import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/**
 * Queries that ask for something that is not supported here, or that make no sense: their consequences are not the
 * wallet's error.
 */
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

const pid = {
  credentials: [
    { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['family_name'] }] },
  ],
}
/** A W3C credential as the two formats carry one: JSON, and a JWT. */
const presentedJson = { '@context': ['https://www.w3.org/2018/credentials/v1'], type: ['VerifiablePresentation'] }
const presentedJwt = `${Buffer.from('{"alg":"ES256","typ":"JWT"}').toString('base64url')}.e30.${'A'.repeat(86)}`

/** Presents what a test chooses for a tester's query, and reads the outcome. */
async function answered(dcql_query: JsonObject, id: string, presentation: unknown) {
  const presenter = await createHandPresenter(service, credential, { dcql_query })
  const shown = presentation ?? presenter.present({ queryOfScope: pid })
  const answer = await presenter.answer({ vp_token: { [id]: [shown] }, state: presenter.request.state })
  const { checks, status, request_problems } = await presenter.view()
  const failed = checks.conformance.filter((entry) => entry.status === 'fail').map((entry) => entry.id)
  const atSubject = checks.conformance.filter(({ subject }) => subject?.query_id === id)
  return { http: answer.status, checks, status, failed, atSubject, problems: request_problems }
}

describe('a query for a format that is not read here', () => {
  covers('A2.25')
  it.each([
    ['ldp_vc', presentedJson],
    ['jwt_vc_json', presentedJwt],
  ])('%s: what answers it is captured, and no check judges it', async (format, presentation) => {
    const meta = { type_values: [['https://example.org/Type']] }
    const found = await answered({ credentials: [{ id: 'w3c', format, meta }] }, 'w3c', presentation)
    expect([found.http, found.status, found.failed]).toEqual([200, 'presentation_captured', []])
    expect(found.checks.presentation_valid).toBeNull()
    expect(found.checks.summary.verdict).toBe('incomplete')
    const because = `The query asks for ${format}, which is not read here.`
    expect(found.atSubject.length).toBeGreaterThan(80)
    expect(new Set(found.atSubject.map(({ status, actual }) => JSON.stringify([status, actual])))).toEqual(
      new Set([JSON.stringify(['not_applicable', { because }])]),
    )
  })

  it('hides nothing of what answers the other queries', async () => {
    const meta = { type_values: [['https://example.org/Type']] }
    const presenter = await createHandPresenter(service, credential, {
      dcql_query: { credentials: [...pid.credentials, { id: 'w3c', format: 'ldp_vc', meta }] },
    })
    const forAnother = presenter.present({ keyBinding: ({ claims }) => Object.assign(claims, { nonce: 'of-nobody' }) })
    const vp_token = { pid: [forAnother], w3c: [presentedJson] }
    expect((await presenter.answer({ vp_token, state: presenter.request.state })).status).toBe(400)
    const { checks } = await presenter.view()
    const failed = checks.conformance.filter(({ status }) => status === 'fail')
    expect(failed.map(({ id, subject }) => [id, subject?.query_id])).toEqual([['vp.kb.nonce', 'pid']])
  })
})

describe('a query that cannot be understood', () => {
  const malformed: [string, JsonObject][] = [
    ['a format that is not text', { credentials: [{ id: 'pid', format: 5, meta: {} }] }],
    ['no credentials', {}],
    ['an empty list of credentials', { credentials: [] }],
  ]
  it.each(malformed)('%s: a presentation is verified by itself, and compared with nothing', async (_name, query) => {
    const found = await answered(query, 'pid', null)
    expect(found.problems.length).toBeGreaterThan(0)
    expect([found.http, found.status, found.failed]).toEqual([200, 'presentation_validated', []])
    expect(found.checks).toMatchObject({ presentation_valid: true, nonce_verified: true, dcql_query_matched: false })
    const known = found.checks.conformance.filter(({ id }) => id === 'vp.token.ids_known')
    expect(known.map(({ status, actual }) => [status, actual])).toEqual([
      [
        'not_applicable',
        { because: 'A part of the query is not understood, so the response cannot be compared with it.' },
      ],
    ])
  })

  it.each(malformed)('%s: what is of no format that is read here counts against nobody', async (_name, query) => {
    for (const presentation of [presentedJson, presentedJwt]) {
      const found = await answered(query, 'pid', presentation)
      expect([found.http, found.status, found.failed]).toEqual([200, 'presentation_captured', []])
      const because = 'It matches no query that is understood, and its format is not read here.'
      expect(new Set(found.atSubject.map(({ actual }) => JSON.stringify(actual)))).toEqual(
        new Set([JSON.stringify({ because })]),
      )
    }
  })
})
