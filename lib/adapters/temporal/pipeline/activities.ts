import { activityInfo, Context, heartbeat } from '@temporalio/activity'
import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import { z } from 'zod'
import { triedByPreset } from '@/lib/core/campaigns/presets/tried-preset'
import { type OutcomeId, outcomeIds } from '@/lib/core/engine/evidence/outcomes'
import { capabilitiesOf, countCapabilities, deviates, triedBy } from '@/lib/core/scoreboard/pipelines/capabilities'
import { isOurFailure, judgeCampaign, judgeSession, uncounted } from '@/lib/core/scoreboard/pipelines/judge-step'
import { definitionDigest } from '@/lib/core/scoreboard/pipelines/ledger-record'
import type { StoredPipeline } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import { readDefinition, readDefinitionAgain } from '@/lib/core/scoreboard/pipelines/read-definition'
import {
  type PipelineInput,
  pipelineOfWorkflow,
  type RunEnd,
  type RunPlan,
  type StepJudgement,
  type StepRecord,
} from '@/lib/core/scoreboard/pipelines/run-types'
import { nextRunAt } from '@/lib/core/scoreboard/pipelines/schedules'
import type { Driven } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import type { Definition, DefinitionStep } from '@/lib/core/scoreboard/pipelines/z-definition'
import { findingStatuses } from '@/lib/core/shared/ports/finding'
import { epochMillis, fromIso, toIso } from '@/lib/core/shared/time/time'
import { asRunOf, requestMillisMax, requireStatus, type ServiceApi } from '../service-api'
import { campaignWallet } from './campaign-wallet'
import { ignoredIn, mayIgnore } from './ignored-in-step'
import type { PipelineDeps } from './pipeline-deps'
import { endSchedule } from './pipeline-runner'
import { definitionAtEnd, lastMembers, membersOf, type RunMembers } from './run-members'

const closeMillisMax = 50_000
const heartbeatMillis = 1000
/** Time limit of a built-in wallet once it has a slot, in milliseconds. */
const walletMillisMax = 15 * 60_000
/** First and maximum poll interval of a session, in milliseconds. */
const pollMillis = { first: 1000, most: 10_000 }
/** Extra time for a wallet that came late, in milliseconds. */
const graceMillis = 45_000
/** Maximum number of a campaign's sessions to read for the checks that judged it. */
const campaignSessionsMax = 50

const paths = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const

const zCreatedSession = z.object({ session_id: z.uuid() })
const zCreatedCampaign = z.object({ campaign_id: z.uuid() })
const zSession = z.object({
  outcome: z.object({ id: z.enum(outcomeIds), over: z.boolean(), success: z.boolean().nullable() }),
  contact: z.object({ reached: z.boolean() }),
  deeplink: z.string().nullable(),
  tx_code: z.string().nullable().optional(),
  checks: z.object({
    conformance: z.array(
      z.object({ id: z.string(), status: z.enum(findingStatuses), level: z.string(), softened: z.string().optional() }),
    ),
  }),
  exchanges: z.array(z.object({ origin: z.string(), response: z.object({ status: z.number().nullable() }) })),
})
const zCampaign = z.object({
  verdict: z.string(),
  steps: z.array(
    z.object({
      preset: z.string(),
      state: z.string(),
      verdict: z.string().nullable(),
      kind: z.enum(['issuance', 'presentation']).nullable(),
      session: z.object({ session_id: z.uuid() }).nullable(),
    }),
  ),
})
const zJudged = z.object({
  exit_code: z.number(),
  unexpected_failures: z.array(z.object({ preset: z.string(), id: z.string() })),
})

/** Input common to all step activities. */
interface StepInput {
  readonly input: PipelineInput
  readonly sha256: string
  readonly step: string
}
/** Progress of a run for the ledger. */
interface Progress {
  readonly records: readonly StepRecord[]
}
/** The session or campaign of a step. */
interface Opened {
  readonly session_id?: string
  readonly campaign_id?: string
}

export type PipelineActivities = ReturnType<typeof pipelineActivities>

/**
 * The activities of PipelineWorkflow. They take and return ids and verdicts; secrets, links and bodies stay with the
 * service, which they call with the admin key.
 */
