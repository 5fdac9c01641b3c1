import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, rowOf, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'
import { startService } from '@/lib/testing/service'
import { holdsAdminKey } from '../guard/admin-key'
import { createRateLimit } from '../guard/rate-limit'

const previous = 'the-previous-admin-key'
const operatorToken = 'the-operator-token-of-tests'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld({ env: { ADMIN_API_KEY_PREVIOUS: previous, OPERATOR_TOKEN: operatorToken } })
})
afterAll(() => world.close())

const endpoints: [method: string, path: string][] = [
  ['GET', '/api/pipeline/scoreboard/acme'],
  ['POST', '/api/pipeline/scoreboard/save-results'],
  ['POST', '/api/pipeline/scoreboard/aggregate/start'],
  ['DELETE', '/api/pipeline/scoreboard/aggregate/schedule/any'],
  ['GET', '/api/organizations/namespaces'],
  ['GET', '/api/pipeline/execution-details/acme/w/r'],
  ['POST', '/api/pipeline/executions'],
]
const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  fetch(world.service.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })

/** Sends the header lines unchanged: `fetch` would join lines with the same name. */
const raw = (method: string, path: string, headers: readonly (readonly [string, string])[]) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const { hostname, port, host } = new URL(world.service.baseUrl)
    const lines = [['Host', host], ...headers].flat()
    const request = httpRequest({ method, path, hostname, port, headers: lines }, async (response) => {
      let body = ''
      for await (const chunk of response) body += String(chunk)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    })
    request.once('error', reject).end()
  })

