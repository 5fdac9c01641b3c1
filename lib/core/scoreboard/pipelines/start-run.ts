import { ProtocolError } from '../../shared/ports/errors'
import type { Clock, Sha256 } from '../../shared/ports/ports'
import { fromIso, toIso } from '../../shared/time/time'
import { toHex } from '../../shared/values/base64url'
import type { Candidates } from '../entities/unknown-names'
import { zExecutionMemo } from '../execution-memo'
import type { ExecutionRecord } from '../execution-record'
import { instantKey } from '../instants'
import type { ScoreboardStore } from '../scoreboard-store'
import { definitionDigest, entitiesOf, memoOf, runnerPaths } from './ledger-record'
import type { KnownRun, PipelineRunner, RunName, RunRequest } from './pipeline-runner'
import type { PipelineStore, StoredPipeline } from './pipeline-store'
import { type PipelineCatalogue, requireDefinition } from './read-definition'
import { type PipelineInput, pipelineWorkflowId, type Trigger } from './run-types'
import type { Definition } from './z-definition'

/** What starting runs needs. */
export interface StartPorts {
  readonly store: ScoreboardStore
  readonly pipelines: PipelineStore
  readonly runner: PipelineRunner
  readonly catalogue: PipelineCatalogue
  /** Where to look for what unknown paths in definitions mean. */
  readonly entities?: Candidates
  readonly sha256: Sha256
  readonly uuid: () => string
  readonly now: Clock
}

/** A request to start a run. */
export interface StartRequest {
  readonly trigger: Trigger
  readonly wallet_version?: string | undefined
  readonly ci_run_url?: string | undefined
  /** The same key starts the same run, however often it is sent; `null`: a new one each time. */
  readonly idempotencyKey: string | null
}

/** A run that was started now, or earlier with the same key. */
export interface StartedRun extends RunName {
  /** Id of its row in the ledger. */
  readonly executionId: string
  readonly created: boolean
}

/** Hex digits at the end of a workflow id. */
const suffixDigits = 32

/** Reads a pipeline. @throws ProtocolError `pipeline_not_found` */
export async function requirePipeline(pipelines: PipelineStore, id: string): Promise<StoredPipeline> {
  const pipeline = await pipelines.pipeline(id)
  if (pipeline === null) throw new ProtocolError('pipeline_not_found', 'No pipeline has this id.')
  return pipeline
}

/**
 * The run of a pipeline to request from Temporal.
 * @throws ProtocolError `invalid_pipeline`
 */
export async function runRequest(
  pipeline: StoredPipeline,
  { trigger, wallet_version, ci_run_url }: Omit<StartRequest, 'idempotencyKey'>,
  { store, catalogue, entities, sha256 }: Pick<StartPorts, 'store' | 'catalogue' | 'entities' | 'sha256'>,
): Promise<{ readonly run: RunRequest; readonly definition: Definition; readonly sha256: string }> {
  const definition = await requireDefinition(pipeline.definition, {
    catalogue,
    store,
    ...(entities === undefined ? {} : { entities }),
  })
  const digest = definitionDigest(pipeline.definition, sha256)
  const input: PipelineInput = {
    pipeline_id: pipeline.id,
    trigger,
    ...(wallet_version === undefined ? {} : { wallet_version }),
    ...(ci_run_url === undefined ? {} : { ci_run_url }),
  }
  const run: RunRequest = {
    namespace: pipeline.namespace,
    input,
    memo: memoOf(definition, { input, sha256: digest }),
    pipelinePath: pipeline.path,
    runners: [runnerPaths[definition.runner]],
    timeoutSeconds: definition.timeout_seconds,
  }
  return { run, definition, sha256: digest }
}

/**
 * Starts a run of a pipeline, and records it in the ledger as waiting for a worker.
 * @throws ProtocolError `pipeline_not_found`, `invalid_pipeline`, `idempotency_key_reused`; SchedulerUnavailable; StoreUnavailable
 */
