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
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

export const activities = {
  /** Your test stands here. This one looks whether the service responds, and its picture is a single pixel. */
  testWallet: async () => ({ passed: (await fetch(`${SERVICE}/healthz`)).ok, picture: pixel }),
  /** Reports the run of the workflow. Temporal repeats it while the service is away. */
  async report({ picture, ...run }: { status: 'completed' | 'failed'; started_at: string; picture: string }) {
    const { workflowId: workflow_id = '', runId: run_id = '' } = activityInfo().workflowExecution ?? {}
    const ids = { namespace, pipeline, workflow_id, run_id, closed_at: new Date().toISOString() }
    const form = new FormData()
    form.append('execution', new Blob([JSON.stringify({ ...ids, ...run, ...used })], { type: 'application/json' }))
    form.append('screenshots', new Blob([Buffer.from(picture, 'base64')]), 'wallet.png')
    const init = { method: 'POST', headers: { 'X-Api-Key': KEY }, body: form }
    const response = await fetch(`${SERVICE}/api/pipeline/executions`, init)
    const message = `The report was answered with ${response.status}: ${await response.text()}`
    const nonRetryable = response.status >= 400 && response.status < 500 && response.status !== 429
    if (!response.ok) throw ApplicationFailure.create({ message, nonRetryable })
    console.log(message)
  },
}

const [connection, caller] = await Promise.all([NativeConnection.connect({ address }), Connection.connect({ address })])
const workflowsPath = fileURLToPath(new URL('workflow.ts', import.meta.url))
const worker = await Worker.create({ connection, namespace, taskQueue: 'nightly', workflowsPath, activities })
const key = defineSearchAttributeKey('PipelineIdentifier', SearchAttributeType.KEYWORD)
const names = { taskQueue: 'nightly', workflowId: `nightly-${crypto.randomUUID()}` }
const options = { ...names, typedSearchAttributes: [{ key, value: pipeline }] }
await worker.runUntil(new Client({ connection: caller, namespace }).workflow.execute('NightlyWalletTest', options))
await Promise.all([connection.close(), caller.close()])
