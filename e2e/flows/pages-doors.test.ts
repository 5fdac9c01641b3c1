import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageEntries, pages, plainPages } from '@/lib/pages'
import { isBuiltFile } from '@/lib/server/basics/page-routes'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { covers } from '@/lib/testing/covers'
import {
  createHttpClient,
  type Fields,
  type HttpAnswer,
  type HttpClient,
  type JsonRecord,
} from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { inTurn } from '@/scripts/thorough.mjs'

/**
 * Evidence behind an operator token, with the pages as Next serves them in production. Two guards protect it, the
 * server's and the pages' own; each is tested alone.
 */
const operatorToken = 'an-operator-token-of-this-test'
const bearer: Fields = [['Authorization', `Bearer ${operatorToken}`]]
const form: Fields = [['Content-Type', 'application/x-www-form-urlencoded']]
let built: Awaited<ReturnType<typeof openBuiltPages>>
let service: TestService
let http: HttpClient
/** Next without our server in front of it. */
let bare: { readonly server: Server; readonly http: HttpClient }
let buildId: string
let session: string
/** What only evidence contains: the live code of the session's offer. */
let code: string

beforeAll(async () => {
  built = await openBuiltPages()
  buildId = readFileSync(new URL('../../.next/BUILD_ID', import.meta.url), 'utf8').trim()
  service = await startService({ env: { OPERATOR_TOKEN: operatorToken }, pages: built.pages })
  installContainer(service.container)
  http = createHttpClient(service.baseUrl)
  const server = createServer(built.pages)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  bare = { server, http: createHttpClient(`http://localhost:${(server.address() as AddressInfo).port}`) }
  const created = await http({ method: 'POST', path: '/sessions', body: '{"flow":"pre_authorized_code"}' })
  session = String(created.object().session_id)
  code = /pre-authorized_code%22%3A%22([\w.-]+)/.exec(String(created.object().deeplink))?.[1] ?? 'no code'
  expect(code).toMatch(/^[\w.-]{32,}$/)
}, 300_000)
afterAll(async () => {
  http.close()
  bare.http.close()
  bare.server.closeAllConnections()
  bare.server.close()
  await service.close()
})

