import { createHash } from 'node:crypto'
import { z } from 'zod'
import { triedByPreset } from '@/lib/core/campaigns/presets/tried-preset'
import { type OutcomeId, outcomeIds } from '@/lib/core/engine/evidence/outcomes'
import { capabilitiesOf, countCapabilities, triedBy } from '@/lib/core/scoreboard/pipelines/capabilities'
import {
  continuesAfter,
  firstRecords,
  judgedRecord,
  lastRecords,
  openedRecord,
  runEnd,
} from '@/lib/core/scoreboard/pipelines/fold-run'
import { judgeCampaign, judgeSession, uncounted } from '@/lib/core/scoreboard/pipelines/judge-step'
import { definitionDigest, entitiesOf, runnerPaths } from '@/lib/core/scoreboard/pipelines/ledger-record'
import {
  pipelineHeader,
  type StepJudgement,
  type StepRecord,
  type StepVerdict,
} from '@/lib/core/scoreboard/pipelines/run-types'
import type { CustomCheck, WalletDriver } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import { type DefinitionStep, zDefinition } from '@/lib/core/scoreboard/pipelines/z-definition'
import { findingStatuses } from '@/lib/core/shared/ports/finding'
import type { ServiceClient } from './service-client'

/** What the demo reads from a pipeline: its definition as saved. */
export const zPipeline = z.object({ id: z.string(), name: z.string(), path: z.string(), definition: z.unknown() })
export type Pipeline = z.output<typeof zPipeline>

/** What a run needs from this process. */
export interface RunParts {
  readonly client: ServiceClient
  readonly wallet: WalletDriver
  readonly customChecks: ReadonlyMap<string, CustomCheck>
}

/** A member that the service does not know would leave out what it asks for. RFC 7240 section 4.4 */
const strictly = { prefer: 'handling=strict' }

const paths = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const
const { signal } = new AbortController()

const zCreated = z.object({ session_id: z.string(), deeplink: z.string(), tx_code: z.string().nullish() })
const zCampaign = z.object({ campaign_id: z.string() })
const zSession = z.object({
  outcome: z.object({ id: z.enum(outcomeIds) }),
  checks: z.object({
    conformance: z.array(
      z.object({ id: z.string(), status: z.enum(findingStatuses), level: z.string(), softened: z.string().optional() }),
    ),
  }),
})
const zJudged = z.object({
  exit_code: z.number(),
  unexpected_failures: z.array(z.object({ preset: z.string(), id: z.string() })),
})
const zProgress = z.object({
  steps: z.array(
    z.object({
      preset: z.string(),
      state: z.string(),
      verdict: z.string().nullable(),
      kind: z.enum(['issuance', 'presentation']).nullable(),
      session: z.object({ session_id: z.string() }).nullable(),
    }),
  ),
})

/** A completed step: what was opened for it, and its result. */
interface Taken extends StepJudgement {
  readonly opened: Pick<StepRecord, 'session_id' | 'campaign_id'>
}
const refused = (detail: string): Taken => ({
  opened: {},
  verdict: uncounted('step_refused', { detail }),
  checks: [],
})

/**
 * Runs a pipeline with the reference wallet, in this process and without Temporal, and returns the execution for the
 * ledger, with nothing made up. `null` for an invalid definition. Throws TooManyRequests if the service has no room for
 * a session.
 */
export async function executePipeline(parts: RunParts, pipeline: Pipeline, uuid: string) {
  const started = new Date()
  const from = performance.now()
  const { path } = pipeline
  const { data: definition } = zDefinition.safeParse(pipeline.definition)
  if (definition === undefined) return null
  const { steps, runner } = definition
  let records = firstRecords({
    steps: steps.map((step) => ({ ...step, runs: step.kind === 'custom' ? step.runs : null })),
  })
  const taken: Taken[] = []
  for (const [place, step] of steps.entries()) {
    const one = await takeStep(parts, {
      step,
      records,
      run: uuid,
      pipeline: pipeline.id,
      wallet: definition.entities.wallet ?? 'unnamed',
    })
    taken.push(one)
    records = records.map((record, index) =>
      index === place ? judgedRecord(openedRecord(record, one.opened, null), one) : record,
    )
    if (!continuesAfter(step, one.verdict)) break
  }
  const millis = performance.now() - from
  const end = runEnd(taken.map(({ verdict }) => verdict))
  const [namespace = ''] = path.split('/')
  const checks = [...new Set(taken.flatMap((one) => one.checks))].sort()
  const campaign = records.findLast(({ campaign_id }) => campaign_id !== undefined)?.campaign_id
  return {
    millis,
    reason: records.find(({ passed, state }) => passed === false || state === 'uncounted')?.reason ?? '',
    record: {
      namespace,
      pipeline: path,
      workflow_id: `pipeline-demo-${uuid}`,
      run_id: uuid,
      status: end.status,
      reason: end.reason,
      infra: end.infra,
      type: 'manual',
      started_at: started.toISOString(),
      closed_at: new Date(started.getTime() + Math.max(1, Math.round(millis))).toISOString(),
      runners: [runnerPaths[runner]],
      runner_types: [runner],
      entities: entitiesOf(definition, {}, checks),
      definition_sha256: definitionDigest(pipeline.definition, sha256),
      steps: lastRecords(records),
      ...(campaign === undefined ? {} : { campaign_id: campaign }),
    },
  }
}

const sha256 = (data: Uint8Array | string) => new Uint8Array(createHash('sha256').update(data).digest())

