import { eventually } from './eventually'
import type { PipelineWorld } from './pipeline-world'

/** A step with one issuance, as in most test definitions. */
export const issuanceStep = {
  id: 'issue',
  kind: 'issuance',
  session: {
    issuer_configuration_id: 'eu-pid-device-bound',
    flow: 'pre_authorized_code',
    credential_offer_mode: 'credential_offer',
  },
} as const
/** A step with one presentation of a PID. */
export const presentationStep = {
  id: 'present',
  kind: 'presentation',
  session: {
    dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }] },
  },
} as const

let count = 0

/** Pipelines of the built-in organisation and their runs, over the interface with the admin key. */
export async function openPipelineRuns(world: PipelineWorld) {
  const organizations = world.client.sdk.collection('organizations')
  const { id: owner } = await organizations.getFirstListItem("canonified_name = 'wallet-capture'")
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    world.call(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const read = async (path: string) => (await world.call(path)).json()
  return {
    owner,
    post,
    read,
    /** Creates a pipeline and returns its id. By default the reference wallet gets one credential. */
    async pipeline(definition: object = {}): Promise<string> {
      const name = `made-${++count}`
      const { id } = await world.create('pipelines', {
        ...{ name, canonified_name: name, owner, published: true, evidence_public: true },
        definition: {
          ...{ version: 1, runner: 'built_in_wallet', steps: [issuanceStep] },
          entities: { wallet: 'wallet-capture/reference-wallet' },
          ...definition,
        },
      })
      return id
    },
    /** Creates a custom integration and returns its path. */
    async customCheck(name: string): Promise<string> {
      await world.create('custom_checks', { name, canonified_name: name, owner, published: true })
      return `wallet-capture/${name}`
    },
    /** Starts a run of a pipeline. `at` is the address of its execution. */
    async start(id: string) {
      const { execution_id, workflow_id, run_id } = await (await post(`/api/pipelines/${id}/run`)).json()
      const handle = world.runs.workflow.getHandle(workflow_id, run_id)
      return { handle, at: `/api/executions/${execution_id}` }
    },
    /** Waits until a run waits for its wallet or for a result; returns what the key shows. */
    untilWaiting: (at: string, what: 'wallet' | 'result') =>
      eventually(async () => {
        const execution = await read(at)
        return execution.waiting_for === what ? execution : null
      }),
    /** A pipeline's current numbers; `null` without any. */
    async statisticsOf(id: string) {
      const all: { pipeline_id: string; total_runs: number; total_successes: number; success_rate: number }[] =
        await read('/api/pipeline/scoreboard/wallet-capture')
      return all.find(({ pipeline_id }) => pipeline_id === id) ?? null
    },
    /** A workflow's rows in the ledger. */
    ledger: (workflowId: string) =>
      world.client.sdk.collection('pipeline_results').getFullList({ filter: `workflow_id = '${workflowId}'` }),
  }
}
export type PipelineRuns = Awaited<ReturnType<typeof openPipelineRuns>>
