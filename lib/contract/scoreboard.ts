import { z } from 'zod'
import { allThumbSizes, logoThumbSizes, thumbSizes } from '@/lib/core/scoreboard/endpoints/media'
import { zExecution } from '@/lib/core/scoreboard/endpoints/record-execution'
import { pageMax, perPageMax } from '@/lib/core/scoreboard/reading/read-query'
import { scheduleSecondsMax } from '@/lib/core/scoreboard/scheduler'
import { reportedMax } from '@/lib/core/scoreboard/scoreboard-store'
import { uncountedReasons } from '@/lib/core/scoreboard/uncounted'
import { zSaveResults } from '@/lib/core/scoreboard/z-save-results'
import { zLastExecution, zPipelineStatistics } from '@/lib/core/scoreboard/z-statistics'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { contractGroup } from './contract-entry'
import { error, json } from './z-common'

/** What is most probably meant by a name that nothing has. */
const zNearest = z
  .string()
  .optional()
  .meta({ 'x-extension': true, description: 'The existing path that is most probably meant; absent if none is near' })

const zSaved = z
  .object({
    success: z.literal(true),
    message: z.string(),
    /** Absent if it is 0. */
    records_count: z.int().min(1).optional(),
    /** Unknown names, one per line; absent if there are none. */
    error: z.string().optional(),
    aggregation_id: z.string(),
    seq: z.int().min(1),
    unresolved: z
      .array(z.object({ pipeline_id: z.string(), field: z.string(), name: z.string(), nearest: zNearest }))
      .max(reportedMax),
    orphans: z.array(z.looseObject({ pipeline_id: z.string() })).max(reportedMax),
    warnings: z.array(z.string()).max(reportedMax),
    skipped: z.int().min(0),
    committed: z.literal(true),
    replayed: z.literal(true).optional(),
  })
  .meta({ id: 'ScoreboardSaved' })

const zPartKept = z
  .object({
    success: z.literal(true),
    message: z.string(),
    committed: z.literal(false),
    parts_received: z.int().min(1),
    parts_total: z.int().min(2),
  })
  .meta({ id: 'ScoreboardPartKept' })

const zAddresses = z.array(z.url())
const zRecorded = z
  .object({
    id: z.string(),
    artifacts: z.object({ screenshots: zAddresses, videos: zAddresses, logs: zAddresses, report: zAddresses }),
    unresolved: z
      .array(
        z.object({
          field: z.string(),
          name: z.string(),
          nearest: zNearest,
          reason: z.literal('too_many_to_create').optional().meta({
            description: 'With create_missing, of one name too many: the same report again makes its record',
          }),
        }),
      )
      .max(reportedMax)
      .meta({
        description:
          'Names of entities and runners that no record has, with the member that names them, files that are not stored here, and what of `steps` did not count: sessions (`session_id`), and steps whose `capabilities` no session shows, by their `id` or place.',
      }),
    created: z
      .array(z.object({ field: z.string(), name: z.string(), path: z.string(), id: z.string() }))
      .optional()
      .meta({ description: 'With create_missing: the records that were made, each with the name that asked for it' }),
  })
  .meta({ id: 'ExecutionRecorded' })

const zUncounted = z
  .object({
    namespace: z.string(),
    looked_at: z.int().min(0).meta({ description: 'How many workflows were looked at: the newest of any type' }),
    has_more: z.boolean().meta({ description: 'Whether there are older ones' }),
    uncounted: z.array(
      z.object({
        workflow_id: z.string(),
        run_id: z.string(),
        type: z.string(),
        status: z.enum(['running', 'continued', 'completed', 'failed', 'timed_out', 'canceled', 'terminated']),
        started_at: z.string(),
        closed_at: z.string(),
        pipeline: z.string().meta({ description: 'What it names as its pipeline; may be empty' }),
        reason: z.enum(uncountedReasons),
        because: z.string(),
      }),
    ),
  })
  .meta({ id: 'UncountedWorkflows' })

const zStarted = z
  .union([
    z.object({
      message: z.string(),
      workflowId: z.string(),
      workflowRunId: z.string(),
      workflowNamespace: z.literal('default'),
      already_running: z.boolean(),
    }),
    z.object({
      message: z.string(),
      schedule_id: z.string(),
      created: z.boolean(),
      next_run_at: z.iso.datetime().nullable(),
    }),
  ])
  .meta({ id: 'AggregationStarted' })

