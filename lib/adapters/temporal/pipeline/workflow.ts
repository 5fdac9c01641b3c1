// Workflow code runs in Temporal's sandbox and again on every replay, so it only orders the steps.
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  defineSignal,
  isCancellation,
  log,
  patched,
  proxyActivities,
  setHandler,
  TimeoutFailure,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow'
import {
  abandonedRecord,
  brokenEnd,
  brokenRecords,
  canceled,
  continuesAfter,
  firstRecords,
  judgedRecord,
  lastRecords,
  openedRecord,
  runEnd,
  timedOut,
} from '../../../core/scoreboard/pipelines/fold-run'
import {
  type PipelineInput,
  type PlannedStep,
  type Reason,
  type RunEnd,
  type RunPlan,
  reopeningsMax,
  resultSignal,
  type StepJudgement,
  type StepRecord,
  type StepVerdict,
} from '../../../core/scoreboard/pipelines/run-types'
import type { PipelineActivities } from './activities'

const heartbeatSeconds = 30
/** Seconds beyond a step's wait: extra time for a late wallet, and the last poll. */
const watchSecondsBeyond = 60

const short = { retry: { maximumAttempts: 5 } } as const
const { openExecution } = proxyActivities<PipelineActivities>({ startToCloseTimeout: '10s', ...short })
const { openStep, noteProgress } = proxyActivities<PipelineActivities>({ startToCloseTimeout: '20s', ...short })
const { judgeStep } = proxyActivities<PipelineActivities>({ startToCloseTimeout: '30s', ...short })
/** The last judgement of a step that timed out: the remaining time is for the ledger. */
const { judgeStep: judgeAtLast } = proxyActivities<PipelineActivities>({
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '40s',
})
const patient = {
  startToCloseTimeout: '60s',
  retry: { maximumAttempts: 10, initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s' },
} as const
const { askToCancel } = proxyActivities<PipelineActivities>(patient)
/** Time that is left for ending the run in Temporal if the ledger could not be updated. */
const lastMillis = 15_000

/** The mutable state of a run. */
interface Run {
  readonly input: PipelineInput
  readonly startedAt: string
  plan: RunPlan | null
  records: StepRecord[]
  readonly verdicts: StepVerdict[]
  readonly checks: Set<string>
  /** Ids of external steps with a result. */
  readonly results: Set<string>
}

/**
 * Takes a wallet through the steps of a pipeline. A failure of the wallet fails the run. If nobody came, or our own
 * side failed, the run is cancelled, so that ledger and Temporal agree. The ledger is always updated last.
 */
export async function PipelineWorkflow(input: PipelineInput): Promise<void> {
  const run: Run = {
    input,
    startedAt: workflowInfo().startTime.toISOString(),
    plan: null,
    records: [],
    verdicts: [],
    checks: new Set(),
    results: new Set(),
  }
  setHandler(defineSignal<[string]>(resultSignal), (step) => void run.results.add(step))
  const end = await takeSteps(run)
  // Older runs continue without this.
  if (patched('end-in-memo')) upsertMemo({ end })
  try {
    await close(run, end)
  } catch (error) {
    // The memo holds the result; the next aggregation updates the ledger from it.
    log.warn('The ledger was not told of the end of this run.', { error })
  }
  if (end.status === 'completed') return
  if (end.status !== 'canceled') throw ApplicationFailure.nonRetryable(end.reason, end.reason)
  await endAsCancelled()
}

/** Records the end of the run in the ledger, for as long as Temporal lets it run. */
function close(run: Run, end: RunEnd): Promise<void> {
  const { executionExpirationTime: expiry } = workflowInfo()
  const { closeExecution } = proxyActivities<PipelineActivities>({
    ...patient,
    ...(expiry && { scheduleToCloseTimeout: Math.max(1000, expiry.getTime() - Date.now() - lastMillis) }),
  })
  return CancellationScope.nonCancellable(() =>
    closeExecution({
      input: run.input,
      sha256: run.plan?.definition_sha256 ?? null,
      started_at: run.startedAt,
      records: lastRecords(run.records),
      checks: [...run.checks].sort(),
      end,
    }),
  )
}

/** Ends the workflow as cancelled, which Temporal only allows after a cancellation request. */
async function endAsCancelled(): Promise<never> {
  const scope = CancellationScope.current()
  if (!scope.consideredCancelled) {
    await CancellationScope.nonCancellable(() => askToCancel())
    await scope.cancelRequested
  }
  throw new CancelledFailure('This run counts for nothing.')
}

/** Runs the steps within their time. Never throws. */
async function takeSteps(run: Run): Promise<RunEnd> {
  let isOver = false
  try {
    const plan = await openExecution({ input: run.input, started_at: run.startedAt })
    run.plan = plan
    run.records = firstRecords(plan)
    const steps = new CancellationScope()
    const timer = new CancellationScope()
    const clock = timer
      .run(async () => {
        await condition(() => isOver, plan.timeout_seconds * 1000)
        if (isOver) return
        isOver = true
        steps.cancel()
      })
      .catch((error: unknown) => {
        // The whole run was cancelled.
        if (!isCancellation(error)) throw error
      })
    try {
      await steps.run(() => takeInOrder(run, plan))
      // The time may have run out while the last result was written.
      return runEnd(run.verdicts)
    } catch (error) {
      if (isCancellation(error) && isOver) return await timedOutEnd(run, plan)
      throw error
    } finally {
      isOver = true
      await clock
    }
  } catch (error) {
    if (isCancellation(error)) return canceled
    const reason = reasonOf(error)
    const why = refusalOf(error)
    if (why !== '') {
      run.records = brokenRecords(run.records, reason, why)
      log.warn('The service refused a step of this run.', { why })
    }
    return brokenEnd(run.verdicts, reason)
  }
}

/**
 * The result of a run that timed out. It counts if a wallet was at work. If no wallet ever came, or our own side
 * delayed it (e.g. the reference wallet sent nothing in time), it does not. A run that has already failed stays failed.
 */
async function timedOutEnd(run: Run, plan: RunPlan): Promise<RunEnd> {
  if (run.verdicts.some(({ kind }) => kind === 'failed')) return runEnd(run.verdicts)
  const open = run.records.find(({ state }) => state === 'running')
  if (open === undefined || (open.kind === 'custom' && open.waits_for !== 'result'))
    return brokenEnd(run.verdicts, 'service_failed')
  const { id, session_id, campaign_id } = open
  const asked = {
    ...{ input: run.input, sha256: plan.definition_sha256, step: id },
    ...(session_id === undefined ? {} : { session_id }),
    ...(campaign_id === undefined ? {} : { campaign_id }),
  }
  const { verdict, checks } = await CancellationScope.nonCancellable(() => judgeAtLast(asked))
  for (const check of checks) run.checks.add(check)
  // The built-in wallet always comes: it waited for its slot, or was delayed before its first request.
  if (plan.runner === 'built_in_wallet' && verdict.kind === 'uncounted' && verdict.reason === 'nobody_came') {
    run.records = brokenRecords(run.records, 'no_place', '')
    return brokenEnd(run.verdicts, 'no_place')
  }
  return verdict.kind === 'uncounted' && verdict.reason !== 'no_verdict' ? runEnd([verdict]) : timedOut
}

async function takeInOrder(run: Run, plan: RunPlan): Promise<void> {
  for (const [place, step] of plan.steps.entries()) {
    const judgement = await takeStep(run, plan, { step, place })
    run.verdicts.push(judgement.verdict)
    for (const check of judgement.checks) run.checks.add(check)
    update(run, place, (record) => judgedRecord(record, judgement))
    if (!continuesAfter(step, judgement.verdict)) return
    if (place < plan.steps.length - 1) await note(run, plan)
  }
}

interface Place {
  readonly step: PlannedStep
  readonly place: number
}

const update = (run: Run, place: number, change: (record: StepRecord) => StepRecord): void => {
  run.records = run.records.map((record, index) => (index === place ? change(record) : record))
}

const note = (run: Run, { definition_sha256: sha256 }: RunPlan): Promise<void> =>
  noteProgress({ input: run.input, sha256, records: run.records, started_at: run.startedAt })

/** Silence after which an activity counts as lost with its worker. */
const heartbeatOf = ({ input }: Run): `${number}s` => `${input.heartbeat_seconds ?? heartbeatSeconds}s`

async function takeStep(run: Run, plan: RunPlan, { step, place }: Place): Promise<StepJudgement> {
  const asked = { input: run.input, sha256: plan.definition_sha256, step: step.id }
  if (step.kind === 'custom') return takeCustom(run, plan, { step, place })
  const { kind } = step
  let opened = await openStep(asked)
  for (let reopened = 0; ; reopened += 1) {
    const isOurs = plan.runner === 'built_in_wallet'
    update(run, place, (record) => openedRecord(record, opened, isOurs ? null : 'wallet'))
    await note(run, plan)
    if (!isOurs) {
      const until = Date.now() + plan.wait_seconds * 1000
      await watch(run, plan, kind)({ ...opened, input: run.input, kind, until })
      break
    }
    const { driveWallet } = proxyActivities<PipelineActivities>({
      // Includes waiting for a slot; the activity itself limits the wallet's time.
      startToCloseTimeout: `${plan.timeout_seconds + watchSecondsBeyond}s`,
      heartbeatTimeout: heartbeatOf(run),
      retry: { maximumAttempts: 1 },
    })
    const lost = await driveWallet({ ...opened, input: run.input, kind }).then(
      ({ broken }): Reason | null => (broken ? 'service_failed' : null),
      (error: unknown): Reason => {
        if (isCancellation(error)) throw error
        return reasonOf(error)
      },
    )
    if (lost === null) break
    if (reopened === reopeningsMax)
      return { verdict: { kind: 'uncounted', reason: lost, detail: '', infra: true }, checks: [] }
    // A wallet never runs twice on a session, because codes work once. A campaign creates a new session itself.
    if (kind === 'campaign') continue
    update(run, place, abandonedRecord)
    opened = await openStep(asked)
  }
  return judgeStep({ ...asked, ...opened })
}

/** Waits by polling; if a worker is lost, another can continue, because polling changes nothing. */
function watch(run: Run, plan: RunPlan, kind: Exclude<PlannedStep['kind'], 'custom'>): PipelineActivities['watchStep'] {
  const seconds = kind === 'campaign' ? plan.timeout_seconds : plan.wait_seconds
  return proxyActivities<PipelineActivities>({
    startToCloseTimeout: `${seconds + watchSecondsBeyond}s`,
    heartbeatTimeout: heartbeatOf(run),
    retry: { maximumAttempts: 3 },
  }).watchStep
}

async function takeCustom(run: Run, plan: RunPlan, { step, place }: Place): Promise<StepJudgement> {
  const asked = { input: run.input, sha256: plan.definition_sha256, step: step.id }
  update(run, place, (record) => openedRecord(record, {}, step.runs === 'external' ? 'result' : null))
  await note(run, plan)
  if (step.runs === 'external') {
    await condition(() => run.results.has(step.id), plan.wait_seconds * 1000)
    return judgeStep(asked)
  }
  const { runCustom } = proxyActivities<PipelineActivities>({
    startToCloseTimeout: '5m',
    heartbeatTimeout: heartbeatOf(run),
    retry: { maximumAttempts: 2 },
  })
  const { passed, detail } = await runCustom({ ...asked, records: run.records })
  return { verdict: passed ? { kind: 'passed' } : { kind: 'failed', reason: 'custom_failed', detail }, checks: [] }
}

function reasonOf(error: unknown): Reason {
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (cause instanceof TimeoutFailure) return 'worker_lost'
  if (cause instanceof ApplicationFailure && (cause.type === 'step_refused' || cause.type === 'definition_changed'))
    return cause.type
  return 'service_failed'
}

/** The service's reason for refusing a step; '' for any other failure. */
function refusalOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (!(cause instanceof ApplicationFailure) || cause.type !== 'step_refused') return ''
  const why: unknown = cause.details?.[0]
  return typeof why === 'string' ? why : ''
}