/** The first answer to a request that waits for `100 Continue` before it sends 5000 bytes. */
const expecting = (path: string, key: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port, host } = new URL(world.service.baseUrl)
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n`,
      ),
    )
    socket.once('error', reject).once('data', (bytes) => {
      socket.destroy()
      resolve(bytes.toString('latin1'))
    })
  })

describe('the admin key', () => {
  covers('B5.1', 'B5.2', 'B5.3', 'B5.5', 'B7.1', 'S35')
  it.each(endpoints)('%s %s is shut without it', async (method, path) => {
    const refused: [string, string, Record<string, string>, number, string][] = [
      [method, path, {}, 401, 'api_key_required'],
      [method, path, { 'x-api-key': '' }, 401, 'api_key_required'],
      [method, path, { 'x-api-key': '  ' }, 401, 'api_key_required'],
      [method, `${path}?api_key=${testAdminKey}`, {}, 401, 'api_key_required'],
      [method, path, { 'x-api-key': 'wrong' }, 401, 'invalid_api_key'],
      [method, path, { 'x-api-key': `${testAdminKey}x` }, 401, 'invalid_api_key'],
      [method, path, { authorization: `Basic ${testAdminKey}` }, 401, 'api_key_required'],
      [method, path, { 'x-api-key': operatorToken }, 403, 'insufficient_api_key_scope'],
      [method, path, { 'x-api-key': 'wrong', authorization: `Bearer ${testAdminKey}` }, 401, 'invalid_api_key'],
    ]
    for (const [way, where, headers, status, error] of refused) {
      const response = await ask(way, where, headers)
      const body = await response.json()
      expect([headers, response.status, body.error]).toEqual([headers, status, error])
      expect(body).toMatchObject({ error_description: body.message, request_id: expect.any(String) })
      if (status === 401) expect(response.headers.get('www-authenticate')).toBe('ApiKey realm="scoreboard"')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    world.service.advance(61)
    for (const headers of [
      { 'x-api-key': testAdminKey },
      { 'credimi-api-key': testAdminKey },
      { authorization: `Bearer ${testAdminKey}` },
      { 'x-api-key': previous },
      { 'x-api-key': testAdminKey, authorization: `bearer ${testAdminKey}` },
      { 'x-api-key': '', authorization: `bearer ${testAdminKey}` },
      { 'x-api-key': testAdminKey, authorization: `Bearer ${operatorToken}` },
    ])
      expect([401, 403, 429]).not.toContain((await ask(method, path, headers)).status)
  })

  covers('B5.2', 'S36')
  it('comes before the size and the form of the body', async () => {
    const path = '/api/pipeline/scoreboard/save-results'
    const large = ' '.repeat(33 * 1024 * 1024)
    for (const body of ['{', large])
      expect((await ask('POST', path, { 'content-type': 'application/json' }, body)).status).toBe(401)
    expect((await ask('PUT', path, {})).status).toBe(405)
    expect((await ask('GET', path, {})).headers.get('allow')).toBe('POST, OPTIONS')
  })

  it('is taken whatever else came from its address, which has to wait with others after twenty wrong ones a minute', async () => {
    world.service.advance(61)
    const path = '/api/organizations/namespaces'
    for (let count = 0; count < 20; count++)
      expect((await ask('GET', path, { 'x-api-key': `guess-${count}` })).status).toBe(401)
    const answerTo = async (key: string) => {
      const { status, headers, body } = await raw('GET', path, [['X-Api-Key', key]])
      const { request_id, ...members } = JSON.parse(body)
      return { status, waits: Number(headers['retry-after']) > 0, names: Object.keys(headers), members }
    }
    const held = await answerTo('guess-21')
    expect([held.status, held.members.error, held.waits]).toEqual([429, 'too_many_requests', true])
    for (const key of ['', 'x'].map((end) => testAdminKey.slice(0, -1) + end)) expect(await answerTo(key)).toEqual(held)
    expect(await answerTo(operatorToken)).toEqual(held)
    for (const key of [testAdminKey, previous]) expect((await answerTo(key)).status).toBe(200)
    // Neither do right ones give room to wrong ones.
    expect(await answerTo('guess-22')).toEqual(held)
    // More than one is not tried, whether or not the right one is among them.
    expect((await ask('GET', path, { 'x-api-key': testAdminKey, 'credimi-api-key': 'guess' })).status).toBe(429)
    // A request without a key is not an attempt, and does not lengthen the wait of its address.
    expect((await ask('GET', path, {})).status).toBe(401)
    world.service.advance(61)
    expect((await ask('GET', path, { 'x-api-key': testAdminKey })).status).toBe(200)
    expect((await ask('GET', path, { 'x-api-key': 'guess-22' })).status).toBe(401)
  })

  it('is tried once by each request: more than one key is one wrong attempt, whether or not the right one is among them', async () => {
    world.service.advance(61)
    const path = '/api/organizations/namespaces'
    const guesses = Array.from({ length: 300 }, (_, index) => `guess-${index}`)
    const many: [name: string, value: string][][] = [
      [...guesses, testAdminKey].map((key) => ['X-Api-Key', key]),
      [...guesses, testAdminKey].map((key) => ['Authorization', `Bearer ${key}`]),
      [...guesses, testAdminKey].map((key) => ['Credimi-Api-Key', key]),
      [['X-Api-Key', [...guesses, testAdminKey].join(', ')]],
      [['X-Api-Key', [testAdminKey, testAdminKey].join(',')]],
      [
        ['X-Api-Key', testAdminKey],
        ['X-Api-Key', testAdminKey],
      ],
      [
        ['X-Api-Key', testAdminKey],
        ['Credimi-Api-Key', 'guess'],
      ],
    ]
    for (const headers of many) {
      const { status, body } = await raw('GET', path, headers)
      expect([headers[0], status, JSON.parse(body).error]).toEqual([headers[0], 401, 'invalid_api_key'])
    }
    for (let count = many.length; count < 20; count++)
      expect((await ask('GET', path, { 'x-api-key': 'guess' })).status).toBe(401)
    expect((await ask('GET', path, { 'x-api-key': 'guess' })).status).toBe(429)
    world.service.advance(61)
  })

  it('opens the room for a large body as one attempt, and a wrong one does not', async () => {
    const path = '/api/pipeline/scoreboard/save-results'
    const save = (key: string) => ask('POST', path, { 'x-api-key': key, 'content-type': 'application/json' }, '{')
    for (let count = 0; count < 20; count++) expect((await save('guess')).status).toBe(401)
    expect(await expecting(path, 'guess')).toMatch(/^HTTP\/1\.1 429 /)
    expect(await expecting(path, testAdminKey)).toContain('HTTP/1.1 100 Continue')
    world.service.advance(61)
    expect(await expecting(path, testAdminKey)).toContain('HTTP/1.1 100 Continue')
  })

  it('has to wait with its address where it is so short that it could be guessed', () => {
    const limits = { adminKeyLimit: createRateLimit(1), operatorTokenLimit: createRateLimit(1) }
    const keys = { short: 'fifteen-letters', long: 'sixteen--letters' }
    const holds = (value: string) =>
      holdsAdminKey(
        { headers: [['X-API-KEY', value]], remoteAddress: '192.0.2.1', at: world.service.now() },
        { adminKeys: [keys.short, keys.long], operatorToken: null, ...limits },
      )
    expect([holds(keys.short), holds(keys.long), holds('wrong')]).toEqual([true, true, false])
    expect([holds(keys.short), holds(keys.long), holds('wrong')]).toEqual([false, true, false])
  })

  covers('S37')
  it('is compared whole, whatever the lengths and letters', () => {
    const holds = (value: string, adminKeys = ['kéy-of-tests', 'other']) =>
      holdsAdminKey(
        { headers: [['X-API-KEY', value]], remoteAddress: '192.0.2.1', at: world.service.now() },
        {
          adminKeys,
          operatorToken: null,
          adminKeyLimit: createRateLimit(20),
          operatorTokenLimit: createRateLimit(20),
        },
      )
    expect([holds('kéy-of-tests'), holds('other')]).toEqual([true, true])
    for (const wrong of ['', 'k', 'kéy-of-test', 'kéy-of-tests!', '\u{1F511}', 'x'.repeat(100_000)])
      expect(holds(wrong)).toBe(false)
    expect(holds('anything', [])).toBe(false)
  })

  covers('S38')
  it('is made at the first start when none is set, for its owner only, and demanded from then on', async () => {
    const dataDir = join(tmpdir(), `wallet-capture-key-${process.pid}-${Date.now()}`)
    await mkdir(dataDir)
    const service = await startService({ env: { DATA_DIR: dataDir } })
    const file = join(dataDir, 'admin-api-key')
    const key = (await readFile(file, 'utf8')).trim()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const url = `${service.baseUrl}/api/organizations/namespaces`
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { 'x-api-key': key } })).status).toBe(503)
    await service.close()
    // The same key after a restart; none if its file cannot be read.
    const again = await startService({ env: { DATA_DIR: dataDir } })
    expect((await readFile(file, 'utf8')).trim()).toBe(key)
    await again.close()
    await rm(file)
    await mkdir(file)
    const shut = await startService({ env: { DATA_DIR: dataDir } })
    const answer = await fetch(`${shut.baseUrl}/api/organizations/namespaces`, { headers: { 'x-api-key': key } })
    expect([answer.status, (await answer.json()).error]).toEqual([503, 'auth_not_configured'])
    await shut.close()
    await rm(dataDir, { recursive: true })
  })

  it('opens the endpoints however short it is, and so does the one before it', async () => {
    const short = await startService({ env: { ADMIN_API_KEY: 'k', ADMIN_API_KEY_PREVIOUS: 'ex', OPERATOR_TOKEN: 't' } })
    const get = async (path: string, headers: Record<string, string>) =>
      (await fetch(short.baseUrl + path, { headers })).status
    // 503: this service has no scoreboard to ask.
    const statuses = []
    for (const key of ['k', 'ex', 't', 'x'])
      statuses.push(await get('/api/organizations/namespaces', { 'x-api-key': key }))
    expect(statuses).toEqual([503, 503, 403, 401])
    expect(await get('/oid4vci/requests', { authorization: 'Bearer t' })).toBe(200)
    await short.close()
  })

  covers('S39')
  it('is not in any response of the endpoints', async () => {
    const { id } = await world.pipeline('quiet')
    const answers = [
      await world.save({ aggregated_pipelines: [rowOf(id)] }),
      await world.save('{'),
      await world.call('/api/pipeline/scoreboard/nobody'),
      await world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST' }),
    ]
    for (const answer of answers) expect(await answer.text()).not.toContain(testAdminKey)
  })
})

describe('without Temporal', () => {
  covers('S49')
  it('what needs it answers 503 and everything else works', async () => {
    const call = async (method: string, path: string) => {
      const response = await world.call(path, { method })
      return [response.status, response.headers.get('retry-after'), (await response.json()).error]
    }
    const start = '/api/pipeline/scoreboard/aggregate/start'
    const unavailable = [503, '5', 'temporal_unavailable']
    expect(await call('POST', start)).toEqual(unavailable)
    expect(await call('POST', `${start}?schedule=300`)).toEqual(unavailable)
    expect(await call('DELETE', '/api/pipeline/scoreboard/aggregate/schedule/x')).toEqual(unavailable)
    for (const wrong of ['', '0', '-1', '1.5', 'abc', '1e3', '31536001', '999999999', '300&schedule=300'])
      expect(await call('POST', `${start}?schedule=${wrong}`)).toEqual([400, null, 'invalid_schedule'])
    expect(await call('POST', `${start}?schedule`)).toEqual([400, null, 'invalid_schedule'])
    expect(await call('DELETE', `/api/pipeline/scoreboard/aggregate/schedule/${'x'.repeat(201)}`)).toEqual([
      400,
      null,
      'invalid_schedule_id',
    ])
    expect((await world.call('/api/organizations/namespaces')).status).toBe(200)
  })

  it('a body where none belongs is ignored up to 1 KiB', async () => {
    const send = (bytes: number) =>
      world.call('/api/pipeline/scoreboard/aggregate/start', { method: 'POST', body: 'x'.repeat(bytes) })
    expect((await send(1024)).status).toBe(503)
    expect((await send(1025)).status).toBe(413)
  })
})

describe('what was removed', () => {
  covers('B1.10', 'S77')
  it('is not there', async () => {
    for (const path of ['/api/my/results', '/api/all-results'])
      expect((await fetch(world.service.baseUrl + path, { redirect: 'manual' })).status).toBe(404)
  })
})