/** Common part of operations for trusted callers. */
export const unrecorded = {
  recorded: false,
  origin: 'operator',
  area: 'tester',
  underIssuer: false,
  bodyBytesMax: 0,
  cors: false,
  anyHost: false,
} as const
const common = { ...unrecorded, auth: 'admin' } as const
const reading = { ...unrecorded, auth: 'organization', scope: 'any' } as const
/** Responses to a missing or wrong admin key. */
export const refusals = { 401: error, 403: error, 429: error, 503: error }
const records = { ...unrecorded, auth: 'none', method: 'GET', extension: true } as const
const optional = (description: string, schema: z.ZodType = z.string()) => ({ description, required: false, schema })
/** Parameters that PocketBase's own clients send with every read. */
const shaping = {
  expand: optional('Relations to expand in the response, comma-separated; others are left out'),
  fields: optional('Members to include in the response, comma-separated, without modifiers'),
}
const zPlaces = z.array(z.int())
const zCompactScoreboard = z
  .object({
    v: z.literal(2),
    aggregation: z.string(),
    committed_at: z.string(),
    organizations: z.array(z.array(z.string()).length(3)).meta({ description: '[name, namespace, logo]' }),
    entities: z
      .record(z.string(), z.array(z.array(z.string()).length(4)))
      .meta({ description: 'By relation of a row: [name, path, detail, logo]' }),
    checks: z.array(z.array(z.string()).length(4)).meta({ description: '[path, title, suite, address]' }),
    check_sets: z.array(zPlaces).meta({ description: 'Places in `checks`' }),
    rows: z.array(z.array(z.unknown()).length(17)).meta({
      description:
        '[name or null, slug, organization, runs, successes, manual, scheduled, CI, shortest run in ms or null, first run, last run, stale since (each seconds since 1970, 0: none), external version, [execution, screenshots, began] or null, [places by relation], check set, cancelled]',
    }),
  })
  .meta({ id: 'CompactScoreboard' })
const binary = z.string().meta({ format: 'binary' })
const image = { 'image/png': binary, 'image/jpeg': binary, 'image/webp': binary }
const video = { 'video/mp4': binary, 'video/webm': binary }
const artifact = { ...image, ...video, 'text/plain': z.string() }
const mediaHeaders = {
  'Content-Disposition': 'Text files are downloaded; images and videos are displayed',
  'Content-Security-Policy': 'Prevents the file from running or loading anything',
  'Accept-Ranges': 'For videos: range requests are supported',
}
const rangeHeaders = { ...mediaHeaders, 'Content-Range': 'Which part this is' }
const logoQuery = { thumb: optional('Thumbnail size', z.enum(logoThumbSizes)) }
/** JSON alone, or as one part of a multipart form with files. */
export const withFiles = (schema: z.ZodType, part: string, files: string) => ({
  ...json(schema),
  'multipart/form-data': z
    .looseObject({ [part]: z.string().meta({ description: 'The same JSON' }) })
    .meta({ description: files }),
})
const zPage = z
  .object({
    page: z.int(),
    perPage: z.int(),
    totalItems: z.int(),
    totalPages: z.int(),
    items: z.array(z.looseObject({})),
  })
  .partial()
  .meta({ id: 'PublicRecords' })