interface Place {
  readonly step: DefinitionStep
  readonly records: readonly StepRecord[]
  readonly run: string
  /** The id of the pipeline. */
  readonly pipeline: string
  readonly wallet: string
}

async function takeStep(parts: RunParts, place: Place): Promise<Taken> {
  const { step } = place
  switch (step.kind) {
    case 'issuance':
    case 'presentation':
      return takeSession(parts, place, step)
    case 'campaign':
      return takeCampaign(parts, place, step)
    case 'custom':
      return takeCustom(parts, place, step)
  }
}

async function takeSession(
  { client, wallet }: RunParts,
  { run, pipeline }: Place,
  step: Extract<DefinitionStep, { kind: 'issuance' | 'presentation' }>,
): Promise<Taken> {
  const { kind, session, require } = step
  const answer = await client.post(paths[kind], session, { [pipelineHeader]: pipeline, ...strictly })
  const created = zCreated.safeParse(answer.body)
  if (answer.status !== 201 || !created.success) return refused(`no session: status ${answer.status}`)
  const { session_id, deeplink, tx_code: txCode = null } = created.data
  const opened = { session_id }
  const { broken, outcome } = await wallet.session({
    run,
    pipeline,
    kind,
    sessionId: session_id,
    deeplink,
    txCode,
    signal,
  })
  if (broken) return { opened, verdict: uncounted('service_failed', { infra: true, detail: outcome }), checks: [] }
  const read = zSession.parse(await client.get(`${paths[kind]}/${session_id}`))
  const { conformance } = read.checks
  const deviates = [session.fault, session.negative_test, session.mutations].some(
    (value) => value !== undefined && value !== null,
  )
  const judged = { outcome: read.outcome as { readonly id: OutcomeId }, conformance, deviates, serviceFailed: false }
  const verdict = judgeSession(judged, require)
  const capabilities = capabilitiesOf(triedBy(step), conformance)
  return {
    opened,
    verdict,
    checks: judgedIn(read),
    capabilities: countCapabilities([{ passed: verdict.kind === 'passed', capabilities }]),
  }
}

const judgedIn = ({ checks }: z.output<typeof zSession>): string[] =>
  checks.conformance.filter(({ status }) => status === 'pass' || status === 'fail').map(({ id }) => id)

async function takeCampaign(
  { client, wallet }: RunParts,
  place: Place,
  { campaign, presets, fail_on, expected_failures }: Extract<DefinitionStep, { kind: 'campaign' }>,
): Promise<Taken> {
  const about = { wallet: { name: place.wallet, version: 'built-in' } }
  const body = { ...(campaign === undefined ? { presets } : { campaign }), ...about }
  const answer = await client.post('/campaigns', body, { [pipelineHeader]: place.pipeline, ...strictly })
  const created = zCampaign.safeParse(answer.body)
  if (answer.status !== 201 || !created.success) return refused(`no campaign: status ${answer.status}`)
  const { campaign_id } = created.data
  const opened = { campaign_id }
  const { broken, outcome } = await wallet.campaign({ pipeline: place.pipeline, campaignId: campaign_id, signal })
  if (broken) return { opened, verdict: uncounted('service_failed', { infra: true, detail: outcome }), checks: [] }
  const report = await client.postText(`/campaigns/${campaign_id}/report?fail_on=${fail_on}`, expected_failures ?? '')
  const { exit_code: exitCode, unexpected_failures } = zJudged.parse(report.body)
  const { steps } = zProgress.parse(await client.get(`/campaigns/${campaign_id}`))
  const checks: string[] = []
  const attempts: Parameters<typeof countCapabilities>[0][number][] = []
  for (const { preset, verdict, kind, session } of steps) {
    if (kind === null || session === null) continue
    const read = zSession.parse(await client.get(`${paths[kind]}/${session.session_id}`))
    checks.push(...judgedIn(read))
    const tried = triedByPreset(preset)
    if (tried !== null && (verdict === 'pass' || verdict === 'fail'))
      attempts.push({ passed: verdict === 'pass', capabilities: capabilitiesOf(tried, read.checks.conformance) })
  }
  const unexpected = unexpected_failures.map(({ preset, id }) => `${preset} ${id}`)
  const verdict = judgeCampaign({ exitCode, unexpected, steps })
  return { opened, verdict, checks, capabilities: countCapabilities(attempts) }
}

async function takeCustom(
  { customChecks }: RunParts,
  { records, run, pipeline }: Place,
  { custom_check, runs }: Extract<DefinitionStep, { kind: 'custom' }>,
): Promise<Taken> {
  const check = runs === 'built_in' ? customChecks.get(custom_check) : undefined
  // The demo cannot get results from external programs.
  if (check === undefined) return { opened: {}, verdict: uncounted('no_result'), checks: [] }
  const sessions = records.flatMap(({ session_id: id, kind }) =>
    id !== undefined && (kind === 'issuance' || kind === 'presentation') ? [{ id, kind }] : [],
  )
  const campaigns = records.flatMap(({ campaign_id }) => campaign_id ?? [])
  const verdict = await check({ run, pipeline, sessions, campaigns, signal }).then(
    ({ passed, detail }): StepVerdict =>
      passed ? { kind: 'passed' } : { kind: 'failed', reason: 'custom_failed', detail },
    // The check could not run, which says nothing about anybody.
    (error: Error) => uncounted('service_failed', { infra: true, detail: error.message }),
  )
  return { opened: {}, verdict, checks: [] }
}
