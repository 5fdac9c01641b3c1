import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilPolling, workerEnvironment, workerProgram } from '@/lib/testing/aggregation-world'
import { covers } from '@/lib/testing/covers'
import { eventually } from '@/lib/testing/eventually'
import { kill } from '@/lib/testing/many-namespaces'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { readPlaces } from '@/lib/testing/read-places'
import { startTemporal, type TestTemporal } from '@/lib/testing/temporal'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { findSecrets, type Place } from '@/lib/wallet/secrets/wallet-secrets'

const random = (): string => randomBytes(24).toString('base64url')
const keys = { current: random(), previous: random(), operator: random(), guess: random() }
/** Deliberately present everywhere, to prove that the search works. */
const visible = `visible-${randomBytes(8).toString('hex')}`
const scoreboard = '/api/pipeline/scoreboard'

let temporal: TestTemporal
let pocketBase: TestPocketBase
let web: WebProcess
let worker: ChildProcess
let client: Client
const printed = { web: [] as Buffer[], worker: [] as Buffer[] }
const answers: Buffer[] = []

beforeAll(async () => {
  temporal = await startTemporal()
  pocketBase = await startPocketBase()
  const env = {
    ADMIN_API_KEY: keys.current,
    ADMIN_API_KEY_PREVIOUS: keys.previous,
    OPERATOR_TOKEN: keys.operator,
    TEMPORAL_ADDRESS: temporal.address,
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'json',
  }
  web = await startWebProcess({ pocketBase, env, onOutput: (chunk) => void printed.web.push(chunk) })
  worker = spawn(process.execPath, [workerProgram], {
    env: {
      ...workerEnvironment(),
      ...env,
      DATA_DIR: web.dataDir,
      BASE_URL: web.baseUrl,
      POCKETBASE_URL: pocketBase.url,
      POCKETBASE_ADMIN_FILE: pocketBase.adminFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [worker.stdout, worker.stderr])
    stream?.on('data', (chunk: Buffer) => void printed.worker.push(chunk))
  await untilPolling(worker)
  client = new Client({ connection: await Connection.connect({ address: temporal.address }) })
})
afterAll(async () => {
  await client.connection.close()
  await kill(worker)
  await web.remove()
  await pocketBase.remove()
  await temporal.remove()
})

/** Sends a request and returns the whole response, head and body. */
async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
  const response = await fetch(web.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  answers.push(Buffer.from(`${JSON.stringify([...response.headers])}\n${text}\n`))
  return { status: response.status, body: JSON.parse(text || 'null') }
}
const asAdmin = { 'x-api-key': keys.current }
const superuser = () => JSON.parse(readFileSync(pocketBase.adminFile, 'utf8'))

async function organization() {
  const { email, password } = superuser()
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: token }
    const response = await fetch(pocketBase.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  const { token } = await post('/api/collections/_superusers/auth-with-password', { identity: email, password })
  await post('/api/collections/organizations/records', { name: visible, canonified_name: visible }, token)
}

describe('keys and tokens', () => {
  covers('S39')
  it('are in no log, no history, no database and no answer, whatever goes well or wrong', async () => {
    await organization()
    // Successful requests.
    const { body } = await ask('POST', `${scoreboard}/aggregate/start`, asAdmin)
    const handle = client.workflow.getHandle(body.workflowId, body.workflowRunId)
    await handle.result()
    const { schedule_id } = (await ask('POST', `${scoreboard}/aggregate/start?schedule=600`, asAdmin)).body
    // Every way to present a key, right and wrong, with every kind of refusal.
    const ways = [
      ['GET', `${scoreboard}/${visible}`],
      ['GET', `${scoreboard}/no-such-namespace`],
      ['POST', `${scoreboard}/save-results`],
      ['POST', `${scoreboard}/aggregate/start?schedule=abc`],
      ['DELETE', `${scoreboard}/aggregate/schedule/none-such`],
    ] as const
    for (const [method, path] of ways)
      for (const key of Object.values(keys)) {
        await ask(method, path, { 'x-api-key': key })
        await ask(method, path, { 'credimi-api-key': key })
        await ask(method, path, { authorization: `Bearer ${key}` })
        await ask(method, `${path.split('?')[0]}?api_key=${key}`, {})
      }
    const json = { ...asAdmin, 'content-type': 'application/json' }
    for (const text of ['{', `{"aggregated_pipelines":"${keys.current}"}`])
      expect((await ask('POST', `${scoreboard}/save-results`, json, text)).status).toBe(400)
    // A step that keeps failing, so that its errors appear in the history.
    await pocketBase.end('SIGKILL')
    const failing = (await ask('POST', `${scoreboard}/aggregate/start`, asAdmin)).body
    expect((await ask('GET', `${scoreboard}/${visible}`, asAdmin)).status).toBe(503)
    const doomed = client.workflow.getHandle(failing.workflowId, failing.workflowRunId)
    await eventually(async () => {
      const { raw } = await doomed.describe()
      return raw.pendingActivities?.some(({ lastFailure }) => lastFailure?.message)
    })
    await pocketBase.start()
    await doomed.result()

    const places: Place[] = [
      { name: 'log of the web server', bytes: Buffer.concat(printed.web) },
      { name: 'log of the worker', bytes: Buffer.concat(printed.worker) },
      { name: 'answers', bytes: Buffer.concat(answers) },
    ]
    for (const run of [handle, doomed])
      places.push({ name: 'history', bytes: Buffer.from(JSON.stringify(await run.fetchHistory())) })
    const schedule = await client.schedule.getHandle(schedule_id).describe()
    places.push({ name: 'schedule', bytes: Buffer.from(JSON.stringify(schedule.raw)) })
    for (const { name, bytes } of [...(await readPlaces(temporal.dataDir)), ...(await readPlaces(pocketBase.dataDir))])
      places.push({ name, bytes })
    const secrets = new Map([...Object.entries(keys), ['password', superuser().password as string]])
    expect(findSecrets(places, secrets)).toEqual([])
    // The superuser's token changes with each login, so the search matches its pattern.
    const token = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/
    for (const { name, bytes } of places)
      expect([name, token.exec(bytes.toString('latin1'))?.[0]]).toEqual([name, undefined])
    // Proves that the search works.
    const found = findSecrets(places, new Map([['visible', visible]])).map(({ place }) => place)
    for (const name of ['log of the web server', 'temporal.db', 'data.db'])
      expect(found.some((place) => place.startsWith(name))).toBe(true)
    expect(Buffer.concat(printed.worker).toString()).toContain('worker is polling')
  })
})
