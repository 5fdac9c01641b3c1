import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ApplicationFailure, activityInfo } from '@temporalio/activity'
import { Client, Connection } from '@temporalio/client'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { NativeConnection, Worker } from '@temporalio/worker'

const { TEMPORAL_ADDRESS: address = '127.0.0.1:7233', SERVICE = 'http://localhost:3000' } = process.env
const { NAMESPACE: namespace = 'acme', PIPELINE: pipeline = 'acme/nightly', KEY = '' } = process.env

/** Everything that the run used, by the paths of its records: these fill the columns of the scoreboard. */
const used = {
  runners: [`${namespace}/ci`],
  runner_types: ['external_ci'],
  entities: {
    wallet_used: [`${namespace}/wallet`],
    wallet_version_used: [`${namespace}/wallet/1-0`],
    issuers: [`${namespace}/issuer`],
    credentials: [`${namespace}/issuer/pid`],
    verifiers: [`${namespace}/verifier`],
    use_case_verifications: [`${namespace}/verifier/age`],
    conformance_tests: ['our-suite/happy-flow'],
    custom_checks: [`${namespace}/check`],
  },
}

export const activities = {
  /** Your test stands here. This one looks whether the service responds, and its picture is a single pixel. */
  async testWallet() {
    const { ok: passed } = await fetch(`${SERVICE}/healthz`)
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
    return { passed, picture: pixel }
  },
  /** Reports the run of the workflow. Temporal repeats it while the service is away. */
  async report({ picture, ...run }: { status: 'completed' | 'failed'; started_at: string; picture: string }) {
    const { workflowId: workflow_id = '', runId: run_id = '' } = activityInfo().workflowExecution ?? {}
    const closed_at = new Date().toISOString()
    const execution = { namespace, pipeline, workflow_id, run_id, ...run, closed_at, ...used }
    const form = new FormData()
    form.append('execution', new Blob([JSON.stringify(execution)], { type: 'application/json' }))
    form.append('screenshots', new Blob([Buffer.from(picture, 'base64')]), 'wallet.png')
    const init = { method: 'POST', headers: { 'X-Api-Key': KEY }, body: form }
    const response = await fetch(`${SERVICE}/api/pipeline/executions`, init)
    const answer = await response.text()
    const said = `The report was answered with ${response.status}: ${answer}`
    const isWrong = response.status >= 400 && response.status < 500 && response.status !== 429
    if (!response.ok) throw ApplicationFailure.create({ message: said, nonRetryable: isWrong })
    console.log(answer)
  },
}

const connection = await NativeConnection.connect({ address })
const workflowsPath = fileURLToPath(new URL('workflow.ts', import.meta.url))
const worker = await Worker.create({ connection, namespace, taskQueue: 'nightly', workflowsPath, activities })
const client = new Client({ connection: await Connection.connect({ address }), namespace })
const identifier = defineSearchAttributeKey('PipelineIdentifier', SearchAttributeType.KEYWORD)
const options = {
  taskQueue: 'nightly',
  workflowId: `nightly-${randomUUID()}`,
  typedSearchAttributes: [{ key: identifier, value: pipeline }],
}
await worker.runUntil(client.workflow.execute('NightlyWalletTest', options))
await Promise.all([connection.close(), client.connection.close()])
