import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type HandPresenter, type PresentationChanges } from '@/lib/testing/hand-presenter'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import {
  type MdocParties,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

describe('scopes', () => {
  const scope = 'com.example.pid_name'
  const pid = (...claims: JsonObject[]) => ({
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }],
  })
  const query = pid({ path: ['family_name'] })

  const service = serviceForTests({ files: { 'scope-aliases.json': JSON.stringify({ [scope]: query }) } })
  let credential: HeldCredential
  beforeAll(async () => {
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    credential = credentials[0] as HeldCredential
  })

  /** Requests by scope, and responds like a wallet for which the scope means this query. */
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
        expect(view.checks).toMatchObject({
          dcql_query_matched: false,
          signature_valid: true,
          presentation_valid: true,
        })
        expect(statusOf(view, 'vp.kb.nonce')).toBe('pass')
      },
    )
  })
})

describe('queries that nobody reads', () => {
  /** Queries that ask for unsupported or senseless things: the consequences are not the wallet's error. */
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
  /** A W3C credential in both formats: JSON and JWT. */
  const presentedJson = { '@context': ['https://www.w3.org/2018/credentials/v1'], type: ['VerifiablePresentation'] }
  const presentedJwt = `${Buffer.from('{"alg":"ES256","typ":"JWT"}').toString('base64url')}.e30.${'A'.repeat(86)}`

  /** Presents what a test chooses for a tester's query; returns the outcome. */
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
      const forAnother = presenter.present({
        keyBinding: ({ claims }) => Object.assign(claims, { nonce: 'of-nobody' }),
      })
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
})