export function pipelineActivities(deps: PipelineDeps) {
  const { store, scoreboard } = deps

  /**
   * The pipeline that an input names. Whoever has a namespace schedules any activity in it, with any input: a pipeline of
   * another organisation is to them one that does not exist.
   */
  async function ownPipeline(id: string): Promise<StoredPipeline | null> {
    const pipeline = await store.pipeline(id)
    return pipeline?.namespace === thisNamespace() ? pipeline : null
  }

  /**
   * The pipeline of a run, with the service's interface for it. Its key is the operator's, so it opens only what runs of
   * the pipeline made.
   */
  async function ofRun({
    input,
  }: {
    readonly input?: PipelineInput
  }): Promise<{ readonly pipeline: string; readonly api: ServiceApi }> {
    // A run of an earlier version does not say its input to every activity.
    const pipeline = input?.pipeline_id ?? pipelineOfWorkflow(thisRun().workflowId) ?? ''
    if ((await ownPipeline(pipeline)) === null) throw definitionChanged(noPipeline)
    return { pipeline, api: asRunOf(pipeline, deps.api) }
  }

  /** The definition of a run. It must not change during the run. */
  async function definitionOf(input: PipelineInput, sha256: string | undefined): Promise<Read> {
    const pipeline = await ownPipeline(input.pipeline_id)
    if (pipeline === null) throw definitionChanged(noPipeline)
    const digest = definitionDigest(pipeline.definition, deps.sha256)
    if (sha256 !== undefined && sha256 !== digest) throw definitionChanged('The definition has changed since.')
    // The records that it names existed when the run began and may be deleted meanwhile; the definition still counts as
    // the same.
    const read =
      sha256 === undefined
        ? await readDefinition(pipeline.definition, { catalogue: deps.catalogue, store: scoreboard })
        : readDefinitionAgain(pipeline.definition, deps.catalogue)
    if ('problems' in read) throw definitionChanged('The definition is not right any more.')
    return { definition: read.definition, path: pipeline.path, sha256: digest }
  }

  async function stepOf({ input, sha256, step }: StepInput): Promise<{ read: Read; step: DefinitionStep }> {
    const read = await definitionOf(input, sha256)
    const found = read.definition.steps.find(({ id }) => id === step)
    if (found === undefined) throw definitionChanged('The step does not exist any more.')
    return { read, step: found }
  }

  /** The input without a version that its organisation may not know: the ledger would give it the name of the record. */
  async function knownIn(input: PipelineInput): Promise<PipelineInput> {
    const { wallet_version: version, ...others } = input
    if (version === undefined) return input
    const asked = { paths: { wallet_versions: [version] }, pipelines: [], results: [], visibleTo: thisNamespace() }
    const { paths: known } = await scoreboard.resolve(asked)
    return known.wallet_versions?.has(version) ? input : others
  }

  async function record(
    {
      input,
      path,
      records,
      definition,
    }: Progress & { input: PipelineInput; path: string; definition: Definition | null },
    members: RunMembers & Readonly<Record<string, unknown>>,
    millisMax = requestMillisMax,
  ): Promise<void> {
    const api = asRunOf(input.pipeline_id, deps.api)
    const answer = await api.post(
      '/api/pipeline/executions',
      {
        namespace: thisNamespace(),
        pipeline: path,
        workflow_id: thisRun().workflowId,
        run_id: thisRun().runId,
        type: input.trigger,
        steps: await withSummaries(api, records, definition),
        ...(input.ci_run_url === undefined ? {} : { ci_run_url: input.ci_run_url }),
        ...members,
      },
      millisMax,
    )
    requireStatus(answer, 201, 'recording the execution')
  }

  /**
   * Adds the summaries of external results, and what the sessions of a definition ignored, which are not in Temporal's
   * history. `null`: the definition is not known any more.
   */
  function withSummaries(
    api: ServiceApi,
    records: readonly StepRecord[],
    definition: Definition | null,
  ): Promise<StepRecord[]> {
    const ignoring = definition === null ? null : mayIgnore(definition.steps)
    return Promise.all(
      records.map(async (record) => {
        const summary = await summaryOf(api, record, ignoring === null || ignoring.has(record.id))
        return summary === '' ? record : { ...record, summary }
      }),
    )
  }

  async function summaryOf(
    api: ServiceApi,
    { id, kind, passed, session_id }: StepRecord,
    ignores: boolean,
  ): Promise<string> {
    if (kind === 'custom') return passed === null ? '' : ((await store.result(thisRun(), id))?.summary ?? '')
    if (kind === 'campaign' || session_id === undefined || !ignores) return ''
    return ignoredIn(api, `${paths[kind]}/${session_id}`)
  }

  return {
    /** Records the start of the run in the ledger, and returns its plan. */
    async openExecution({ input, started_at }: { input: PipelineInput; started_at: string }): Promise<RunPlan> {
      // The pipeline may have been deleted in PocketBase's dashboard, and its schedule would go on.
      if ((await ownPipeline(input.pipeline_id)) === null)
        await endSchedule(Context.current().client, input.pipeline_id)
      const read = await definitionOf(input, input.definition_sha256)
      if ((await knownIn(input)).wallet_version !== input.wallet_version)
        throw definitionChanged('The wallet version of this run does not exist any more.')
      const { runner, wait_seconds, timeout_seconds, steps } = read.definition
      await record(
        { input, path: read.path, records: [], definition: read.definition },
        { ...membersOf(read, input), status: 'running', started_at },
      )
      if (input.trigger === 'scheduled') await noteNextRun(deps, input.pipeline_id)
      return {
        ...{ runner, wait_seconds, timeout_seconds, definition_sha256: read.sha256 },
        steps: steps.map((step) => ({
          id: step.id,
          kind: step.kind,
          on_failure: step.on_failure,
          runs: step.kind === 'custom' ? step.runs : null,
        })),
      }
    },

    /** Creates the session or campaign of a step. If the answer is lost, it stays unused. */
    async openStep(asked: StepInput): Promise<Opened> {
      const { read, step } = await stepOf(asked)
      if (step.kind === 'custom') return {}
      const api = asRunOf(asked.input.pipeline_id, deps.api)
      if (step.kind === 'campaign') {
        const { campaign, presets } = step
        const body = {
          started_by: 'pipeline',
          ...(campaign === undefined ? { presets } : { campaign }),
          wallet: await campaignWallet(read.definition, asked.input, deps),
        }
        const answer = await api.post('/campaigns', body, requestMillisMax)
        requireStatus(answer, 201, 'starting the campaign')
        return zCreatedCampaign.parse(answer.body)
      }
      const answer = await api.post(paths[step.kind], { started_by: 'pipeline', ...step.session }, requestMillisMax)
      requireStatus(answer, 201, 'creating the session')
      return zCreatedSession.parse(answer.body)
    },

    /** Records the progress of the steps in the ledger. */
    async noteProgress({
      input,
      sha256,
      records,
      started_at,
    }: Progress & { input: PipelineInput; sha256: string; started_at: string }) {
      const read = await definitionOf(input, sha256)
      await record(
        { input, path: read.path, records, definition: read.definition },
        { ...membersOf(read, await knownIn(input)), status: 'running', started_at },
      )
    },

    /** Runs the reference wallet once, and never twice on one session. */
    async driveWallet({
      kind,
      session_id,
      campaign_id,
      ...asked
    }: Opened & { input?: PipelineInput; kind: 'issuance' | 'presentation' | 'campaign' }): Promise<Driven> {
      const { runId: run } = thisRun()
      const { pipeline, api } = await ofRun(asked)
      return whileBeating(async (cancelled) => {
        const signal = AbortSignal.any([cancelled, AbortSignal.timeout(walletMillisMax)])
        if (kind === 'campaign') return deps.wallet.campaign({ pipeline, campaignId: campaign_id ?? '', signal })
        const sessionId = session_id ?? ''
        const { deeplink, tx_code = null } = await readSession(api, kind, sessionId)
        if (deeplink === null) return { broken: true, outcome: 'The session has no link any more.' }
        return deps.wallet.session({ run, pipeline, kind, sessionId, deeplink, txCode: tx_code, signal })
      })
    },

    /** Waits until a session or campaign has ended, or no wallet came in time. */
    async watchStep({
      kind,
      session_id,
      campaign_id,
      until,
      ...asked
    }: Opened & {
      input?: PipelineInput
      kind: 'issuance' | 'presentation' | 'campaign'
      until: number
    }): Promise<void> {
      const { api } = await ofRun(asked)
      const look = async (): Promise<Stand> =>
        kind === 'campaign'
          ? standOfCampaign(await readCampaign(api, campaign_id ?? ''))
          : standOfSession(await readSession(api, kind, session_id ?? ''))
      await whileBeating(async () => {
        let came = false
        for (let pause = pollMillis.first; ; pause = Math.min(pause * 1.5, pollMillis.most)) {
          const seen = await look().catch(unlessRefused)
          if ('over' in seen && seen.over) return
          if ('came' in seen) came = seen.came
          // A campaign that has begun is limited only by the time of the whole run.
          const last = came ? (kind === 'campaign' ? Number.POSITIVE_INFINITY : until + graceMillis) : until
          const now = deps.now()
          // Without a successful last look, the outcome is unknown.
          if (now >= last && 'failure' in seen) throw seen.failure
          if (now >= last) return
          await Context.current().sleep(Math.max(1, Math.min(pause, last - now)))
        }
      })
    },

    /** Runs a built-in custom integration. */
    async runCustom({
      sha256,
      input,
      step,
      records,
    }: StepInput & Progress): Promise<{ readonly passed: boolean; readonly detail: string }> {
      const found = (await stepOf({ input, sha256, step })).step
      const check = found.kind === 'custom' ? deps.customChecks.get(found.custom_check) : undefined
      if (check === undefined) throw definitionChanged('The service does not run this integration.')
      const sessions = records.flatMap(({ session_id: id, kind }) =>
        id !== undefined && (kind === 'issuance' || kind === 'presentation') ? [{ id, kind }] : [],
      )
      const campaigns = records.flatMap(({ campaign_id }) => campaign_id ?? [])
      const { runId: run } = thisRun()
      return whileBeating((signal) => check({ run, pipeline: input.pipeline_id, sessions, campaigns, signal }))
    },

    /** Judges a step. */
    async judgeStep({ session_id, campaign_id, ...asked }: StepInput & Opened): Promise<StepJudgement> {
      const { step } = await stepOf(asked)
      const api = asRunOf(asked.input.pipeline_id, deps.api)
      if (step.kind === 'custom') {
        const result = await store.result(thisRun(), step.id)
        if (result === null) return { verdict: uncounted('no_result'), checks: [] }
        return {
          verdict: result.passed ? { kind: 'passed' } : { kind: 'failed', reason: 'custom_failed', detail: '' },
          checks: [],
        }
      }
      if (step.kind === 'campaign') {
        const id = campaign_id ?? ''
        const answer = await api.postText(
          `/campaigns/${id}/report?fail_on=${step.fail_on}`,
          step.expected_failures ?? '',
          requestMillisMax,
        )
        requireStatus(answer, 200, 'judging the campaign')
        const { exit_code, unexpected_failures } = zJudged.parse(answer.body)
        const { steps } = await readCampaign(api, id)
        const checks = new Set<string>()
        const attempts: Parameters<typeof countCapabilities>[0][number][] = []
        for (const [place, { preset, verdict, kind, session }] of steps.entries()) {
          const read =
            kind !== null && session !== null && place < campaignSessionsMax
              ? await readSession(api, kind, session.session_id)
              : null
          if (read !== null) for (const one of judgedIn(read)) checks.add(one)
          const tried = triedByPreset(preset)
          if (tried !== null && (verdict === 'pass' || verdict === 'fail'))
            attempts.push({
              passed: verdict === 'pass',
              capabilities: capabilitiesOf(tried, read?.checks.conformance ?? []),
            })
        }
        const unexpected = unexpected_failures.map((failure) => `${failure.preset} ${failure.id}`)
        return {
          verdict: judgeCampaign({ exitCode: exit_code, unexpected, steps }),
          checks: [...checks].sort(),
          capabilities: countCapabilities(attempts),
        }
      }
      const session = await readSession(api, step.kind, session_id ?? '')
      const judged = {
        outcome: session.outcome as { readonly id: OutcomeId },
        conformance: session.checks.conformance,
        deviates: deviates(step.session),
        serviceFailed: !deviates(step.session) && session.exchanges.some(isOurFailure),
      }
      const verdict = judgeSession(judged, step.require)
      const capabilities = capabilitiesOf(triedBy(step), judged.conformance)
      return {
        verdict,
        checks: judgedIn(session),
        capabilities: countCapabilities([{ passed: verdict.kind === 'passed', capabilities }]),
      }
    },

    /** Records the end of the run in the ledger, with the card and the report of its sessions. */
    async closeExecution({
      input,
      sha256,
      started_at,
      records,
      checks,
      end,
    }: Progress & {
      input: PipelineInput
      sha256: string | null
      started_at: string
      checks: readonly string[]
      end: RunEnd
    }): Promise<void> {
      const pipeline = await ownPipeline(input.pipeline_id)
      // A run without its pipeline has no row in the ledger.
      if (pipeline === null) return
      const atEnd = definitionAtEnd(deps, pipeline, { input, sha256 })
      const members = await lastMembers(store, thisRun(), { input: await knownIn(input), atEnd, checks })
      const campaign = records.findLast(({ campaign_id }) => campaign_id !== undefined)?.campaign_id
      await record(
        { input, path: pipeline.path, records, definition: atEnd.read?.definition ?? null },
        {
          ...members,
          status: end.status,
          started_at,
          // Temporal's clock may be ahead of this one.
          closed_at: toIso(epochMillis(Math.max(fromIso(started_at) ?? 0, deps.now()))),
          infra: end.infra,
          reason: end.reason,
          ...(campaign === undefined ? {} : { campaign_id: campaign }),
        },
        closeMillisMax,
      )
    },

    /** Requests the cancellation of this run, so that Temporal shows an uncounted run as cancelled too. */
    async askToCancel(): Promise<void> {
      await deps.cancelRun({ namespace: thisNamespace(), ...thisRun() })
    },
  }
}

