import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeQuery, placeOf } from '@/components/start/changed-operations'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { createHttpClient, type Fields, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** The pages that change a request by hand, as Next serves them, without script. */
const form: Fields = [['Content-Type', 'application/x-www-form-urlencoded']]
const json: Fields = [['Content-Type', 'application/json']]
/** Previews a minute. */
const previewsMax = 12
let service: TestService
let http: HttpClient

beforeAll(async () => {
  const { pages } = await openBuiltPages()
  service = await startService({ env: { SESSION_RATE_LIMIT: String(previewsMax), TRUST_PROXY: '127.0.0.1' }, pages })
  installContainer(service.container)
  http = createHttpClient(service.baseUrl)
}, 300_000)
afterAll(async () => {
  http.close()
  await service.close()
})

const pages = { presentation: '/start/presentation', issuance: '/start/laboratory' } as const
type Kind = keyof typeof pages

/** Presses a button of the section, and reads the page that this leads to. */
async function press(kind: Kind, fields: Readonly<Record<string, string>>, from: string) {
  const forwarded: Fields = [['X-Forwarded-For', from]]
  const body = new URLSearchParams(fields).toString()
  const sent = await http({ method: 'POST', path: `${pages[kind]}/change`, headers: [...form, ...forwarded], body })
  expect(sent.status).toBe(303)
  const [path = ''] = (sent.header('location') ?? '').split('#')
  const page = await http({ path, headers: forwarded })
  expect(page.status).toBe(200)
  return textOf(page.body)
}

/** What a page says, without its markup and scripts. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

/** The body of the last command that a page offers; the one before is of the form alone. */
const bodyOf = (text: string): string => [...text.matchAll(/--data(?:-raw|-binary)? '(\{.*?\})' /g)].at(-1)?.[1] ?? ''

const claim = placeOf({ target: 'request_object' }, ['dcql_query', 'credentials', '0', 'claims', '1', 'path', '0'], 'x')

describe('a change by hand', () => {
  it('begins with the options of the form, reaches a member of a member, and copies as the request that makes it', async () => {
    const options = { preset: 'mdoc', delivery: 'post', response_mode: 'direct_post', expect: '' }
    const text = await press('presentation', { ...options, do: 'set', place: claim, value: 'elsewhere' }, '192.0.2.1')
    expect(text).toContain('It equals no named test')
    expect(text).toContain('"doctype_value": "eu.europa.ec.eudi.pid.1"')
    expect(text).toMatch(/\+ +"elsewhere"/)
    const made = await http({ method: 'POST', path: '/openid4vp/sessions', headers: json, body: bodyOf(text) })
    expect(made.status).toBe(201)
    const { authorization_request: request, request_uri_method: method } = made.object()
    expect(method).toBe('post')
    expect(request).toMatchObject({
      response_mode: 'direct_post',
      dcql_query: { credentials: [{ format: 'mso_mdoc', claims: [{}, { path: ['elsewhere', 'given_name'] }, {}] }] },
    })
  })

  it('tells the test that it equals, and what is then wrong', async () => {
    const place = placeOf({ target: 'request_object' }, ['nonce'], 'x')
    const text = await press('presentation', { preset: 'pid', delivery: 'get', do: 'remove', place }, '192.0.2.2')
    expect(text).toContain('It equals the test missing_nonce')
    expect(text).toContain('By the specification it is then wrong: /nonce')
  })

  it('puts each problem at its operation, and nothing can be started', async () => {
    const mutations = JSON.stringify([
      { target: 'request_object', op: 'remove', path: '/state' },
      { target: 'request_object', op: 'remove', path: '/nothing/here' },
      { target: 'link', op: 'put', path: '/request_uri', value: 'https://wallet.example/' },
    ])
    const text = await press('presentation', { preset: 'pid', mutations }, '192.0.2.3')
    expect(text).toMatch(
      /remove \/nothing\/here in request_object Take back The document has nothing there\. path_missing/,
    )
    expect(text).toMatch(/in link Take back It is not at this service\..*? foreign_address/)
    expect(text).not.toContain('Start with this change')
  })

  it('reaches the documents of a laboratory, those too that a wallet gets later', async () => {
    const options = {
      flow: 'authorization_code',
      credential_offer_mode: 'credential_offer',
      laboratory: '{"batch":{"size":3}}',
    }
    const one = await press(
      'issuance',
      { ...options, do: 'null', place: placeOf({ target: 'token_response' }, ['token_type'], 'x') },
      '192.0.2.4',
    )
    for (const title of [
      'Credential Offer',
      'Issuer metadata',
      'Authorization server metadata',
      'Token response',
      'Credential response',
    ])
      expect(one).toContain(title)
    expect(one).toMatch(/\+ +"token_type": null/)
    const made = await http({ method: 'POST', path: '/sessions', headers: json, body: bodyOf(one) })
    expect(made.status).toBe(201)
    const read = await http({ path: `/sessions/${made.object().session_id}` })
    expect(read.object()).toMatchObject({
      flow: 'authorization_code',
      laboratory: { options: { batch: { size: 3 } } },
      mutations: { operations: [{ target: 'token_response', op: 'put', path: '/token_type', value: null }] },
    })
  })

  it('says why the options cannot be', async () => {
    const text = await press('presentation', { preset: 'own', dcql_query: '[', do: 'remove' }, '192.0.2.5')
    expect(text).toContain('The query is not a JSON object.')
    const both = { preset: 'pid', negative_test: 'missing_nonce', example: 'nonce_removed' }
    expect(await press('presentation', both, '192.0.2.5')).toContain('conflicting_options')
  })
})

it('makes as many previews a minute as sessions for an address, and keeps nothing of them', async () => {
  const runs = async () =>
    (await service.container.ports.store.runs({ text: '', deviations: [], before: null, max: 100 })).length
  const before = await runs()
  const place = placeOf({ target: 'request_object' }, ['state'], 'x')
  const asked = { preset: 'pid', do: 'remove', place }
  const from = '192.0.2.9'
  for (let count = 0; count < previewsMax; count += 1)
    expect(await press('presentation', asked, from)).toContain('Start with this change')
  const last = await press('presentation', asked, from)
  expect(last).toMatch(/Too many previews were asked for from this address within a minute\. Try again in \d+ s\./)
  expect(last).not.toContain('Start with this change')
  expect(await press('issuance', { laboratory: '{}' }, from)).toContain('Too many previews')
  expect(await press('presentation', asked, '192.0.2.10')).toContain('Start with this change')
  expect(await runs()).toBe(before)
  service.advance(61)
  expect(await press('presentation', asked, from)).toContain('Start with this change')
})

it('takes its forms from our own pages only, and no list that is too long for an address', async () => {
  const send = (headers: Fields, body: string) =>
    http({ method: 'POST', path: `${pages.presentation}/change`, headers: [...form, ...headers], body })
  expect((await send([['Sec-Fetch-Site', 'cross-site']], 'preset=pid')).status).toBe(403)
  const long = new FormData()
  long.set('mutations', 'ü'.repeat(2_100))
  expect(changeQuery(long)).toBeNull()
  const refused = await send([], `mutations=${encodeURIComponent('ü'.repeat(2_100))}`)
  expect([refused.status, refused.body]).toEqual([413, expect.stringContaining('too long for a page')])
  const shown = await send([], `mutations=${encodeURIComponent('ü'.repeat(1_900))}`)
  const [path = ''] = (shown.header('location') ?? '').split('#')
  expect((await http({ path, headers: [['Cookie', 'c='.padEnd(6_000, 'x')]] })).status).toBe(200)
})