const evidence = () => [
  '/ledger',
  '/ledger/rows',
  `/inspect/issuance/${session}`,
  `/inspect/issuance/${session}/revision`,
]
/** URLs at which Next serves, or once served, the page of a path. */
const spellings: readonly (readonly [name: string, of: (path: string) => string])[] = [
  ['data', (path) => `/_next/data/${buildId}${path}.json`],
  ['data of another build', (path) => `/_next/data/x${path}.json`],
  ['data without an ending', (path) => `/_next/data/${buildId}${path}`],
  ['data by two slashes', (path) => `//_next/data/${buildId}${path}.json`],
  ['.rsc', (path) => `${path}.rsc`],
  ['.txt', (path) => `${path}.txt`],
  ['.json', (path) => `${path}.json`],
  ['a segment', (path) => `${path}.segments/_tree.segment.rsc`],
  ['a slash', (path) => `${path}/`],
  ['a locale', (path) => `/en${path}`],
  ['capitals', (path) => path.toUpperCase()],
]
const expectNothingShown = ({ body }: HttpAnswer): void => {
  expect(body).not.toContain(code)
  // Responses with evidence begin like this; the API reference also names such members.
  expect(body).not.toMatch(/^\{"(rows|revision)":/)
}

describe('the first door', () => {
  covers('D1')
  it.each(spellings)('answers another spelling of a page of evidence with 404: %s', async (name, spell) => {
    for (const path of evidence()) {
      for (const headers of [[], bearer, [['Accept', 'text/html']]] as Fields[]) {
        const answer = await http({ path: spell(path), headers })
        // These suffixes name another session, which does not exist.
        expect(['.txt', '.json'].includes(name) ? [401, 404] : [404]).toContain(answer.status)
        expectNothingShown(answer)
      }
    }
  })

  covers('D1')
  it('runs no wallet by another spelling either', async () => {
    const path = `/_next/data/${buildId}/inspect/issuance/${session}/wallet.json`
    const answer = await http({ method: 'POST', path, headers: form, body: 'run=clean' })
    expect(answer.status).toBe(404)
  })

  covers('D1')
  it.each([
    '/_not-found',
    '/_error',
    '/_global-error',
    '/404',
    '/500',
    '/_next/image?url=/icon.svg&w=64&q=75',
    '/checks.rsc',
  ])('lets nothing but pages through: %s', async (path) => {
    const answer = await http({ path })
    expect([answer.status, answer.object().error]).toEqual([404, 'not_found'])
  })

  it('shows a browser that is lost a page, and the same one wherever it is', async () => {
    const lost = await http({ path: '/no-such-page', headers: [['Accept', 'text/html,*/*;q=0.8']] })
    expect([lost.status, lost.header('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(lost.body).toContain('Page not found')
    const elsewhere = await http({ path: `/_next/data/${buildId}/ledger.json`, headers: [['Accept', 'text/html']] })
    expect(elsewhere.body).toContain('Page not found')
  })

  covers('D11')
  it('runs no script that does not carry the nonce of the answer, or is not a file of ours', async () => {
    const plain = plainPages.map((name) => pages[name].path)
    for (const path of [...plain, '/checks/vci.dpop.htu', evidence()[2] ?? '', '/lost']) {
      const headers: Fields = [...bearer, ['Accept', 'text/html']]
      const [first, second] = [await http({ path, headers }), await http({ path, headers })]
      const nonceOf = (answer: HttpAnswer) =>
        /script-src 'self' 'nonce-([^']+)'/.exec(answer.header('content-security-policy') ?? '')?.[1]
      expect(nonceOf(first)).not.toBe(nonceOf(second))
      const tags = [...first.body.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
      const inline = tags.filter((attributes) => !/ src="\/(_next\/static\/|theme\.js)/.test(attributes))
      expect([path, tags.length > 0, inline.length > 0]).toEqual([path, true, true])
      for (const attributes of inline)
        expect([path, attributes]).toEqual([path, expect.stringContaining(`nonce="${nonceOf(first)}"`)])
    }
  })

  covers('D11')
  it.each(['cross-site', 'same-site'])('takes no form that a page of another origin sent: %s', async (site) => {
    for (const path of [
      '/start/issuance/create',
      '/start/presentation/create',
      `/inspect/issuance/${session}/wallet`,
    ]) {
      const headers: Fields = [...bearer, ...form, ['Sec-Fetch-Site', site]]
      expect([path, (await http({ method: 'POST', path, headers, body: 'flow=x' })).status]).toEqual([path, 403])
    }
  })

  it('opens to the token', async () => {
    for (const path of evidence()) expect([path, (await http({ path, headers: bearer })).status]).toEqual([path, 200])
  })
})

describe('a protocol address behind one of Next’s', () => {
  covers('D7')
  it('is answered and recorded as a request that lost its way', async () => {
    const path = `/_next/data/${buildId}/issuers/eu-pid-device-bound/nonce.json`
    const answer = await http({ method: 'POST', path })
    expect([answer.status, answer.object().error]).toEqual([404, 'not_found'])
    const records = (await http({ path: '/oid4vci/requests', headers: bearer })).json() as JsonRecord[]
    expect(records.at(-1)).toMatchObject({ method: 'POST', path, response: { status: 404 } })
  })

  covers('D1')
  it('sends no request of Next’s own that would be in the ledger', async () => {
    const before = (await http({ path: '/oid4vci/requests', headers: bearer })).body
    for (const url of ['/issuers/eu-pid-device-bound/logo.png', '/.well-known/openid-credential-issuer'])
      for (const client of [http, bare.http])
        expect((await client({ path: `/_next/image?url=${url}&w=64&q=75` })).status).toBe(404)
    expect((await http({ path: '/oid4vci/requests', headers: bearer })).body).toBe(before)
  })
})

covers('D1')
describe('the second door, where our server does not stand before Next', () => {
  it.each(spellings)('shows nothing: %s', async (_name, spell) => {
    for (const path of evidence()) {
      for (const headers of [
        [],
        [['RSC', '1']],
        [['X-Middleware-Subrequest', 'proxy:proxy:proxy:proxy:proxy']],
      ] as Fields[]) {
        const answer = await followed(bare.http, spell(path), headers)
        expect([401, 404]).toContain(answer.status)
        expectNothingShown(answer)
      }
    }
  })

  covers('A5.1')
  it('shows nothing at the pages themselves, and opens to the token', async () => {
    for (const path of evidence()) {
      for (const headers of [[], [['Authorization', `Bearer ${operatorToken}x`]]] as Fields[]) {
        const answer = await bare.http({ path, headers })
        expect([path, answer.status]).toEqual([path, 401])
        expect(answer.header('www-authenticate')).toMatch(/^Basic /)
        expectNothingShown(answer)
      }
      expect([path, (await bare.http({ path, headers: bearer })).status]).toEqual([path, 200])
    }
    expect((await bare.http({ path: `/inspect/issuance/${session}`, headers: bearer })).body).toContain(code)
  })

  it('asks for the token at every page of evidence', async () => {
    for (const [, { path, evidence: isClosed }] of pageEntries) {
      if (isClosed === undefined) continue
      const { status, header } = await bare.http({ path: path.replaceAll(/\{\w+\}/g, session) })
      expect([path, status, header('www-authenticate')]).toEqual([path, 401, expect.stringMatching(/^Basic /)])
    }
  })

  it('does not tell whether there is a session', async () => {
    const unknown = '/inspect/issuance/00000000-0000-4000-8000-000000000000'
    for (const path of [unknown, `${unknown}/revision`]) expect((await bare.http({ path })).status).toBe(401)
  })

  it('runs no wallet', async () => {
    for (const path of [
      `/inspect/issuance/${session}/wallet`,
      `/_next/data/${buildId}/inspect/issuance/${session}/wallet.json`,
    ]) {
      const answer = await bare.http({ method: 'POST', path, headers: form, body: 'run=clean' })
      expect(answer.status).toBe(401)
    }
    const events = (await http({ path: `/sessions/${session}/events`, headers: bearer })).json() as JsonRecord[]
    expect(events.map(({ type }) => type)).not.toContain('token_requested')
  })
})

describe('what a client of ours asks Next for', () => {
  /** The router state of a client on a page one segment below the root. */
  const tree = encodeURIComponent(
    JSON.stringify(['', { children: ['(site)', { children: ['__PAGE__', {}] }] }, null, null, 16]),
  )

  it('is a part of a page, which it gets', async () => {
    for (const path of ['/checks/vci.dpop.htu', '/docs/api', '/phone', '/']) {
      const answer = await followed(http, path, [
        ['RSC', '1'],
        ['Next-Router-State-Tree', tree],
      ])
      expect([path, answer.status, answer.header('content-type')]).toEqual([path, 200, 'text/x-component'])
    }
  })

  covers('D1')
  it('is a part of a page of evidence, which asks for the token', async () => {
    const path = `/inspect/issuance/${session}`
    const headers: Fields = [
      ['RSC', '1'],
      ['Next-Router-State-Tree', tree],
    ]
    expect((await followed(http, path, headers)).status).toBe(401)
    const answer = await followed(http, path, [...headers, ...bearer])
    expect([answer.status, answer.header('content-type')]).toEqual([200, 'text/x-component'])
    expect(answer.body).toContain(code)
  })

  const unusual: readonly [string, Fields][] = [
    ['a tree that is none', [['Next-Router-State-Tree', 'garbage']]],
    ['a tree of another shape', [['Next-Router-State-Tree', '%5B%22%22%5D']]],
    ['a tree that cannot be decoded', [['Next-Router-State-Tree', '%E0%A4%A']]],
    ['a deep tree', [['Next-Router-State-Tree', `${'["",{"a":'.repeat(3000)}["",{}]${'}]'.repeat(3000)}`]]],
    [
      'two trees',
      [
        ['Next-Router-State-Tree', tree],
        ['Next-Router-State-Tree', tree],
      ],
    ],
    ['an empty tree', [['Next-Router-State-Tree', '']]],
    ['a tree with slots in an array', [['Next-Router-State-Tree', '["",[]]']]],
    ['a tree with a variable segment of an unknown kind', [['Next-Router-State-Tree', '[["a","b","e",null],{}]']]],
    ['a tree with an unknown word for what to draw again', [['Next-Router-State-Tree', '["",{},null,"all"]']]],
    ['a tree with too many members', [['Next-Router-State-Tree', '["",{},null,null,16,"",1]']]],
    ['a tree of sixty levels', [['Next-Router-State-Tree', `${'["",{"a":'.repeat(60)}["",{}]${'}]'.repeat(60)}`]]],
    ['a segment that is none', [['Next-Router-Segment-Prefetch', '../../x']]],
    ['the segments of a page', [['Next-Router-Segment-Prefetch', '/_tree']]],
    ['an empty segment', [['Next-Router-Segment-Prefetch', '']]],
    ['a prefetch of another kind', [['Next-Router-Prefetch', '9']]],
    ['an address that is none', [['Next-Url', '%E0%A4%A']]],
    ['another address', [['Next-Url', '/ledger']]],
    ['an action', [['Next-Action', 'a'.repeat(42)]]],
    [
      'a rewrite',
      [
        ['X-Middleware-Rewrite', '/ledger'],
        ['X-Nextjs-Rewrite', '/ledger'],
        ['X-Matched-Path', '/ledger'],
      ],
    ],
    [
      'a status',
      [
        ['X-Invoke-Status', '500'],
        ['X-Invoke-Error', '{}'],
        ['X-Invoke-Path', '/ledger'],
      ],
    ],
    [
      'a postponed state',
      [
        ['Next-Resume', '1'],
        ['X-Nextjs-Postponed', '1'],
      ],
    ],
    ['a preview', [['Cookie', '__prerender_bypass=x; __next_preview_data=y']]],
  ]
  /** In `npm test`, each meets at most two of these with each kind of request. */
  const met = ['/checks/vci.dpop.htu', '/docs/api', '/checks', '/', '/no-such-page']

  covers('D7')
  it.each(unusual.map(([name, fields], turn) => [name, fields, turn] as const))(
    'is never answered 5xx: %s',
    async (_name, fields, turn) => {
      for (const path of inTurn(met, turn)) {
        for (const kind of [[], [['RSC', '1']], [['RSC', 'x']], [['Accept', 'text/html']]] as Fields[]) {
          const answer = await followed(http, path, [...kind, ...fields])
          expect([path, answer.status, answer.status < 500]).toEqual([path, answer.status, true])
          expectNothingShown(answer)
        }
      }
    },
  )

  it.each([
    '/checks/%25zz',
    '/checks/%2525',
    '/checks/%00',
    '/checks/..%2fledger',
    '/checks?%E0%A4%A',
    '/checks?_rsc=x&nxtPid=y',
  ])('is never answered 5xx: %s', async (path) => {
    for (const kind of [[], [['RSC', '1']]] as Fields[])
      expect((await followed(http, path, kind)).status).toBeLessThan(500)
  })

  it.each(['/inspect/issuance/%25zz', '/inspect/issuance/%25zz/revision', '/ledger/rows?after=%00', '/ledger?x=%zz'])(
    'is never answered 5xx, with the token: %s',
    async (path) => {
      expect((await http({ path, headers: bearer })).status).toBeLessThan(500)
    },
  )

  it('is a file of the build or of public/', async () => {
    const [chunk] = readdirSync(new URL('../../.next/static/chunks/', import.meta.url))
    for (const path of [
      '/theme.js',
      '/icon.svg',
      '/icon-failed.png',
      '/apple-touch-icon.png',
      `/_next/static/chunks/${chunk}`,
    ])
      expect([path, (await http({ path })).status]).toEqual([path, 200])
  })
})

describe('a request that a page has no method for', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'BREW'])(
    'is refused, and told which are right: %s',
    async (method) => {
      for (const path of ['/', '/checks', '/docs/api', '/theme.js', '/ledger']) {
        const answer = await http({ method, path, headers: form, body: 'a=b' })
        expect([path, answer.status, answer.header('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
      }
    },
  )

  it('reads no form by GET', async () => {
    const answer = await http({ path: '/start/issuance/create' })
    expect([answer.status, answer.header('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('a form that is none', () => {
  covers('D7')
  it.each([
    ['text/plain', 415],
    ['application/json', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=x', 400],
    [null, 415],
  ])('is refused with one sentence: %s', async (type, status) => {
    const headers: Fields = type === null ? [] : [['Content-Type', type]]
    for (const path of ['/start/issuance/create', `/inspect/issuance/${session}/wallet`]) {
      const answer = await http({ method: 'POST', path, headers: [...headers, ...bearer], body: 'nope' })
      expect([path, answer.status]).toEqual([path, status])
      expect(answer.body).toMatch(/^[A-Z][^\n]+\.\n$/)
    }
  })

  it('is none of those that a browser sends: a run of the reference wallet starts without the token', async () => {
    const answer = await http({
      method: 'POST',
      path: '/start/issuance/create',
      headers: form,
      body: 'run=clean&flow=pre_authorized_code',
    })
    expect(answer.status).toBe(303)
    const id = answer.header('location')?.split('/').at(-1)
    const status = async () => (await http({ path: `/sessions/${id}`, headers: bearer })).object().status
    await expect.poll(status, { timeout: 60_000 }).toMatch(/^credential_(issued|accepted)$/)
  })
})

describe('a file of the build', () => {
  it('is taken by its address, every one', async () => {
    const folder = fileURLToPath(new URL('../../.next/static', import.meta.url))
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replaceAll('\\', '/'))
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !isBuiltFile(`/_next/static${file}`))).toEqual([])
    expect((await http({ path: `/_next/static${files[0]}` })).status).toBe(200)
  })
})

/** Next redirects a client first to a normalised URL, then to one that names what was requested. */
async function followed(client: HttpClient, path: string, headers: Fields): Promise<HttpAnswer> {
  let answer = await client({ path, headers })
  for (let hops = 0; hops < 2 && [307, 308].includes(answer.status); hops++)
    answer = await client({ path: answer.header('location') ?? '', headers })
  return answer
}
