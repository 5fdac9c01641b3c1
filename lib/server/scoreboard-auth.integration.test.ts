import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScoreboardWorld, rowOf, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'
import { startService } from '@/lib/testing/service'
import { holdsAdminKey } from './admin-key'
import { readEnvironment } from './env'

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

describe('the admin key', () => {
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
      { 'x-api-key': 'wrong', authorization: `bearer ${testAdminKey}` },
    ])
      expect([401, 403, 429]).not.toContain((await ask(method, path, headers)).status)
  })

  it('comes before the size and the form of the body', async () => {
    const path = '/api/pipeline/scoreboard/save-results'
    const large = ' '.repeat(33 * 1024 * 1024)
    for (const body of ['{', large])
      expect((await ask('POST', path, { 'content-type': 'application/json' }, body)).status).toBe(401)
    expect((await ask('PUT', path, {})).status).toBe(405)
    expect((await ask('GET', path, {})).headers.get('allow')).toBe('POST, OPTIONS')
  })

  it('is blocked after twenty wrong ones a minute from one address, and a right one is never delayed', async () => {
    world.service.advance(61)
    const path = '/api/organizations/namespaces'
    for (let count = 0; count < 20; count++)
      expect((await ask('GET', path, { 'x-api-key': `guess-${count}` })).status).toBe(401)
    const held = await ask('GET', path, { 'x-api-key': 'guess-21' })
    expect([held.status, Number(held.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await ask('GET', path, { 'x-api-key': testAdminKey })).status).toBe(200)
    world.service.advance(61)
    expect((await ask('GET', path, { 'x-api-key': 'guess-22' })).status).toBe(401)
  })

  it('is compared whole, whatever the lengths and letters', () => {
    const holds = (value: string) => holdsAdminKey({ headers: [['X-API-KEY', value]] }, ['kéy-of-tests', 'other'])
    expect([holds('kéy-of-tests'), holds('other')]).toEqual([true, true])
    for (const wrong of ['', 'k', 'kéy-of-test', 'kéy-of-tests!', '\u{1F511}', 'x'.repeat(100_000)])
      expect(holds(wrong)).toBe(false)
    expect(holdsAdminKey({ headers: [['X-API-KEY', 'anything']] }, [])).toBe(false)
  })

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
    // The same key after the next start; none when its file cannot be read.
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

  it('a short one is taken, with a warning', () => {
    const settings = readEnvironment({ ADMIN_API_KEY: 'short' })
    expect(settings.adminApiKey).toBe('short')
    expect(settings.warnings.join()).toContain('ADMIN_API_KEY')
    expect(settings.warnings.join()).not.toContain('short')
  })

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
    for (const wrong of ['0', '-1', '1.5', 'abc', '1e3', '31536001', '999999999'])
      expect(await call('POST', `${start}?schedule=${wrong}`)).toEqual([400, null, 'invalid_schedule'])
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
  it('is not there', async () => {
    for (const path of ['/api/my/results', '/api/all-results'])
      expect((await fetch(world.service.baseUrl + path, { redirect: 'manual' })).status).toBe(404)
  })
})
