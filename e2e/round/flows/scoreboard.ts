import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HeaderList } from '@/lib/wallet/http/wire'
import type { Recorder, Recording } from '../record/recorder'

const json: [string, string] = ['Content-Type', 'application/json']

const publicPaths = [
  '/api/organizations/namespaces',
  '/api/scoreboard/rows',
  '/api/pipeline/scoreboard/all',
  '/api/pipeline/scoreboard/wallet-capture',
  '/api/pipeline/scoreboard/no-such-namespace',
  '/api/pipeline/execution-details/wallet-capture/round-1/run',
  '/api/pipeline/execution-details/wallet-capture/round-1/none',
  '/badge/pipeline/wallet-capture/eu-pid-device-bound-by-value.svg',
  '/badge/pipeline/wallet-capture/eu-pid-device-bound-by-value.png',
  '/badge/pipeline/wallet-capture/none.svg',
  '/scoreboard',
  '/scoreboard?q=nothing+like+this',
  '/scoreboard?sort=-success_rate&page=2',
  '/hub/pipelines/wallet-capture/eu-pid-device-bound-by-value',
  '/hub/pipelines/wallet-capture/none',
  '/operator/scoreboard',
]

const collections = [
  'organizations',
  'pipelines',
  'pipeline_scoreboard_cache',
  'pipeline_results',
  'wallets',
  'credentials',
  'credential_issuers',
  'conformance_checks',
  'use_cases_verifications',
  'custom_checks',
  'mobile_runners',
  'sessions',
  '_superusers',
]

/** Sorted, because records are otherwise in the order of random ids. */
const queries = [
  '?sort=created',
  '?perPage=1&page=2&sort=created',
  '?skipTotal=1&fields=id&sort=created',
  "?filter=name~'pid'&sort=created",
  "?filter=secret='x'&sort=created",
  '?filter=(&sort=created',
  '?sort=nothing',
  '?expand=pipeline,owner&sort=created',
]

/** The scoreboard: read publicly, written with the key, refused without it. */
export async function scoreboard(recorder: Recorder, dataDir: string): Promise<void> {
  const empty = recorder.open('scoreboard/empty.txt')
  await readBoard(empty)
  empty.write()
  await written(recorder, dataDir)
  const filled = recorder.open('scoreboard/filled.txt')
  await readBoard(filled)
  filled.write()
}

async function readBoard(recording: Recording): Promise<void> {
  for (const path of publicPaths) await recording.ask({ path })
  await recording.ask({ path: '/api/scoreboard/rows', headers: [['Accept-Encoding', 'gzip']] })
  for (const collection of collections)
    for (const query of queries)
      await recording.ask({ path: `/api/collections/${collection}/records${encodeURI(query)}` })
}

async function written(recorder: Recorder, dataDir: string): Promise<void> {
  const recording = recorder.open('scoreboard/written.txt')
  const file = join(dataDir, 'admin-api-key')
  if (!existsSync(file)) throw new Error(`${file} is missing: it is made by npm start.`)
  const admin: HeaderList = [['X-Api-Key', readFileSync(file, 'utf8').trim()]]
  const answer = await recorder.ask({ path: '/api/collections/pipelines/records?sort=path' })
  const found = (JSON.parse(answer.body.toString('utf8')) as { items: { id: string; path: string }[] }).items
  const items = found.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const [first] = items
  if (first === undefined) throw new Error('There are no built-in pipelines.')
  const executions = items.map(({ path }, index) => execution(path, index))
  const rows = items.map(({ id }, index) => row(id, index))
  await sample(recording, admin, rows[0] ?? {})
  for (const headers of [admin, []]) {
    const post = (path: string, body: string, more: HeaderList = [json]) =>
      recording.ask({ method: 'POST', path, headers: [...headers, ...more], body })
    for (const one of executions) await post('/api/pipeline/executions', JSON.stringify(one))
    await post('/api/pipeline/executions', JSON.stringify({ ...executions[0], status: 'odd', started_at: 'x' }))
    await post('/api/pipeline/executions', '{')
    await post('/api/pipeline/executions', multipart(executions[0] ?? {}), [
      ['Content-Type', `multipart/form-data; boundary=${boundary}`],
    ])
    await post('/api/pipeline/scoreboard/save-results', JSON.stringify({ aggregated_pipelines: rows }))
    await post(
      '/api/pipeline/scoreboard/save-results',
      JSON.stringify({ aggregated_pipelines: [{ pipeline_id: 'x' }] }),
    )
    await post('/api/pipeline/scoreboard/save-results', '[]')
    await post('/api/pipeline/scoreboard/aggregate/start?schedule=x', '')
    await recording.ask({ method: 'DELETE', path: '/api/pipeline/scoreboard/aggregate/schedule/none', headers })
    await recording.ask({ path: '/api/organizations/namespaces', headers })
    await recording.ask({ path: '/api/pipeline/scoreboard/wallet-capture?include=all', headers })
  }
  // Few wrong keys, and at the end: after twenty in a minute others would be answered with 429.
  for (const path of ['/api/pipeline/executions', '/api/pipeline/scoreboard/save-results'])
    await recording.ask({ method: 'POST', path, headers: [['X-Api-Key', 'wrong'], json], body: '{}' })
  recording.write()
}

/** The start page shows a random sample of pipelines, so record it while there is only one to choose from. */
async function sample(recording: Recording, headers: HeaderList, only: object): Promise<void> {
  await recording.ask({
    method: 'POST',
    path: '/api/pipeline/scoreboard/save-results',
    headers: [...headers, json],
    body: JSON.stringify({ aggregated_pipelines: [only] }),
  })
  await recording.ask({ path: '/' })
}

/** Long ago, so that none of its times is mistaken for one of the run. */
const execution = (path: string, index: number): object => ({
  namespace: 'wallet-capture',
  pipeline: path,
  workflow_id: `round-${index + 1}`,
  run_id: 'run',
  status: index % 3 === 2 ? 'failed' : 'completed',
  started_at: '2026-01-20T10:00:00Z',
  closed_at: '2026-01-20T10:00:09Z',
})

const row = (pipeline_id: string, index: number): object => ({
  pipeline_id,
  // Different counts: equal ones would be sorted by random ids.
  total_runs: 1000 - index,
  total_successes: [100, 80, 40, 99, 60, 20, 10][index % 7],
  success_rate: [100, 80, 40, 99, 60, 20, 10][index % 7],
  manual_executions: 1000 - index,
  min_execution_time: ['10s', '9s', '', '1m5s'][index % 4],
  last_execution_date: `2026-01-20T10:0${index % 10}:00Z`,
  runners: ['wallet-capture/built-in-wallet'],
  last_execution: {
    workflow_id: `round-${index + 1}`,
    run_id: 'run',
    ...(index === 2 ? {} : { wallet_used: ['wallet-capture/reference-wallet'] }),
    conformance_tests: ['openid4vci/1.0/proof/vci.proof.jwt.aud'],
  },
})

const boundary = 'round-boundary'

const multipart = (members: object): string =>
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="execution"; filename="execution.json"',
    'Content-Type: application/json',
    '',
    JSON.stringify(members),
    `--${boundary}`,
    'Content-Disposition: form-data; name="logs"; filename="log.txt"',
    'Content-Type: text/plain',
    '',
    'a line',
    `--${boundary}--`,
    '',
  ].join('\r\n')