/** The scoreboard. Called by operators and their programs; visitors only read it. */
export const scoreboardContract = contractGroup({
  getNamespaceStatistics: {
    ...reading,
    method: 'GET',
    path: '/api/pipeline/scoreboard/{namespace}',
    summary: 'Statistics of the pipelines of one namespace',
    query: {
      include: {
        description: 'With `details`, each last execution lists what it used; any other value is ignored',
        required: false,
        extension: true,
      },
    },
    requestHeaders: {
      'If-None-Match': {
        description: 'The ETag of a cached response; 304 if it is still current',
        required: false,
        extension: true,
      },
    },
    replyHeaders: {
      200: {
        ETag: 'Changes whenever the response changes',
        'X-Scoreboard-As-Of': 'When the executions were counted, RFC 3339',
      },
      304: {
        ETag: 'ETag of the current response',
        'X-Scoreboard-As-Of': 'When the executions were counted, RFC 3339',
      },
    },
    replies: { 200: json(z.array(zPipelineStatistics)), 304: {}, 400: error, 404: error, ...refusals },
  },
  saveScoreboardResults: {
    ...common,
    method: 'POST',
    path: '/api/pipeline/scoreboard/save-results',
    summary: 'Replaces the rows of the public scoreboard',
    bodyBytesMax: bodyBytesMax.artifacts,
    request: withFiles(
      zSaveResults,
      'results',
      'Every other part is a file that a row refers to as `attachment:<part name>`',
    ),
    replies: { 200: json(zSaved), 202: json(zPartKept), 400: error, 409: error, 413: error, ...refusals },
  },
  startAggregation: {
    ...common,
    method: 'POST',
    path: '/api/pipeline/scoreboard/aggregate/start',
    summary: 'Starts an aggregation, once or on a schedule',
    query: {
      schedule: {
        description: 'Seconds between two runs, at least 1; if absent, a single run starts',
        required: false,
        schema: z.int().min(1).max(scheduleSecondsMax),
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
    summary: 'The namespaces that an aggregation queries',
    extension: true,
    replies: { 200: json(z.object({ namespaces: z.array(z.string()) })), ...refusals },
  },
  getExecutionDetails: {
    ...reading,
    method: 'GET',
    path: '/api/pipeline/execution-details/{namespace}/{workflow_id}/{run_id}',
    summary: 'What one execution used',
    extension: true,
    replies: { 200: json(zLastExecution), 400: error, 404: error, ...refusals },
  },
  listUncounted: {
    ...reading,
    method: 'GET',
    path: '/api/pipeline/uncounted/{namespace}',
    summary: 'The newest workflows of a namespace in Temporal that no statistics count, and why',
    extension: true,
    replies: { 200: json(zUncounted), 400: error, 404: error, ...refusals },
  },
  recordExecution: {
    ...unrecorded,
    auth: 'organization',
    scope: 'executions:write',
    method: 'POST',
    path: '/api/pipeline/executions',
    summary: 'Records an execution in the ledger',
    extension: true,
    bodyBytesMax: bodyBytesMax.artifacts,
    request: withFiles(
      zExecution,
      'execution',
      'The other parts are files: `screenshots` (PNG, JPEG, WebP; 20 of 5 MiB), `videos` (MP4, WebM; 5 of 50 MiB), `logs` (text; 5 of 5 MiB), `report` (text; one of 5 MiB)',
    ),
    replies: { 201: json(zRecorded), 400: error, 413: error, ...refusals },
  },
  listPublicRecords: {
    ...records,
    path: '/api/collections/{collection}/records',
    summary: 'Lists records of a public collection',
    query: {
      page: optional('From 1', z.int().min(1).max(pageMax)),
      perPage: optional('Records per page', z.int().min(1).max(perPageMax)),
      sort: optional('Members to sort by, comma-separated, with - for descending; single values only'),
      filter: optional(
        "Comparisons of a member with a value in PocketBase's filter language, joined by && and ||, in parentheses. Members and operators are those of docs/scoreboard.md; a refusal lists them as `allowed`",
      ),
      skipTotal: optional('With true or 1, nothing is counted and totals are -1', z.enum(['true', '1', 'false', '0'])),
      ...shaping,
    },
    replies: { 200: json(zPage), 400: error, 404: error, 503: error },
  },
  getScoreboardRows: {
    ...records,
    path: '/api/scoreboard/rows',
    summary: 'All public rows as one compact document',
    requestHeaders: {
      'If-None-Match': {
        description: 'The ETag of a cached document; 304 if it is still current',
        required: false,
      },
      'Accept-Encoding': { description: 'br and gzip are supported', required: false },
    },
    replyHeaders: {
      200: { ETag: 'Changes whenever the document changes', 'Content-Encoding': 'The content coding' },
      304: { ETag: 'ETag of the current document' },
    },
    replies: { 200: json(zCompactScoreboard), 304: {}, 503: error },
  },
  getExecutionArtifact: {
    ...records,
    path: '/media/executions/{execution_id}/{file}',
    summary: 'A file of an execution whose pipeline is public',
    query: { thumb: optional('Thumbnail size of a screenshot', z.enum(thumbSizes)) },
    requestHeaders: { Range: { description: 'A part of a video, in bytes', required: false } },
    replies: { 200: artifact, 206: video, 404: error, 416: video, 503: error },
    replyHeaders: { 200: mediaHeaders, 206: rangeHeaders, 416: rangeHeaders },
  },
  redirectToFile: {
    ...records,
    path: '/api/files/{collection}/{record_id}/{file}',
    summary: 'Redirects PocketBase clients to the address of a public file',
    query: { thumb: optional(`Thumbnail size: ${allThumbSizes.join(', ')}; with any other the whole file`) },
    replies: { 302: {}, 404: error, 503: error },
    replyHeaders: { 302: { Location: 'Where the file is read' } },
  },
  getOrganizationLogo: {
    ...records,
    path: '/media/organizations/{organization_id}/{file}',
    summary: 'The logo of an organisation',
    query: logoQuery,
    replies: { 200: image, 404: error, 503: error },
    replyHeaders: { 200: mediaHeaders },
  },
  getEntityLogo: {
    ...records,
    path: '/media/entities/{collection}/{record_id}/{file}',
    summary: 'The logo of a public wallet, issuer, credential, verifier, use case, integration or runner',
    query: logoQuery,
    replies: { 200: image, 404: error, 503: error },
    replyHeaders: { 200: mediaHeaders },
  },
  getPipelinePicture: {
    ...records,
    path: '/badge/pipeline/{organization}/{file}',
    summary: 'A public pipeline as a picture: `{slug}.svg` is a badge, `{slug}.png` a card for links',
    replies: { 200: { 'image/svg+xml': z.string(), 'image/png': binary }, 404: error, 503: error },
    replyHeaders: {
      200: {
        'Content-Security-Policy': 'Prevents the picture from running or loading anything',
        'Cross-Origin-Resource-Policy': 'Other sites may embed the picture',
      },
    },
  },
  getPublicRecord: {
    ...records,
    path: '/api/collections/{collection}/records/{record_id}',
    summary: 'Reads a record of a public collection',
    query: shaping,
    replies: { 200: json(z.looseObject({})), 400: error, 404: error, 503: error },
  },
})