async function readSession(api: ServiceApi, kind: 'issuance' | 'presentation', id: string) {
  const answer = await api.get(`${paths[kind]}/${id}`, requestMillisMax)
  requireStatus(answer, 200, 'reading the session')
  return zSession.parse(answer.body)
}

async function readCampaign(api: ServiceApi, id: string) {
  const answer = await api.get(`/campaigns/${id}`, requestMillisMax)
  requireStatus(answer, 200, 'reading the campaign')
  return zCampaign.parse(answer.body)
}

/** A definition with its revision. */
interface Read {
  readonly definition: Definition
  readonly path: string
  readonly sha256: string
}

/** Stores the next run of a pipeline's schedule, so that a worker is there in time. */
async function noteNextRun({ store, now }: PipelineDeps, pipelineId: string): Promise<void> {
  const [schedule] = await store.schedules(pipelineId)
  if (schedule === undefined) return
  const next = nextRunAt(schedule, now())
  await store.noteNextRun(pipelineId, { ...schedule, next_run_at: next === null ? null : toIso(next) })
}

/** The run that the current activity belongs to. */
function thisRun(): { readonly workflowId: string; readonly runId: string } {
  const { workflowExecution } = activityInfo()
  if (workflowExecution === undefined) throw new Error('This activity belongs to no workflow.')
  return workflowExecution
}

