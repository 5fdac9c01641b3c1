import { z } from 'zod'
import { bodyBytesMax } from '@/lib/core/http/limits'
import { zExecution } from '@/lib/core/scoreboard/record-execution'
import { zSaveResults } from '@/lib/core/scoreboard/z-save-results'
import { zLastExecution, zPipelineStatistics } from '@/lib/core/scoreboard/z-statistics'
import { contractGroup } from './contract-entry'
import { error, json } from './z-common'

const zSaved = z
  .looseObject({
    success: z.literal(true),
    message: z.string(),
    records_count: z.int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'ScoreboardSaved' })

const zStarted = z
  .union([
    z.looseObject({
      workflowId: z.string(),
      workflowRunId: z.string(),
      message: z.string(),
      workflowNamespace: z.literal('default'),
    }),
    z.looseObject({ message: z.string(), schedule_id: z.string() }),
  ])
  .meta({ id: 'AggregationStarted' })

const common = { recorded: false, auth: 'admin', bodyBytesMax: 0 } as const
const refusals = { 401: error, 403: error, 429: error, 503: error }
const records = { recorded: false, auth: 'none', bodyBytesMax: 0, method: 'GET', extension: true } as const

/** The scoreboard. Its callers are operators and their programs; visitors read the records. */
export const scoreboardContract = contractGroup({
  getNamespaceStatistics: {
    ...common,
    method: 'GET',
    path: '/api/pipeline/scoreboard/{namespace}',
    summary: 'Statistics of the pipelines of one namespace',
    query: {
      include: {
        description: 'With `details`, each last execution says what it used',
        required: false,
        schema: z.literal('details'),
      },
    },
    replies: { 200: json(z.array(zPipelineStatistics)), 304: {}, 400: error, 404: error, ...refusals },
  },
  saveScoreboardResults: {
    ...common,
    method: 'POST',
    path: '/api/pipeline/scoreboard/save-results',
    summary: 'Replaces the rows of the public scoreboard',
    bodyBytesMax: bodyBytesMax.scoreboard,
    request: json(zSaveResults),
    replies: { 200: json(zSaved), 202: json(zSaved), 400: error, 409: error, 413: error, ...refusals },
  },
  startAggregation: {
    ...common,
    method: 'POST',
    path: '/api/pipeline/scoreboard/aggregate/start',
    summary: 'Starts an aggregation, once or on a schedule',
    query: {
      schedule: {
        description: 'Seconds between two runs; without it one run starts',
        required: false,
        schema: z.int(),
      },
    },
    bodyBytesMax: 1024,
    replies: { 200: json(zStarted), 400: error, 409: error, 413: error, ...refusals },
  },
  cancelAggregationSchedule: {
    ...common,
    method: 'DELETE',
    path: '/api/pipeline/scoreboard/aggregate/schedule/{schedule_id}',
    summary: 'Cancels a scheduled aggregation',
    replies: {
      200: json(z.object({ success: z.literal(true), message: z.string(), schedule_id: z.string() })),
      400: error,
      404: error,
      ...refusals,
    },
  },
  listNamespaces: {
    ...common,
    method: 'GET',
    path: '/api/organizations/namespaces',
    summary: 'The namespaces that an aggregation asks',
    extension: true,
    replies: { 200: json(z.object({ namespaces: z.array(z.string()) })), ...refusals },
  },
  getExecutionDetails: {
    ...common,
    method: 'GET',
    path: '/api/pipeline/execution-details/{namespace}/{workflow_id}/{run_id}',
    summary: 'What one execution used',
    extension: true,
    replies: { 200: json(zLastExecution), 400: error, 404: error, ...refusals },
  },
  recordExecution: {
    ...common,
    method: 'POST',
    path: '/api/pipeline/executions',
    summary: 'Writes an execution into the ledger',
    extension: true,
    bodyBytesMax: bodyBytesMax.sessionCreation,
    request: json(zExecution),
    replies: { 201: json(z.object({ id: z.string() })), 400: error, 413: error, ...refusals },
  },
  listPublicRecords: {
    ...records,
    path: '/api/collections/{collection}/records',
    summary: 'Lists records of a public collection',
    replies: { 200: json(z.looseObject({})), 400: error, 404: error, 503: error },
  },
  getPublicRecord: {
    ...records,
    path: '/api/collections/{collection}/records/{record_id}',
    summary: 'Reads a record of a public collection',
    replies: { 200: json(z.looseObject({})), 400: error, 404: error, 503: error },
  },
})
