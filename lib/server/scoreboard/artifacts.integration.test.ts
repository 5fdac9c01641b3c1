import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg, mp4, png, webm, webp } from '@/lib/testing/artifacts'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, rowOf, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
})
afterAll(() => world.close())

let count = 0
const executions = '/api/pipeline/executions'
const saveResults = '/api/pipeline/scoreboard/save-results'
type Files = readonly (readonly [part: string, bytes: Uint8Array | string, name?: string])[]

const executionOf = (pipeline: string, members: Record<string, unknown> = {}) => ({
  namespace: 'acme',
  pipeline,
  workflow_id: `artifact-${++count}`,
  run_id: `run-${count}`,
  status: 'completed',
  started_at: '2026-11-20T10:00:00Z',
  closed_at: '2026-11-20T10:00:09Z',
  ...members,
})

/** Sends JSON and files as one form. */
async function send(path: string, part: string, body: unknown, files: Files) {
  const form = new FormData()
  form.append(part, new Blob([JSON.stringify(body)], { type: 'application/json' }))
  for (const [name, bytes, fileName = 'anything.bin'] of files)
    form.append(name, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), fileName)
  const response = await world.call(path, { method: 'POST', body: form })
  return { status: response.status, body: await response.json() }
}
const execute = (body: unknown, files: Files) => send(executions, 'execution', body, files)
const save = (rows: unknown[], files: Files) => send(saveResults, 'results', { aggregated_pipelines: rows }, files)
const get = async (address: string, init: RequestInit = {}) => {
  const response = await fetch(new URL(address, world.service.baseUrl), init)
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const setPipeline = (id: string, members: Record<string, unknown>) =>
  world.client.sdk.collection('pipelines').update(id, members)

const haip = { id: 'haip', passed: 1, total: 1 }
const counting = (count: Record<string, unknown>) => ({ steps: [{ capabilities: [{ ...haip, ...count }] }] })

describe('an execution that cannot be stored', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['steps of more than 256 KiB', { steps: [{ id: 'a'.repeat(300_000) }] }, 'steps'],
    [
      'too many names of runners',
      { runners: Array.from({ length: 900 }, (_, index) => `${index}`.padEnd(100, 'r')) },
      'runner_ids',
    ],
    ['steps that are no objects', { steps: ['issue'] }, 'steps.0'],
    ['steps that are no list', { steps: { a: 1 } }, 'steps'],
    ['more passed than tried', counting({ passed: 5, total: 4 }), 'steps.0.capabilities.0.passed'],
    ['fewer than none', counting({ passed: -1 }), 'steps.0.capabilities.0.passed'],
    ['a part of one', counting({ passed: 0.5 }), 'steps.0.capabilities.0.passed'],
    ['a count of nothing', counting({ passed: 0, total: 0 }), 'steps.0.capabilities.0.total'],
    ['a count that outweighs all others', counting({ total: 5_000_000 }), 'steps.0.capabilities.0.total'],
    ['a capability that nobody has', counting({ id: 'flies' }), 'steps.0.capabilities.0.id'],
    ['two counts of one capability', { steps: [{ capabilities: [haip, haip] }] }, 'steps.0.capabilities'],
    ['a type that no runner has', { runner_types: ['external_ci', 'toaster'] }, 'runner_types.1'],
    ['an address that leads nowhere', { ci_run_url: 'http:x' }, 'ci_run_url'],
    ['an address that runs', { ci_run_url: 'javascript:alert(1)' }, 'ci_run_url'],
    ['an address of another scheme', { ci_run_url: 'urn:a:b' }, 'ci_run_url'],
  ])('is refused with the member, and without asking for a retry: %s', async (name, members, path) => {
    const pipeline = await world.pipeline(`refused-${++count}`)
    const { status, body } = await execute(executionOf(pipeline.path, members), [])
    expect([status, body.error, body.details.map((detail: { path: string }) => detail.path)]).toEqual([
      400,
      'invalid_request',
      [path],
    ])
    // Storage knows its columns, and no places of the body.
    if (!/more than 256 KiB|too many names/.test(name)) expect(body.pointer).toBe(`/${path.replaceAll('.', '/')}`)
  })

  it('is refused if its steps are nested too deeply', async () => {
    const pipeline = await world.pipeline('deep')
    const text = JSON.stringify(executionOf(pipeline.path, { steps: 'here' })).replace(
      '"here"',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    )
    const response = await world.call(executions, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(400)
  })
})

