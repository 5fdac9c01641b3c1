import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { type HttpAnswer, jsonPost } from '@/lib/testing/http-client'
import { junitErrors } from '@/lib/testing/junit-errors'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

const service = serviceForTests()
const { http } = service

const post = (path: string, body: object, headers: [string, string][] = []): Promise<HttpAnswer> =>
  http(jsonPost(path, body, headers))
const get = (path: string): Promise<HttpAnswer> => http({ method: 'GET', path })

async function issued(misbehave?: string): Promise<string> {
  const created = (await post('/sessions', { flow: 'pre_authorized_code' })).object()
  await runAtIssuer({
    deeplink: String(created.deeplink),
    http: createNodeClient(),
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  return `/sessions/${created.session_id}`
}

async function presented(): Promise<string> {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  const presenter = await createHandPresenter(service, credentials[0] as HeldCredential)
  await presenter.answer(presenter.payload())
  return `/openid4vp/sessions/${presenter.created.session_id}`
}

/** Counts an element in XML text. */
const count = (xml: string, element: string): number => xml.split(new RegExp(`<${element}[ />]`)).length - 1

describe('a wallet that speaks a draft', () => {
  it('is told so in one line by the session and its reports, and others are told nothing', async () => {
    const summaryOf = async (path: string) => (await get(`${path}/report?format=json`)).object().summary
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    await wallet.obtainToken()
    await wallet.requestCredential({
      request: (request) => {
        request.format = 'vc+sd-jwt'
        delete request.credential_configuration_id
      },
    })
    const path = `/sessions/${wallet.created.session_id}`
    expect(await summaryOf(path)).toMatchObject({
      drafts: {
        line: expect.stringMatching(/^This wallet seems to implement .+ Change first: .+\.$/),
        signs: [{ check: 'vci.credential.one_identifier' }, { check: 'vci.credential.no_legacy_members' }],
      },
    })
    for (const form of ['html', 'md'])
      expect(String((await get(`${path}/report?format=${form}`)).body)).toContain('This wallet seems to implement')
    // One member of a draft beside those of 1.0 is no sign that the wallet speaks it.
    for (const extra of [undefined, 'vci.credential.no_legacy_members'])
      expect(await summaryOf(await issued(extra))).toMatchObject({ drafts: null })
  })
})

describe('the report of a session', () => {
  it.each([
    ['an issuance', () => issued()],
    ['a presentation', presented],
  ])('is the same in every form and at every reading: %s', async (_, finished) => {
    const path = await finished()
    const read = (query: string) => get(`${path}/report?${query}`)
    const json = (await read('format=json')).object()
    expect(json).toMatchObject({ report_version: 1, summary: { verdict: 'pass' }, session: { deeplink: null } })
    const checks = json.checks as { status: string; level: string }[]
    const junit = (await read('format=junit')).body
    expect(count(junit, 'testcase')).toBe(checks.length + 1)
    expect(count(junit, 'failure')).toBe(0)
    expect(count(junit, 'skipped')).toBe(checks.filter(({ status }) => status.startsWith('not_')).length)
    for (const format of ['json', 'junit', 'md', 'html', 'har'])
      expect((await read(`format=${format}`)).body).toBe((await read(`format=${format}`)).body)
    expect((await get(`${path}/report`)).object()).toEqual(json)
  })

  it('names what failed, its clause and how to mend it, in every form', async () => {
    const path = await issued('vci.dpop.htu')
    const html = await get(`${path}/report?format=html`)
    const junit = (await get(`${path}/report?format=junit`)).body
    const markdown = (await get(`${path}/report?format=md`)).body
    for (const text of [html.body, junit, markdown]) {
      expect(text).toContain('vci.dpop.htu')
      expect(text).toContain('https://www.rfc-editor.org/rfc/rfc9449')
      expect(text).toMatch(/For the wallet/)
    }
    expect(html.header('content-security-policy')).toContain("default-src 'none'")
    expect(html.header('referrer-policy')).toBe('no-referrer')
    expect(html.body).not.toContain('<script')
    expect(count(junit, 'failure')).toBe(1)
    // The flow never ended, but there is a verdict.
    expect(count(junit, 'error')).toBe(0)
  })

  it.each([
    ['a presentation', '/openid4vp/sessions', { negative_test: 'bad_signature' }, 'bad_signature: Wrong on purpose: '],
    ['a harmless oddity', '/openid4vp/sessions', { negative_test: 'no_state' }, 'no_state: Unusual on purpose: '],
    ['a refusal without a test', '/openid4vp/sessions', { expect: 'refusal' }, 'Refusal expected: '],
    ['an issuance', '/sessions', { fault: 'authz_iss_mismatch' }, 'authz_iss_mismatch: '],
  ])('says in every form what is wrong on purpose: %s', async (_, path, body, words) => {
    const created = (await post(path, body)).object()
    for (const format of ['json', 'junit', 'md', 'html', 'har']) {
      const report = await get(`${path}/${created.session_id}/report?format=${format}`)
      // Markdown escapes possible markup.
      expect(report.body.replaceAll('\\', ''), format).toContain(words)
    }
  })

  it('is no green run when nothing was seen', async () => {
    const { session_id } = (await post('/sessions', {})).object()
    const junit = (await get(`/sessions/${session_id}/report?format=junit`)).body
    expect(count(junit, 'error')).toBe(1)
    expect(count(junit, 'failure')).toBe(0)
  })

  it.each([
    ['an issuance', () => issued()],
    ['a presentation', presented],
    ['one that failed', () => issued('vci.dpop.htu')],
    ['one that nothing was seen of', async () => `/sessions/${(await post('/sessions', {})).object().session_id}`],
  ])('follows the common schema of JUnit: %s', async (_, made) => {
    const { body } = await get(`${await made()}/report?format=junit`)
    expect(await junitErrors(body)).toEqual([])
  })

  it('is measured by a schema with teeth: an attribute that it does not know, and one that is missing', async () => {
    const { body } = await get(`${await issued()}/report?format=junit`)
    expect(await junitErrors(body.replace('<testcase ', '<testcase mood="x" '))).not.toEqual([])
    expect(await junitErrors(body.replace(/(<testsuite [^>]*) failures="\d+"/, '$1'))).not.toEqual([])
  })

  it('fails softer levels where that is asked for', async () => {
    const path = await issued('vci.nonce.no_access_token')
    const failures = async (level: string) =>
      count((await get(`${path}/report?format=junit&fail_on=${level}`)).body, 'failure')
    expect(await failures('must')).toBe(0)
    expect(await failures('should')).toBe(1)
  })

  it('lists the forms there are, and has no session of the other kind', async () => {
    const { session_id } = (await post('/sessions', {})).object()
    const answer = await get(`/sessions/${session_id}/report?format=pdf`)
    expect(answer.status).toBe(400)
    expect(answer.object()).toMatchObject({ error: 'invalid_request' })
    expect(String(answer.object().error_description)).toContain('json, junit, md, html, har')
    expect((await get(`/openid4vp/sessions/${session_id}/report`)).status).toBe(404)
  })
})

/** Validates an archive against the publisher's HAR 1.2 schema; returns the errors. */
function harErrors(archive: object): unknown[] {
  const require = createRequire(import.meta.url)
  const schemas: Record<string, object> = require('har-schema')
  const ajv = new Ajv({ allErrors: true, strict: false })
  addFormats.default(ajv)
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  ajv.validate('har.json#', archive)
  return ajv.errors ?? []
}

describe('the HTTP Archive of a session', () => {
  it.each([
    ['an issuance', () => issued()],
    ['a presentation', presented],
  ])('follows the schema and holds each exchange in order: %s', async (_, finished) => {
    const path = await finished()
    const answer = await get(`${path}/report?format=har`)
    expect(answer.header('content-disposition')).toMatch(/\.har"$/)
    const archive = answer.object() as { log: { entries: Record<string, unknown>[] } }
    expect(harErrors(archive)).toEqual([])
    expect(harErrors({ log: { ...archive.log, entries: [{ ...archive.log.entries[0], time: 'long' }] } })).not.toEqual(
      [],
    )
    const { exchanges } = (await get(path)).object() as { exchanges: { id: string; method: string; path: string }[] }
    expect(archive.log.entries.map(({ _exchange_id }) => _exchange_id)).toEqual(exchanges.map(({ id }) => id))
    for (const [index, { method, path }] of exchanges.entries()) {
      const { request, _curl } = archive.log.entries[index] as { request: Record<string, string>; _curl: string }
      expect(request.method).toBe(method)
      expect(request.url?.startsWith(`${service.baseUrl}${path}`)).toBe(true)
      expect(_curl).toContain(`curl -X ${method} `)
    }
  })
})

describe('the addresses of a new session', () => {
  it.each(['/sessions', '/openid4vp/sessions'])('are given to who asks, and lead there: %s', async (path) => {
    const members = ['inspector_url', 'session_url', 'report_url']
    const plain = (await post(path, {})).object()
    for (const member of members) expect(plain).not.toHaveProperty(member)

    const asked = (await post(path, { links: true })).object()
    for (const member of members) expect(String(asked[member])).toContain(String(asked.session_id))
    const own = (url: unknown) => String(url).slice(service.baseUrl.length)
    expect((await get(own(asked.session_url))).status).toBe(200)
    expect((await get(own(asked.report_url))).status).toBe(200)

    const preferred = await post(path, {}, [['Prefer', 'respond-async, return=representation']])
    expect(preferred.object()).toHaveProperty('report_url')
    expect(preferred.header('preference-applied')).toBe('return=representation')
    const minimal = await post(path, {}, [['Prefer', 'return=minimal']])
    expect(minimal.object()).not.toHaveProperty('report_url')
  })
})
