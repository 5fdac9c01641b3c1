import { z } from 'zod'
import { withoutMade } from '../../engine/endpoints/entered-text'
import { loadEvidence } from '../../engine/evidence/load-evidence'
import { projectInTurns } from '../../engine/evidence/project-session'
import { loadSession } from '../../engine/sessions/load-session'
import { sessionKinds } from '../../issuer-and-verifier'
import { headerValues } from '../../shared/http/exchange'
import { bodyBytesMax } from '../../shared/http/limits'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { isObject } from '../../shared/values/json'
import { hasScope, isTheirs } from '../asking'
import { zLink } from '../execution-memo'
import { waitingFor } from '../pipelines/fold-run'
import type { StoredExecution } from '../pipelines/pipeline-store'
import type { StepRecord } from '../pipelines/run-types'
import { type StartPorts, startPipelineRun } from '../pipelines/start-run'
import { zStepId } from '../pipelines/z-definition'
import { campaignsFor } from '../reading/campaigns-for'
import { zNamed } from '../z-statistics'
import { readAdminBody, zShownText } from './read-admin-body'
import {
  organizationEndpoint,
  refuseMadeNames,
  type ScoreboardContext,
  scoreboardEndpoint,
} from './scoreboard-endpoint'

/** Request body of `POST /api/pipelines/{pipeline_id}/run`; may be left out. */
export const zRunRequest = z
  .object({
    ci_run_url: zLink.optional().meta({
      description: 'The run of the CI that starts this one: it counts as started by a CI.',
    }),
    wallet_version: zNamed(600).min(1).optional().meta({
      description: 'Path of the version of the wallet, where it is not that of the definition.',
    }),
  })
  .meta({ id: 'PipelineRunRequest' })

/** Request body of `POST /api/executions/{execution_id}/result`. */
export const zResultRequest = z
  .object({
    step: zStepId,
    passed: z.boolean(),
    summary: zShownText(2000).default('').meta({
      description: 'What the program says of it, for whoever may see the run: no secret',
    }),
  })
  .meta({ id: 'StepResultRequest' })

/** The part of a request's ports that starting a run needs. */
export const startPorts = ({ ports }: Pick<ScoreboardContext, 'ports'>): StartPorts => {
  const { store, pipelines, runner, catalogue, entities } = ports.scoreboard
  return { store, pipelines, runner, catalogue, entities, sha256: ports.sha256, uuid: ports.uuid, now: ports.now }
}

/** `POST /api/pipelines/{pipeline_id}/run`: starts a run. The same Idempotency-Key starts the same run. */
export const runPipeline = organizationEndpoint(async (context) => {
  const { exchange, params, settings, ports } = context
  const asked = exchange.body.length === 0 ? {} : readAdminBody(context, zRunRequest, bodyBytesMax.pipelineRun)
  await refuseMadeNames(asked, context)
  const idempotencyKey = readIdempotencyKey(headerValues(exchange, 'idempotency-key'))
  const { ci_run_url, wallet_version } = asked
  const { pipeline_id = '' } = params
  const started = await startPipelineRun(
    pipeline_id,
    { trigger: ci_run_url === undefined ? 'manual' : 'CI', ci_run_url, wallet_version, idempotencyKey },
    startPorts(context),
  )
  const pipeline = await ports.scoreboard.pipelines.pipeline(pipeline_id)
  return {
    reply: jsonReply(202, {
      execution_id: started.executionId,
      workflow_id: started.workflowId,
      run_id: started.runId,
      page_url: pageUrl(settings.baseUrl, pipeline?.path ?? ''),
      created: started.created,
    }),
  }
})

/** The page of a pipeline, which shows its runs. */
const pageUrl = (baseUrl: string, path: string): string =>
  `${baseUrl}/hub/pipelines/${path.split('/').map(encodeURIComponent).join('/')}`

/** A single value, with or without quotes. draft-ietf-httpapi-idempotency-key-header section 2 */
function readIdempotencyKey(values: readonly string[]): string | null {
  if (values.length === 0) return null
  const [value = ''] = values
  if (values.length === 1 && /^[\x21-\x7e]{1,200}$/.test(value)) return value
  throw new ProtocolError(
    'invalid_idempotency_key',
    'Idempotency-Key must be sent once, as 1 to 200 visible ASCII characters without spaces.',
  )
}

const notFound = (): ProtocolError => new ProtocolError('execution_not_found', 'The ledger has no such execution.')

async function requireExecution({ params, ports }: ScoreboardContext): Promise<StoredExecution> {
  const execution = await ports.scoreboard.pipelines.execution(params.execution_id ?? '')
  if (execution === null) throw notFound()
  return execution
}

/**
 * `GET /api/executions/{execution_id}`: the state of a run, for anyone who may see its pipeline, whole for whoever it
 * belongs to, and with the link for the wallet for a key that may run it.
 */
