import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from 'playwright/test'
import { png } from '../../../lib/testing/artifacts'
import { finishedSession } from './sessions'

export const adminKey = (): string =>
  readFileSync(join(process.env.PAGES_DATA_DIR ?? '', 'admin-api-key'), 'utf8').trim()

/** Path prefix of the pipelines that other tests make. */
export const madePipelines = 'wallet-capture/pages-'

let filled: Promise<void> | null = null

/** Runs of the built-in pipelines, made once: one with a session card, one with its own picture, one without any. */
export function fillScoreboard(request: APIRequestContext): Promise<void> {
  filled ??= fill(request)
  return filled
}

/** Fills the board again with the same runs, as another aggregation. */
export function fillAgain(request: APIRequestContext): Promise<void> {
  filled = fill(request)
  return filled
}

async function fill(request: APIRequestContext): Promise<void> {
  const headers = { 'x-api-key': adminKey() }
  const found = await request.get('/api/collections/pipelines/records?sort=path')
  const { items } = (await found.json()) as { items: { id: string; path: string }[] }
  // Only rows for these four: the others may have run by themselves, depending on the installation.
  const pipelines = items.filter(({ path }) => /-by-(?:reference|value)$/.test(path))
  const session_id = await finishedSession(request)
  // Each worker has its own runs: a run sent again gets new pictures while an open page shows the old ones.
  const workflowOf = (path: string) => `pages-${test.info().workerIndex}-${path}`
  const rows: unknown[] = []
  for (const [index, { id, path }] of pipelines.entries()) {
    const execution = {
      namespace: 'wallet-capture',
      pipeline: path,
      workflow_id: workflowOf(path),
      run_id: 'run',
      status: 'completed',
      started_at: '2026-11-20T10:00:00Z',
      closed_at: '2026-11-20T10:00:09Z',
      ...(index === 0 ? { steps: [{ session_id }] } : {}),
    }
    const name = 'execution'
    const json = { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(execution)) }
    const picture = { name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from(png()) }
    const answer = await request.post('/api/pipeline/executions', {
      headers,
      multipart: index === 1 ? { execution: json, screenshots: picture } : { execution: json },
    })
    expect(answer.status()).toBe(201)
    rows.push({
      pipeline_id: id,
      total_runs: 100,
      total_successes: [100, 80, 40, 99][index % 4],
      success_rate: [100, 80, 40, 99][index % 4],
      manual_executions: 100,
      min_execution_time: ['10s', '9s', '', '1m5s'][index % 4],
      last_execution_date: `2026-11-20T10:0${index}:00Z`,
      runners: ['wallet-capture/built-in-wallet'],
      last_execution: {
        ...{ workflow_id: workflowOf(path), run_id: 'run' },
        ...(index === 2 ? {} : { wallet_used: ['wallet-capture/reference-wallet'] }),
        conformance_tests: ['openid4vci/1.0/proof/vci.proof.jwt.aud'],
      },
    })
  }
  const save = async () => {
    const data = { aggregated_pipelines: rows }
    return (await request.post('/api/pipeline/scoreboard/save-results', { headers, data })).status()
  }
  // If another worker began an aggregation later and committed first, this one is stale; the next is not.
  let status = await save()
  for (let more = 0; more < 5 && status === 409; more += 1) status = await save()
  expect(status).toBe(200)
}