describe('disclosed paths', () => {
  const service = serviceForTests()
  let credential: HeldCredential
  let parties: MdocParties
  beforeAll(async () => {
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    credential = credentials[0] as HeldCredential
    parties = await mdocParties(epochMillis(Date.now()))
  })

  const sdJwtQuery = {
    id: 'pid',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['urn:eudi:pid:1'] },
    claims: [{ path: ['family_name'] }, { path: ['address', 'locality'] }],
  }
  /** The town is a Disclosure nested in the address. */
  const nameAndTown = [['address', 'locality'], ['address'], ['family_name']]
  const mdocQuery = {
    id: 'pid',
    format: 'mso_mdoc',
    meta: { doctype_value: pidNamespace },
    claims: [{ path: [pidNamespace, 'family_name'] }],
  }
  const asking = (query: object, response_mode = 'direct_post.jwt') => ({
    response_mode,
    dcql_query: { credentials: [query] },
  })

  const parsed = (list: unknown) => (Array.isArray(list) ? list.map((one) => JSON.parse(one)) : list)

  /** What event and read-back say about the only presentation. */
  async function toldOf(presenter: HandPresenter) {
    const view: PresentationSessionView = await presenter.view()
    const event = view.events.find(({ type }) => /^vp_presentation_(verified|examined)$/.test(type))?.detail ?? {}
    const observed = view.observed.presentations[0] ?? {}
    // Disclosures are in random order, different for each credential.
    const sorted = (list: unknown) => (Array.isArray(list) ? list.map((one) => JSON.stringify(one)).sort() : list)
    const paths = ({ disclosed_paths, unrequested_paths }: typeof event) => ({
      disclosed_paths: parsed(sorted(disclosed_paths)),
      unrequested_paths: parsed(sorted(unrequested_paths)),
    })
    expect(paths(observed)).toEqual(paths(event))
    return { paths: paths(event), observed, stored: JSON.stringify(view) }
  }

  describe('the evidence of a presentation lists where the disclosed claims stand', () => {
    covers('A4.19')
    it.each(['direct_post', 'direct_post.jwt'])('of an SD-JWT VC, by %s', async (mode) => {
      const presenter = await createHandPresenter(service, credential, asking(sdJwtQuery, mode))
      await presenter.answer(presenter.payload())
      const { paths, observed } = await toldOf(presenter)
      expect(paths).toEqual({ disclosed_paths: nameAndTown, unrequested_paths: [] })
      expect(observed).toMatchObject({
        vct: 'urn:eudi:pid:1',
        issuer: expect.stringContaining(service.baseUrl),
        issuer_chain: { count: 1, trust: 'trusted', leaf: { subject: expect.any(String) } },
      })
      const { aki, ski, serial } = (observed.issuer_chain as { leaf: Record<string, string> }).leaf
      expect([aki, ski]).toEqual([expect.stringMatching(/^[\w-]{27}$/), expect.stringMatching(/^[\w-]{27}$/)])
      expect(serial).toMatch(/^[0-9a-f]{2,40}$/)
    })

    it('of an SD-JWT VC that shows more than was asked for, without a value', async () => {
      const presenter = await createHandPresenter(service, credential, asking(sdJwtQuery))
      await presenter.answer(
        presenter.payload({ disclosures: (shown, held) => void shown.splice(0, shown.length, ...held) }),
      )
      const { paths, observed, stored } = await toldOf(presenter)
      expect(paths.disclosed_paths).toContainEqual(['address', 'locality'])
      expect(paths.disclosed_paths).toContainEqual(['nationalities', 0])
      expect(paths.unrequested_paths).toContainEqual(['birthdate'])
      expect(paths.unrequested_paths).toContainEqual(['nationalities', 0])
      expect(paths.unrequested_paths).not.toContainEqual(['family_name'])
      const { disclosures } = observed.decoded as {
        disclosures: { name: string; digest: string; requested: boolean }[]
      }
      const requested = new Map(disclosures.map((one) => [one.name, one.requested]))
      expect([requested.get('family_name'), requested.get('address'), requested.get('birthdate')]).toEqual([
        true,
        true,
        false,
      ])
      for (const [place, text] of credential.raw.split('~').slice(1, -1).entries()) {
        expect(disclosures[place]?.digest).toBe(createHash('sha256').update(text).digest('base64url'))
        const [, , value] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
        if (typeof value === 'string' && value.length > 4) expect(stored).not.toContain(value)
      }
    })

    it('of one that answers no query of the request', async () => {
      const presenter = await createHandPresenter(service, credential, asking(sdJwtQuery))
      const { state } = presenter.payload()
      await presenter.answer({ vp_token: { another: [presenter.present()] }, state })
      const { paths } = await toldOf(presenter)
      expect(paths).toEqual({ disclosed_paths: nameAndTown, unrequested_paths: null })
    })

    it('of an mdoc, and of one that shows more than was asked for', async () => {
      const presenter = await createHandPresenter(service, credential, {
        ...asking(mdocQuery, 'direct_post'),
        trust_anchors: [parties.rootBase64],
      })
      const { request } = presenter
      const transcript = transcriptOf({
        clientId: String(request.client_id),
        nonce: String(request.nonce),
        responseUri: String(request.response_uri),
        thumbprint: null,
      })
      const elements = { family_name: 'Unverwechselbar', given_name: 'Anna-Ungefragt' }
      const mdoc = makeDeviceResponse(parties, { now: Date.now(), transcript, elements })
      await presenter.answer({ vp_token: { pid: [mdoc] }, state: String(request.state) })
      const { paths, observed, stored } = await toldOf(presenter)
      expect(paths).toEqual({
        disclosed_paths: [
          [pidNamespace, 'family_name'],
          [pidNamespace, 'given_name'],
        ],
        unrequested_paths: [[pidNamespace, 'given_name']],
      })
      const issuer = 'C=IT, O=Wallet Capture, CN=test mdoc signer'
      expect(observed).toMatchObject({ doctype: pidNamespace, issuer, issuer_chain: { leaf: { subject: issuer } } })
      // By the anchor that only this session knows.
      expect(observed).toMatchObject({ issuer_trusted: true, issuer_chain: { trust: 'trusted' } })
      for (const value of Object.values(elements)) expect(stored).not.toContain(value)
    })
  })
})