export const getExecution = scoreboardEndpoint(async (context) => {
  const { execution_id: id = '' } = context.params
  const execution = await context.ports.scoreboard.pipelines.execution(id)
  const by = await context.asking()
  const isTheirOwn = execution !== null && by !== null && isTheirs(by, execution.namespace)
  // Also asked for what does not exist, so that the time of the answer tells nothing.
  const { steps, reason } = isTheirOwn ? execution : await publicReport(id, context)
  if (execution === null) throw notFound()
  const waiting_for = waitingFor(execution.status, steps)
  const showsLink = isTheirOwn && hasScope(by, 'pipelines:run')
  return {
    reply: jsonReply(200, {
      execution_id: execution.id,
      pipeline: execution.pipeline_path,
      workflow_id: execution.workflow_id,
      run_id: execution.run_id,
      status: execution.status,
      type: execution.type,
      reason,
      infra: execution.infra,
      started_at: instantOf(execution.started_at),
      closed_at: execution.closed_at === '' ? null : instantOf(execution.closed_at),
      steps,
      waiting_for,
      page_url: pageUrl(context.settings.baseUrl, execution.pipeline_path),
      ...(showsLink ? (waiting_for === 'wallet' ? await linkOf(steps, context) : noLink) : {}),
    }),
  }
})

/** An instant of the ledger, with milliseconds. */
const instantOf = (key: string): string => key.replace(/(\.\d{3})\d*Z$/, '$1Z')

/**
 * The report of a run as a visitor sees it.
 * @throws ProtocolError if the pipeline's visibility hides it
 */
async function publicReport(
  id: string,
  { ports, asker }: ScoreboardContext,
): Promise<Pick<StoredExecution, 'steps' | 'reason'>> {
  const { status, body } = await ports.scoreboard.readPublic(`pipeline_results/records/${encodeURIComponent(id)}`, null)
  if (status !== 200) throw notFound()
  const record: unknown = JSON.parse(body)
  const { steps, reason } = isObject(record) ? record : {}
  const shown = campaignsFor(asker, steps)
  return {
    steps: Array.isArray(shown) ? shown.filter(isObject) : [],
    reason: typeof reason === 'string' ? reason : '',
  }
}

/** What the wallet of a run needs; shown only with the admin key. */
interface WaitingLink {
  readonly deeplink: string | null
  /** The transaction code that the wallet asks for; `null` if none. */
  readonly tx_code: string | null
}

const noLink: WaitingLink = { deeplink: null, tx_code: null }

/** The link of the session that waits for its wallet, if any. A campaign shows its own link on its page. */
async function linkOf(
  steps: readonly Partial<StepRecord>[],
  { exchange, ports, settings }: ScoreboardContext,
): Promise<WaitingLink> {
  const id = steps.find(({ state }) => state === 'running')?.session_id
  if (id === undefined) return noLink
  const common = { now: exchange.at, settings, ports }
  const issuance = await loadSession('issuance', id, ports)
  if (issuance !== null) {
    const evidence = await loadEvidence(issuance, ports)
    const { deeplink, tx_code } = await projectInTurns(sessionKinds.issuance, { ...evidence, ...common })
    return { deeplink, tx_code }
  }
  const presentation = await loadSession('presentation', id, ports)
  if (presentation === null) return noLink
  const evidence = await loadEvidence(presentation, ports)
  const { deeplink } = await projectInTurns(sessionKinds.presentation, { ...evidence, ...common })
  return { deeplink, tx_code: null }
}

const ended = (): ProtocolError => new ProtocolError('execution_ended', 'The execution has ended.')

/** `POST /api/executions/{execution_id}/cancel`: asks a run to end. It does not count. */
export const cancelExecution = organizationEndpoint(async (context) => {
  const { id, namespace, status, workflow_id: workflowId, run_id: runId } = await requireExecution(context)
  const { runner } = context.ports.scoreboard
  if (status !== 'running') throw ended()
  if (!(await runner.cancel({ namespace, workflowId, runId })))
    throw new ProtocolError(
      'execution_ended',
      'Temporal does not run this execution: it has ended, or whoever reported it has to report its end.',
    )
  return { reply: jsonReply(202, { execution_id: id, message: 'The run has been asked to end.' }) }
})

/** `POST /api/executions/{execution_id}/result`: the result of an external custom step, accepted once. */
export const giveResult = organizationEndpoint(async (context) => {
  const told = readAdminBody(context, zResultRequest, bodyBytesMax.pipelineRun)
  const { step, passed } = told
  const summary = withoutMade(told.summary, context.ports)
  const execution = await requireExecution(context)
  const { id, namespace, workflow_id: workflowId, run_id: runId, steps } = execution
  const { pipelines, runner } = context.ports.scoreboard
  if (!steps.some((one) => one.id === step && one.kind === 'custom'))
    throw new ProtocolError('step_not_found', 'The execution has no custom step of this name that has begun or waits.')
  switch (await pipelines.giveResult(id, step, { passed, summary })) {
    case 'given':
    case 'same':
      // Signal again on every repetition, in case an earlier signal was lost.
      await runner.tellResult({ namespace, workflowId, runId }, step)
      return { reply: jsonReply(200, { execution_id: id, step, passed }) }
    case 'other':
      throw new ProtocolError('result_given', 'Another result was given for this step before; the first one counts.')
    case 'ended':
      throw ended()
    case 'unknown':
      throw notFound()
  }
})
