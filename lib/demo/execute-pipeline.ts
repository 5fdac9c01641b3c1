import { createHash } from 'node:crypto'
import { z } from 'zod'
import { headerValue } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { retryAfter, TooManyRequests } from './demo-stop'
import type { ServiceClient } from './service-client'

/** What the demo reads from a pipeline. Only issuance steps are run so far. */
export const zPipeline = z.object({
  name: z.string(),
  path: z.string(),
  definition: z.object({
    entities: z.object({ wallet: z.string().optional() }),
    steps: z
      .array(
        z.object({
          id: z.string(),
          kind: z.literal('issuance'),
          session: z.record(z.string(), z.unknown()),
          credential: z.string().optional(),
        }),
      )
      .min(1),
  }),
})
export type Pipeline = z.output<typeof zPipeline>
type Step = Pipeline['definition']['steps'][number]

const zCreated = z.object({ session_id: z.string(), deeplink: z.string() })
const zSession = z.object({
  checks: z.object({
    conformance: z.array(z.object({ id: z.string(), status: z.string(), level: z.string() })),
  }),
})

/** The result of one step. `checks` are those that judged the session, by their catalogue paths. */
interface StepOutcome {
  readonly id: string
  readonly session_id: string
  readonly passed: boolean
  readonly reason: string
  readonly checks: readonly string[]
}

/**
 * Runs a pipeline with the reference wallet and returns the execution for the ledger: nothing in it is made up. Throws
 * TooManyRequests if the service refused the wallet for want of room.
 */
export async function executePipeline(client: ServiceClient, pipeline: Pipeline, uuid: string) {
  const started = new Date()
  const from = performance.now()
  const { definition, path } = pipeline
  const outcomes: StepOutcome[] = []
  for (const step of definition.steps) {
    const outcome = await runStep(client, step)
    outcomes.push(outcome)
    if (!outcome.passed) break
  }
  const millis = performance.now() - from
  const passed = outcomes.length === definition.steps.length && outcomes.every((outcome) => outcome.passed)
  const [namespace = ''] = path.split('/')
  const credentials = definition.steps.flatMap(({ credential }) => credential ?? [])
  return {
    millis,
    reason: outcomes.find((outcome) => !outcome.passed)?.reason ?? '',
    record: {
      namespace,
      pipeline: path,
      workflow_id: `pipeline-demo-${uuid}`,
      run_id: uuid,
      status: passed ? 'completed' : 'failed',
      type: 'manual',
      started_at: started.toISOString(),
      closed_at: new Date(started.getTime() + Math.max(1, Math.round(millis))).toISOString(),
      runners: [`${namespace}/built-in-wallet`],
      runner_types: ['built_in_wallet'],
      entities: {
        wallet_used: definition.entities.wallet === undefined ? [] : [definition.entities.wallet],
        credentials,
        issuers: [...new Set(credentials.map((credential) => credential.slice(0, credential.lastIndexOf('/'))))],
        conformance_tests: [...new Set(outcomes.flatMap(({ checks }) => checks))].sort(),
      },
      definition_sha256: createHash('sha256').update(JSON.stringify(definition)).digest('hex'),
      steps: outcomes.map(({ checks, ...rest }) => ({ ...rest, checks: checks.length })),
    },
  }
}

async function runStep(client: ServiceClient, step: Step): Promise<StepOutcome> {
  const answer = await client.post('/sessions', step.session)
  const created = zCreated.safeParse(answer.body)
  if (answer.status !== 201 || !created.success) {
    return { id: step.id, session_id: '', passed: false, reason: `no session: status ${answer.status}`, checks: [] }
  }
  const { session_id, deeplink } = created.data
  const run = await runAtIssuer({ deeplink })
  const refused = run.log.find(({ status }) => status === 429)
  if (refused !== undefined) throw new TooManyRequests(retryAfter(headerValue(refused.answerHeaders, 'Retry-After')))
  const { conformance } = zSession.parse(await client.get(`/sessions/${session_id}`)).checks
  const judged = conformance.filter(({ status }) => status === 'pass' || status === 'fail')
  const failed = judged.filter(({ status, level }) => status === 'fail' && level === 'must').map(({ id }) => id)
  const stored = run.outcome === 'credential_stored'
  return {
    id: step.id,
    session_id,
    passed: stored && failed.length === 0,
    reason: stored ? failed.join(', ') : (run.reason ?? run.outcome),
    checks: judged.map(({ id }) => placeOf(id)),
  }
}

/** A check's path in the catalogue ends in its id; its suite is the second word of it. */
const placeOf = (id: string): string => `openid4vci/1.0/${id.split('.')[1] ?? 'other'}/${id}`
