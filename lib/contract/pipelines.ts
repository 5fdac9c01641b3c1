import { z } from 'zod'
import {
  definitionBytesMax,
  pipelinesPerPageMax,
  zNewPipeline,
  zPipelineChanges,
  zScheduleRequest,
} from '@/lib/core/scoreboard/endpoints/pipeline-definitions'
import { zResultRequest, zRunRequest } from '@/lib/core/scoreboard/endpoints/pipeline-runs'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
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
      description:
        'Each with id, kind, state, passed and reason, and a summary: what came with its result, or which members of its session were ignored; who may read the evidence sees ids of sessions too',
    }),
    waiting_for: z.enum(['wallet', 'result', 'worker']).nullable(),
    page_url: z.url(),
    deeplink: z.string().nullable().optional().meta({
      description: 'The link that the wallet is to open; only with a key that may run the pipeline',
    }),
    tx_code: z.string().nullable().optional().meta({
      description:
        'The transaction code that the wallet asks for, null for none; only with a key that may run the pipeline',
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

const zWrittenMembers = z.object({
  id: z.string(),
  organization: z.string(),
  path: z.string().meta({ description: 'The organisation, then canonified_name; never changes' }),
  name: z.string(),
  canonified_name: z.string(),
  description: z.string(),
  published: z.boolean(),
  evidence_public: z.boolean().meta({
    description: 'Whether executions name their sessions publicly while it is published, which everybody may read then',
  }),
  updated: z.iso.datetime(),
  problems: z
    .array(z.object({ path: z.string(), code: z.string(), message: z.string(), nearest: z.string().optional() }))
    .meta({ description: 'Every place where the definition is wrong now: what it names may have gone' }),
  schedule: zSchedule.omit({ pipeline: true }).nullable(),
  last_run: z
    .object({
      execution_id: z.string(),
      status: z.string(),
      type: z.string(),
      started_at: z.iso.datetime(),
      closed_at: z.iso.datetime().nullable(),
    })
    .nullable(),
})
const zWritten = zWrittenMembers
  .extend({
    definition: z.unknown().meta({
      description: `As it was saved, at most ${definitionBytesMax} bytes; null where executions are reported by others`,
    }),
  })
  .meta({ id: 'Pipeline' })
const zListed = z
  .object({
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    pipelines: z.array(zWrittenMembers.extend({ runner: z.string().nullable() }).meta({ id: 'PipelineSummary' })),
  })
  .meta({ id: 'PipelineList' })
const tag = { ETag: 'The version, for If-Match' }
const ifMatch = {
  'If-Match': {
    description:
      'The ETag of the version that was read: another one is refused with 412; absent, the last write counts',
    required: false,
  },
}

const common = { ...unrecorded, extension: true } as const
const reading = { ...common, auth: 'organization', scope: 'any' } as const
const writing = { ...common, auth: 'organization', scope: 'pipelines:write' } as const
const running = { ...common, auth: 'organization', scope: 'pipelines:run' } as const

/** Runs of pipelines, and their schedules. */
export const pipelinesContract = contractGroup({
  listPipelines: {
    ...reading,
    method: 'GET',
    path: '/api/pipelines',
    summary: 'The pipelines of an organisation, private ones too, by their paths; with the admin key those of all',
    query: {
      organization: { description: 'Only those of the organisation with this namespace', required: false },
      page: { description: 'Counts from 1', required: false, schema: z.int().min(1) },
      per_page: { description: 'Default 20', required: false, schema: z.int().min(1).max(pipelinesPerPageMax) },
    },
    replies: { 200: json(zListed), 400: error, ...refusals },
  },
  createPipeline: {
    ...writing,
    method: 'POST',
    path: '/api/pipelines',
    summary: 'Adds a pipeline',
    bodyBytesMax: bodyBytesMax.pipelineDefinition,
    request: json(zNewPipeline),
    replyHeaders: { 201: { ...tag, Location: 'The address of the pipeline' } },
    replies: { 201: json(zWritten), 400: error, 409: error, 413: error, ...refusals },
    replyWords: { 409: 'The organisation has a pipeline with this path' },
  },
  getPipeline: {
    ...reading,
    method: 'GET',
    path: '/api/pipelines/{pipeline_id}',
    summary: 'A pipeline whole, and what is wrong with its definition',
    replyHeaders: { 200: tag },
    replies: { 200: json(zWritten), 404: error, ...refusals },
  },
  putPipeline: {
    ...writing,
    method: 'PUT',
    path: '/api/pipelines/{pipeline_id}',
    summary: 'Changes a pipeline, publishes it or withdraws it',
    bodyBytesMax: bodyBytesMax.pipelineDefinition,
    request: json(zPipelineChanges),
    requestHeaders: ifMatch,
    replyHeaders: { 200: tag },
    replies: { 200: json(zWritten), 400: error, 404: error, 409: error, 412: error, 413: error, ...refusals },
    replyWords: { 409: 'The definition of a published pipeline cannot change' },
  },
  deletePipeline: {
    ...writing,
    method: 'DELETE',
    path: '/api/pipelines/{pipeline_id}',
    summary: 'Deletes a pipeline that has never run',
    requestHeaders: ifMatch,
    replies: {
      200: json(z.object({ success: z.literal(true), message: z.string() })),
      404: error,
      409: error,
      412: error,
      ...refusals,
    },
    replyWords: { 409: 'The pipeline has run' },
  },
  runPipeline: {
    ...running,
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
    summary: 'How a run of a public pipeline stands; of any of their own, and with its link, for who sends a key',
    requestHeaders: {
      'X-Api-Key': { description: 'A key of the organisation, or the admin key', required: false },
    },
    replies: { 200: json(zExecutionState), 401: error, 404: error, 429: error, 503: error },
  },
  cancelExecution: {
    ...running,
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
    ...running,
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
    ...writing,
    method: 'PUT',
    path: '/api/pipelines/{pipeline_id}/schedule',
    summary: 'Runs a pipeline on a schedule; it has one at most',
    bodyBytesMax: bodyBytesMax.pipelineRun,
    request: json(zScheduleRequest),
    replies: { 200: json(zSchedule), 400: error, 404: error, 413: error, ...refusals },
  },
  deletePipelineSchedule: {
    ...writing,
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