export async function startPipelineRun(
  pipelineId: string,
  request: StartRequest,
  ports: StartPorts,
): Promise<StartedRun> {
  const { store, pipelines, runner, sha256, uuid, now } = ports
  const pipeline = await requirePipeline(pipelines, pipelineId)
  const { idempotencyKey, trigger, wallet_version, ci_run_url } = request
  const suffix =
    idempotencyKey === null
      ? uuid().replaceAll('-', '')
      : toHex(sha256(JSON.stringify([pipeline.namespace, idempotencyKey]))).slice(0, suffixDigits)
  const workflowId = pipelineWorkflowId(pipeline.id, suffix)
  const digest = toHex(sha256(JSON.stringify([wallet_version ?? null, ci_run_url ?? null])))
  const { namespace } = pipeline
  // A repeated key gets its run, whatever has changed since.
  const before = idempotencyKey === null ? null : await runner.find({ namespace, workflowId, digest })
  if (before !== null) return again(before, pipeline, store)
  await requireVersion(wallet_version, store)
  const { run, definition, sha256: definition_sha256 } = await runRequest(pipeline, request, ports)
  const input = { ...run.input, definition_sha256 }
  const started = await runner.start({ ...run, input, workflowId, digest })
  if (started.reused) throw keyReused()
  const versions = wallet_version === undefined ? {} : { wallet_version }
  const row = {
    ...({ status: 'running', started_at: instantKey(toIso(now())) ?? '', closed_at: '' } as const),
    ...{ type: trigger, runner_ids: run.runners, runner_types: [definition.runner] },
    ...{ entities: entitiesOf(definition, versions), definition_sha256, ci_run_url: ci_run_url ?? '' },
  }
  try {
    const executionId = await newRow(started, { pipeline, row, store })
    return { workflowId, runId: started.runId, executionId, created: started.created }
  } catch (error) {
    // A run that the ledger permanently refuses must not run and count unseen.
    if (error instanceof ProtocolError) await runner.cancel({ namespace, workflowId, runId: started.runId })
    throw error
  }
}

/**
 * The response to a key that has already started a run.
 * @throws ProtocolError `idempotency_key_reused`
 */
async function again(run: KnownRun, pipeline: StoredPipeline, store: ScoreboardStore): Promise<StartedRun> {
  if (run.reused) throw keyReused()
  const { type = 'manual', runner_ids = [], runner_types = [], ...noted } = zExecutionMemo.parse(run.memo)
  const { entities = {}, definition_sha256 = '', ci_run_url = '' } = noted
  const { status, startedAt: started_at, closedAt: closed_at, workflowId, runId } = run
  const row = { status, started_at, closed_at, type, runner_ids, runner_types, entities, definition_sha256, ci_run_url }
  const executionId = await newRow(run, { pipeline, row, store })
  return { workflowId, runId, executionId, created: false }
}

const keyReused = (): ProtocolError =>
  new ProtocolError(
    'idempotency_key_reused',
    'This Idempotency-Key has started a run with another body: send another key.',
  )

/** The members of a new row that describe its run. */
type NewRow = Pick<
  ExecutionRecord,
  | 'status'
  | 'started_at'
  | 'closed_at'
  | 'type'
  | 'runner_ids'
  | 'runner_types'
  | 'entities'
  | 'definition_sha256'
  | 'ci_run_url'
>

/** Records a run in the ledger unless it is there. Returns the id of its row. */
async function newRow(
  { workflowId, runId }: RunName,
  {
    pipeline,
    row,
    store,
  }: { readonly pipeline: StoredPipeline; readonly row: NewRow; readonly store: ScoreboardStore },
): Promise<string> {
  const [from, to] = [fromIso(row.started_at), fromIso(row.closed_at)]
  const outcome = await store.recordExecution({
    ...row,
    namespace: pipeline.namespace,
    pipeline: pipeline.path,
    workflow_id: workflowId,
    run_id: runId,
    duration_ms: from === null || to === null ? 0 : Math.max(0, to - from),
    steps: [],
    infra: false,
    reason: '',
    campaign_id: '',
    evidence_url: '',
    onlyNew: true,
  })
  if ('unknown' in outcome || outcome.execution === null) throw new Error('A run was started and is not in the ledger.')
  return outcome.execution.id
}

async function requireVersion(version: string | undefined, store: Pick<ScoreboardStore, 'resolve'>): Promise<void> {
  if (version === undefined) return
  const { paths } = await store.resolve({ paths: { wallet_versions: [version] }, pipelines: [], results: [] })
  if (!paths.wallet_versions?.has(version))
    throw new ProtocolError('invalid_request', 'The member wallet_version must be the path of a version that exists.', {
      pointer: '/wallet_version',
    })
}
