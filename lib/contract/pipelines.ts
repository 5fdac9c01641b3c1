import { z } from 'zod'
import { bodyBytesMax } from '@/lib/core/ground/http/limits'
import { zResultRequest, zRunRequest } from '@/lib/core/scoreboard/endpoints/pipeline-runs'
import { zScheduleRequest } from '@/lib/core/scoreboard/endpoints/pipeline-schedules'
import { contractGroup } from './contract-entry'
import { refusals, unrecorded } from './scoreboard'
import { error, json } from './z-common'

const zStarted = z
  .object({
    execution_id: z.string(),
    workflow_id: z.string(),
    run_id: z.string(),
    page_url: z.url(),
    created: z.boolean().meta({ description: 'False where the same Idempotency-Key has started the run before' }),
  })
  .meta({ id: 'PipelineRunStarted' })

const zExecutionState = z
  .object({
    execution_id: z.string(),
    pipeline: z.string(),
    workflow_id: z.string(),
    run_id: z.string(),
    status: z.enum(['running', 'completed', 'failed', 'timed_out', 'canceled', 'terminated']),
    type: z.enum(['manual', 'scheduled', 'CI']),
    reason: z.string().meta({ description: 'Why it ended so, in a word; may be empty' }),
    infra: z.boolean().meta({ description: 'True where this service or its worker failed' }),
    started_at: z.iso.datetime(),
    closed_at: z.iso.datetime().nullable(),
    steps: z.array(z.looseObject({})).meta({
      description: 'Each with id, kind, state, passed and reason; who may read the evidence sees ids of sessions too',
    }),
    waiting_for: z.enum(['wallet', 'result', 'worker']).nullable(),
    page_url: z.url(),
    deeplink: z.string().nullable().optional().meta({
      description: 'The link that the wallet is to open; only with the admin key',
    }),
  })
  .meta({ id: 'PipelineExecutionState' })

const zSchedule = z
  .object({
    pipeline: z.string(),
    every_seconds: z.int().nullable(),
    daily_at: z.string().nullable(),
    paused: z.boolean(),
    next_run_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PipelineSchedule' })

const common = { ...unrecorded, extension: true } as const
const keyed = { ...common, auth: 'admin' } as const

/** Runs of pipelines, and their schedules. */
export const pipelinesContract = contractGroup({
  runPipeline: {
    ...keyed,
    method: 'POST',
    path: '/api/pipelines/{pipeline_id}/run',
    summary: 'Starts a run of a pipeline',
    bodyBytesMax: bodyBytesMax.pipelineRun,
    request: json(zRunRequest),
    bodyOptional: true,
    requestHeaders: {
      'Idempotency-Key': {
        description: '1 to 200 visible ASCII characters: a repetition with the same key starts no other run',
        required: false,
      },
    },
    replies: { 202: json(zStarted), 400: error, 404: error, 413: error, 422: error, ...refusals },
  },
  getExecution: {
    ...common,
    auth: 'none',
    method: 'GET',
    path: '/api/executions/{execution_id}',
    summary: 'How a run of a public pipeline stands; of any pipeline, and with its link, for who sends the admin key',
    requestHeaders: {
      'X-Api-Key': { description: 'The admin key', required: false },
    },
    replies: { 200: json(zExecutionState), 401: error, 404: error, 429: error, 503: error },
  },
  cancelExecution: {
    ...keyed,
    method: 'POST',
    path: '/api/executions/{execution_id}/cancel',
    summary: 'Asks a run to end; it counts for nothing',
    replies: {
      202: json(z.object({ execution_id: z.string(), message: z.string() })),
      404: error,
      409: error,
      ...refusals,
    },
  },
  giveStepResult: {
    ...keyed,
    method: 'POST',
    path: '/api/executions/{execution_id}/result',
    summary: 'Gives the result of a custom step that an external program runs',
    bodyBytesMax: bodyBytesMax.pipelineRun,
    request: json(zResultRequest),
    replies: {
      200: json(z.object({ execution_id: z.string(), step: z.string(), passed: z.boolean() })),
      400: error,
      404: error,
      409: error,
      413: error,
      ...refusals,
    },
  },
  putPipelineSchedule: {
    ...keyed,
    method: 'PUT',
    path: '/api/pipelines/{pipeline_id}/schedule',
    summary: 'Runs a pipeline on a schedule; it has one at most',
    bodyBytesMax: bodyBytesMax.pipelineRun,
    request: json(zScheduleRequest),
    replies: { 200: json(zSchedule), 400: error, 404: error, 413: error, ...refusals },
  },
  deletePipelineSchedule: {
    ...keyed,
    method: 'DELETE',
    path: '/api/pipelines/{pipeline_id}/schedule',
    summary: 'Ends the schedule of a pipeline',
    replies: {
      200: json(z.object({ success: z.literal(true), message: z.string() })),
      404: error,
      ...refusals,
    },
  },
})