describe('files of an execution', () => {
  covers('D12')
  it('come with its report and are served to everyone who may see its pipeline', async () => {
    const { path } = await world.pipeline('with-files')
    const files: Files = [
      ['screenshots', png(), '../../evil name.html'],
      ['screenshots', webp('VP8X')],
      ['screenshots', jpeg()],
      ['videos', mp4(5000)],
      ['videos', webm()],
      ['logs', 'line one\nline two\n'],
      ['report', '{"verdict":"pass"}'],
    ]
    const { status, body } = await execute(executionOf(path), files)
    expect([status, body.unresolved]).toEqual([201, []])
    const addresses = Object.values(body.artifacts).flat() as string[]
    expect(addresses).toHaveLength(7)
    const types: (string | null)[] = []
    for (const [index, address] of addresses.entries()) {
      expect(address).toMatch(
        new RegExp(`^${world.service.baseUrl}/media/executions/${body.id}/[a-z]+_\\d_\\w+\\.\\w+$`),
      )
      const { status, headers, bytes } = await get(address)
      const sent = files[index]?.[1] ?? ''
      expect([address, status]).toEqual([address, 200])
      expect(Buffer.from(bytes)).toEqual(Buffer.from(sent as string))
      types.push(headers.get('content-type'))
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('cache-control')).toContain('private')
      expect(headers.get('content-disposition')).toBe(index > 4 ? 'attachment' : 'inline')
      expect(headers.get('content-length')).toBe(String(bytes.length))
    }
    expect(types).toEqual([
      'image/png',
      'image/webp',
      'image/jpeg',
      'video/mp4',
      'video/webm',
      'text/plain; charset=utf-8',
      'text/plain; charset=utf-8',
    ])
  })

  it('a video is read in parts, and by HEAD without its body', async () => {
    const { path } = await world.pipeline('with-video')
    const { body } = await execute(executionOf(path), [['videos', mp4(10_000)]])
    const [address] = body.artifacts.videos
    const part = await get(address, { headers: { range: 'bytes=100-199' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/10000'])
    expect(part.bytes).toEqual(mp4(10_000).subarray(100, 200))
    expect((await get(address, { headers: { range: 'bytes=20000-' } })).status).toBe(416)
    const head = await get(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '10000', 0])
    expect((await get(address, { method: 'DELETE' })).status).toBe(405)
  })

  it('a repeated report keeps them, new ones replace those of the same member', async () => {
    const { path } = await world.pipeline('repeated')
    const report = executionOf(path)
    const first = await execute(report, [
      ['screenshots', png()],
      ['logs', 'one'],
    ])
    const again = await world.execute(report)
    expect((await again.json()).artifacts).toEqual(first.body.artifacts)
    const third = await execute(report, [['logs', 'two']])
    expect(third.body.artifacts.screenshots).toEqual(first.body.artifacts.screenshots)
    expect(third.body.artifacts.logs).not.toEqual(first.body.artifacts.logs)
    expect((await get(first.body.artifacts.logs[0])).status).toBe(404)
  })

  covers('D12')
  it.each([
    ['a page as screenshot', 'screenshots', '<html><script>alert(1)</script></html>', 400],
    ['a drawing that runs scripts', 'screenshots', '<svg xmlns="http://www.w3.org/2000/svg"/>', 400],
    ['a picture as video', 'videos', png(), 400],
    ['a program as log', 'logs', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 400],
    ['a picture beyond measure', 'screenshots', png(40_000, 40_000), 400],
    ['a member that holds no files', 'anything', 'text', 400],
    ['too long a log', 'logs', 'x'.repeat(5 * 1024 * 1024 + 1), 413],
    ['too long a screenshot', 'screenshots', new Uint8Array([...png(), ...new Uint8Array(5 * 1024 * 1024)]), 413],
  ])('%s is refused and nothing is written', async (_what, member, content, expected) => {
    const { path } = await world.pipeline(`refused-${++count}`)
    const report = executionOf(path)
    const { status, body } = await execute(report, [[member, content]])
    expect([status, body.details[0].path]).toEqual([expected, member])
    const left = await world.count(`SELECT count(*) AS n FROM pipeline_results WHERE run_id = '${report.run_id}'`)
    expect(left).toBe(0)
  })

  it('are limited in number, and a malformed form is refused', async () => {
    const { path } = await world.pipeline('many-files')
    const six: Files = Array.from({ length: 6 }, () => ['logs', 'a log'] as const)
    expect((await execute(executionOf(path), six)).status).toBe(400)
    const post = (type: string, body: string) =>
      world.call(executions, { method: 'POST', headers: { 'content-type': type }, body })
    for (const body of [
      '',
      '--x\r\n',
      '--x--',
      'no form',
      '--x\r\nContent-Disposition: form-data; name="execution"\r\n\r\n{',
    ])
      expect((await post('multipart/form-data; boundary=x', body)).status).toBe(400)
    expect((await post('multipart/form-data', '--x--')).status).toBe(400)
    expect((await send(executions, 'other', {}, [])).status).toBe(400)
    const twice = new FormData()
    for (let times = 0; times < 2; times++) twice.append('execution', JSON.stringify(executionOf(path)))
    expect((await world.call(executions, { method: 'POST', body: twice })).status).toBe(400)
  })

  covers('D12')
  it('are named elsewhere: listed, and never fetched', async () => {
    let asked = 0
    const elsewhere = createServer((_request, response) => {
      asked += 1
      response.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const pipeline = await world.pipeline('elsewhere')
    const report = executionOf(pipeline.path, { video: `${origin}/video.mp4`, screenshots: `${origin}/shot.png` })
    const { body } = await execute(report, [])
    expect(body.unresolved).toEqual([
      { field: 'screenshots', name: `${origin}/shot.png` },
      { field: 'video', name: `${origin}/video.mp4` },
    ])
    const last_execution = { ...report, logs: `${origin}/log.txt`, org_logo: `${origin}/logo.png` }
    const saved = await save([rowOf(pipeline.id, { last_execution })], [])
    expect(saved.status).toBe(200)
    expect(saved.body.unresolved.map(({ field }: { field: string }) => field)).toEqual([
      'screenshots',
      'video',
      'logs',
      'org_logo',
    ])
    expect(asked).toBe(0)
    await new Promise((resolve) => elsewhere.close(resolve))
  })
})

describe('files of saved results', () => {
  covers('D12')
  it('come as parts that rows name, stay with the execution and the organisation, and are told with the details', async () => {
    const pipeline = await world.pipeline('saved-files')
    const report = executionOf(pipeline.path)
    const { id } = (await execute(report, [])).body
    const { workflow_id, run_id } = report
    const last_execution = {
      workflow_id,
      run_id,
      screenshots: 'attachment:shot',
      video_results: 'attachment:clip',
      logs: 'attachment:log',
      org_logo: 'attachment:logo',
    }
    const { status, body } = await save(
      [rowOf(pipeline.id, { last_execution })],
      [
        ['shot', png()],
        ['clip', webm()],
        ['log', 'all well'],
        ['logo', png()],
      ],
    )
    expect([status, body.unresolved]).toEqual([200, []])
    const details = await (await world.call(`/api/pipeline/execution-details/acme/${workflow_id}/${run_id}`)).json()
    for (const member of ['screenshots', 'video', 'video_results', 'logs'])
      expect(details[member]).toMatch(new RegExp(`^${world.service.baseUrl}/media/executions/${id}/`))
    expect(details.org_logo).toMatch(
      new RegExp(`^${world.service.baseUrl}/media/organizations/${world.organization.id}/`),
    )
    for (const member of ['screenshots', 'video', 'logs', 'org_logo'])
      expect((await get(details[member])).status).toBe(200)
    const items = await (await world.call('/api/pipeline/scoreboard/acme?include=details')).json()
    const own = items.find((item: { pipeline_id: string }) => item.pipeline_id === pipeline.id)
    expect(own.last_successful_run.details).toEqual(details)
    // A reported value is recognised as files of the same execution.
    const told = await world.save({ aggregated_pipelines: [rowOf(pipeline.id, { last_execution: details })] })
    expect((await told.json()).unresolved).toEqual([])
  })

  it('cannot be kept without their execution, nor be those of another one: then they are listed', async () => {
    const [one, other] = [await world.pipeline('kept-one'), await world.pipeline('kept-other')]
    const report = executionOf(one.path)
    const { artifacts } = (await execute(report, [['screenshots', png()]])).body
    const otherReport = executionOf(other.path)
    await execute(otherReport, [])
    const nowhere = { workflow_id: 'no-such', run_id: 'run', screenshots: 'attachment:shot' }
    const stolen = { ...otherReport, screenshots: artifacts.screenshots[0], logs: `${artifacts.screenshots[0]}x` }
    const { status, body } = await save(
      [rowOf(one.id, { last_execution: nowhere }), rowOf(other.id, { last_execution: stolen })],
      [['shot', png()]],
    )
    expect(status).toBe(200)
    expect(body.unresolved).toEqual([
      { pipeline_id: one.id, field: 'last_execution', name: 'no-such run' },
      { pipeline_id: one.id, field: 'screenshots', name: 'attachment:shot' },
      { pipeline_id: other.id, field: 'screenshots', name: artifacts.screenshots[0] },
      { pipeline_id: other.id, field: 'logs', name: `${artifacts.screenshots[0]}x` },
    ])
    const [row] = (await world.rows()).filter((found) => found.pipeline === one.id)
    expect(row?.unresolved).toHaveLength(2)
  })

  it.each([
    ['a part that did not come', { screenshots: 'attachment:absent' }, []],
    ['a part that no row names', {}, [['spare', png()] as const]],
    ['a page as logo', { org_logo: 'attachment:logo' }, [['logo', '<svg/>'] as const]],
  ])('%s is refused and changes nothing', async (_what, members, files) => {
    const before = await world.rows()
    const pipeline = await world.pipeline(`refused-save-${++count}`)
    const { status, body } = await save([rowOf(pipeline.id, { last_execution: members })], files)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(await world.rows()).toEqual(before)
  })
})

describe('files of a private pipeline', () => {
  covers('D12', 'S42')
  it('are not served at any address, and disappear immediately when it is unpublished', async () => {
    const pipeline = await world.pipeline('private-files')
    const { body } = await execute(executionOf(pipeline.path), [
      ['screenshots', png()],
      ['videos', mp4()],
      ['logs', 'secret log'],
      ['report', 'secret report'],
    ])
    const addresses = Object.values(body.artifacts).flat() as string[]
    const thumb = `${addresses[0]}?thumb=80x80t`
    const direct = addresses.map((address) =>
      address.replace(`${world.service.baseUrl}/media/executions`, `${world.server.url}/api/files/pipeline_results`),
    )
    const statuses = () =>
      Promise.all([...addresses, thumb, ...direct].map(async (address) => (await get(address)).status))
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await setPipeline(pipeline.id, { published: false })
    expect(new Set(await statuses())).toEqual(new Set([404]))
    // An anonymous row shows numbers but no pictures.
    await setPipeline(pipeline.id, { scoreboard_visibility: 'anonymous' })
    expect(new Set(await statuses())).toEqual(new Set([404]))
    await setPipeline(pipeline.id, { published: true, scoreboard_visibility: '' })
    expect(new Set(await statuses())).toEqual(new Set([200]))
    // The key opens nothing here: only public data is shown.
    await setPipeline(pipeline.id, { published: false })
    const [address = ''] = addresses
    expect((await get(address, { headers: { 'x-api-key': testAdminKey } })).status).toBe(404)
  })

  it('nothing but files that are named by their content is at such an address', async () => {
    const { path } = await world.pipeline('odd-names')
    const { body } = await execute(executionOf(path), [['screenshots', png()]])
    const form = new FormData()
    form.append('report', new Blob(['<script>alert(1)</script>']), 'page.html')
    const { report } = await world.client.sdk.collection('pipeline_results').update(body.id, form)
    const [address = ''] = body.artifacts.screenshots
    for (const target of [
      `/media/executions/${body.id}/${report}`,
      `/media/executions/${body.id}/..%2F..%2Fhealth`,
      `/media/executions/${body.id}/nothing.png`,
      `/media/executions/nobody000000000/nothing.png`,
      '/media/executions/a%2Fb/nothing.png',
      `/media/users/${body.id}/x.png`,
      `/media/executions/${body.id}`,
      '/media',
      address.replace('/executions/', '/organizations/'),
    ])
      expect([target, (await get(target)).status]).toEqual([target, 404])
  })
})

describe('an execution with sessions of ours', () => {
  /** A session that the reference wallet completed. */
  const runSession = async (misbehave?: string) => {
    const body = JSON.stringify({ issuer_configuration_id: 'eu-pid-jwt-proof-only', flow: 'pre_authorized_code' })
    const headers = { 'content-type': 'application/json' }
    const created = await (await fetch(`${world.service.baseUrl}/sessions`, { method: 'POST', body, headers })).json()
    await runAtIssuer({ deeplink: created.deeplink, ...(misbehave ? { misbehave } : {}) })
    return created.session_id as string
  }
  const reportOf = async (address: string) => JSON.parse(Buffer.from((await get(address)).bytes).toString('utf8'))

  it('gets a picture of each and one report, which show the verdict and nothing that the wallet sent', async () => {
    const { path } = await world.pipeline('own-sessions')
    const steps = [{ session_id: await runSession() }, { session_id: await runSession('vci.proof.jwt.aud') }]
    const { artifacts } = (await execute(executionOf(path, { steps }), [])).body
    expect(artifacts.screenshots).toHaveLength(2)
    for (const address of artifacts.screenshots) {
      const { headers, bytes } = await get(address)
      expect(headers.get('content-type')).toBe('image/png')
      expect([...bytes.subarray(16, 24)]).toEqual([0, 0, 4, 176, 0, 0, 2, 163])
    }
    const reports = await reportOf(artifacts.report[0])
    expect(reports.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['pass', 'fail'])
    const failed = reports[1].checks.filter(({ status }: { status: string }) => status === 'fail')
    expect(failed.map(({ id }: { id: string }) => id)).toContain('vci.proof.jwt.aud')
    const text = JSON.stringify(reports)
    for (const { session_id } of steps) expect(text).not.toContain(session_id)
    expect(text).not.toMatch(/eyJ|exchanges|"actual"|deeplink/)
  })

  it('keeps the files that came with it, and has none where its steps name no session of ours', async () => {
    const { path } = await world.pipeline('sessions-and-files')
    const steps = [{ session_id: await runSession() }]
    const withShot = (await execute(executionOf(path, { steps }), [['screenshots', jpeg()]])).body.artifacts
    expect(withShot.screenshots).toEqual([expect.stringMatching(/\.jpg$/)])
    expect(withShot.report).toHaveLength(1)
    const unknown = [{ session_id: '00000000-0000-4000-8000-000000000000' }, { session_id: 'none' }, {}]
    for (const other of [unknown, [], null, undefined]) {
      const { artifacts } = (await execute(executionOf(path, { steps: other }), [])).body
      expect(Object.values(artifacts).flat()).toEqual([])
    }
  })
})