function thisNamespace(): string {
  const { workflowNamespace } = activityInfo()
  if (workflowNamespace === undefined) throw new Error('This activity belongs to no workflow.')
  return workflowNamespace
}

/**
 * Runs long work: heartbeats tell Temporal that the worker is alive, and deliver cancellation, which aborts the signal.
 */
async function whileBeating<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const { cancellationSignal, cancelled } = Context.current()
  heartbeat()
  const beat = setInterval(() => heartbeat(), heartbeatMillis)
  try {
    return await Promise.race([work(cancellationSignal), cancelled])
  } finally {
    clearInterval(beat)
  }
}

const noPipeline = 'The pipeline does not exist any more.'

const definitionChanged = (message: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(message, 'definition_changed')

const judgedIn = ({ checks }: z.output<typeof zSession>): string[] => [
  ...new Set(checks.conformance.filter(({ status }) => status === 'pass' || status === 'fail').map(({ id }) => id)),
]

/** Whether a session or campaign has ended, and whether a wallet came. */
interface Stand {
  readonly over: boolean
  readonly came: boolean
}

/**
 * Retries through an outage. Throws permanent refusals of the service, and cancellation.
 */
function unlessRefused(failure: unknown): { readonly failure: unknown } {
  if (failure instanceof CancelledFailure) throw failure
  if (failure instanceof ApplicationFailure && failure.type === 'step_refused') throw failure
  return { failure }
}

const standOfSession = ({ outcome, contact }: z.output<typeof zSession>): Stand => ({
  over:
    outcome.over ||
    outcome.success !== null ||
    ['declined', 'stopped', 'captured', 'undecided', 'silent'].includes(outcome.id),
  came: contact.reached,
})

const standOfCampaign = ({ verdict, steps }: z.output<typeof zCampaign>): Stand => ({
  over: verdict === 'fail' || steps.every(({ state }) => state !== 'not_started' && state !== 'open'),
  came: steps.some(
    ({ state, verdict: one }) => one === 'pass' || one === 'fail' || state === 'silent' || state === 'decided',
  ),
})
