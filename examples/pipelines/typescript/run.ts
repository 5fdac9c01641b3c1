import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ApplicationFailure, activityInfo } from '@temporalio/activity'
import { Client, Connection } from '@temporalio/client'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { NativeConnection, Worker } from '@temporalio/worker'

const { TEMPORAL_ADDRESS: address = '127.0.0.1:7233', SERVICE = 'http://localhost:3000' } = process.env
const { NAMESPACE = 'acme', PIPELINE = 'acme/nightly', KEY = '' } = process.env
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export const activities = {
  /** Your test stands here. This one looks whether the service responds. */
  testWallet: async () => (await fetch(`${SERVICE}/healthz`)).ok,
  /** Reports the run of the workflow, with a picture. Temporal repeats it while the service is away. */
  async report(STATUS: 'completed' | 'failed', STARTED_AT: string) {
    const { workflowId: WORKFLOW_ID = '', runId: RUN_ID = '' } = activityInfo().workflowExecution ?? {}
    const CLOSED_AT = new Date().toISOString()
    const values = new Map(Object.entries({ NAMESPACE, PIPELINE, WORKFLOW_ID, RUN_ID, STATUS, STARTED_AT, CLOSED_AT }))
    const template = await readFile(file('../report.json'), 'utf8')
    const form = new FormData()
    form.append(
      'execution',
      template.replace(/\$\{(\w+)\}/g, (_, name) => values.get(name) ?? ''),
    )
    form.append('screenshots', new Blob([await readFile(file('../wallet.png'))]), 'wallet.png')
    const init = { method: 'POST', headers: { 'X-Api-Key': KEY }, body: form }
    const response = await fetch(`${SERVICE}/api/pipeline/executions`, init)
    const message = `The report was answered with ${response.status}: ${await response.text()}`
    const nonRetryable = response.status >= 400 && response.status < 500 && response.status !== 429
    if (!response.ok) throw ApplicationFailure.create({ message, nonRetryable })
    console.log(message)
  },
}

const [connection, caller] = await Promise.all([NativeConnection.connect({ address }), Connection.connect({ address })])
const workflowsPath = file('workflow.ts')
const namespace = NAMESPACE
const worker = await Worker.create({ connection, namespace, taskQueue: 'nightly', workflowsPath, activities })
const key = defineSearchAttributeKey('PipelineIdentifier', SearchAttributeType.KEYWORD)
const names = { taskQueue: 'nightly', workflowId: `nightly-${crypto.randomUUID()}` }
const options = { ...names, typedSearchAttributes: [{ key, value: PIPELINE }] }
await worker.runUntil(new Client({ connection: caller, namespace }).workflow.execute('NightlyWalletTest', options))
await Promise.all([connection.close(), caller.close()])
