import { z } from 'zod'
import type {
  PipelineChanges,
  PipelineDefinitions,
  PipelineStore,
} from '@/lib/core/scoreboard/pipelines/pipeline-store'
import type { StepRecord } from '@/lib/core/scoreboard/pipelines/run-types'
import { entityMembers } from '@/lib/core/scoreboard/z-statistics'
import type { PocketBaseClient } from '../client/client'
import { act } from './scoreboard-actions'

const zWritten = z.object({
  id: z.string(),
  path: z.string(),
  organization: z.string(),
  organization_name: z.string(),
  ready: z.boolean(),
  name: z.string(),
  canonified_name: z.string(),
  description: z.string(),
  published: z.boolean(),
  evidence_public: z.boolean(),
  definition: z.unknown(),
  updated: z.string().transform((instant) => instant.replace(' ', 'T')),
  schedule: z
    .object({ every_seconds: z.number(), daily_at: z.string(), paused: z.boolean() })
    .transform(({ every_seconds, daily_at, paused }) => ({
      every_seconds: every_seconds === 0 ? null : every_seconds,
      daily_at: daily_at === '' ? null : daily_at,
      paused,
    }))
    .nullable(),
  last_run: z
    .object({
      execution_id: z.string(),
      status: z.string(),
      type: z.string(),
      started_at: z.string(),
      closed_at: z.string(),
    })
    .nullable(),
})

const zPage = z.object({ total: z.number(), pipelines: z.array(zWritten) })

const zOne = zWritten.extend({ revision: z.string() }).nullable()

const zOrganizations = z.array(z.object({ name: z.string(), canonified_name: z.string() }))

const zCreated = z.union([
  z.object({ outcome: z.literal('created'), id: z.string() }),
  z.object({ outcome: z.enum(['unknown_organization', 'exists']) }),
])

const zChanged = z.object({ outcome: z.enum(['changed', 'same', 'unknown', 'stale', 'published']) })

const zRemoved = z.object({ outcome: z.enum(['removed', 'unknown', 'stale', 'ran']) })

/** The columns of a change. The definition is stored as text, so that its members keep their order. */
const columnsOf = ({ definition, ...members }: PipelineChanges) => ({
  ...members,
  ...(definition === undefined ? {} : { definition: JSON.stringify(definition) }),
})

/** Writes pipelines through the hooks in pb_hooks/scoreboard. */
function createPipelineDefinitions(client: PocketBaseClient): PipelineDefinitions {
  return {
    written: async ({ organization, page, perPage }) =>
      zPage.parse(await act(client, 'list-pipelines', { organization: organization ?? '', page, per_page: perPage })),
    writtenOne: async (id) => zOne.parse(await act(client, 'read-pipeline', { id })),
    organizations: async () => zOrganizations.parse(await act(client, 'organizations', {})),
    async create({ organization, canonified_name, ...members }) {
      const columns = { organization, canonified_name, ...columnsOf(members) }
      const answer = zCreated.parse(await act(client, 'create-pipeline', columns))
      return answer.outcome === 'created' ? { id: answer.id } : answer.outcome
    },
    change: async (id, changes, revisions) =>
      zChanged.parse(await act(client, 'change-pipeline', { id, changes: columnsOf(changes), revisions })).outcome,
    sealDefinition: async (id, revision, definition) =>
      z
        .object({ sealed: z.boolean() })
        .parse(await act(client, 'seal-definition', { id, revision, definition: JSON.stringify(definition) })).sealed,
    forgetReplaced: async () =>
      z.object({ forgotten: z.boolean() }).parse(await act(client, 'forget-replaced', {})).forgotten,
    remove: async (id, revisions, { dry } = { dry: false }) =>
      zRemoved.parse(await act(client, 'remove-pipeline', { id, revisions, dry })).outcome,
  }
}

const zPipeline = z
  .object({
    id: z.string(),
    path: z.string(),
    name: z.string(),
    namespace: z.string(),
    ready: z.boolean(),
    published: z.boolean(),
    definition: z.unknown(),
  })
  .nullable()

/** Steps may have any format, because other runners report executions too. */
const zSteps = z
  .array(z.looseObject({}))
  .catch([])
  .transform((steps) => steps as readonly Partial<StepRecord>[])

const zExecution = z
  .object({
    id: z.string(),
    pipeline: z.string(),
    pipeline_path: z.string(),
    pipeline_name: z.string(),
    namespace: z.string(),
    workflow_id: z.string(),
    run_id: z.string(),
    status: z.string(),
    type: z.string(),
    started_at: z.string(),
    closed_at: z.string(),
    infra: z.boolean(),
    reason: z.string(),
    steps: zSteps,
  })
  .nullable()

const zShown = z.object({ shown: z.boolean() })

const zGiven = z.object({ outcome: z.enum(['given', 'same', 'other', 'ended', 'unknown']) })

const zResult = z.object({ passed: z.boolean(), summary: z.string() }).nullable()

const zPaths = z.array(z.string()).catch([])

const zMembers = z
  .object({
    runner_ids: zPaths,
    runner_types: zPaths,
    entities: z.partialRecord(z.enum(entityMembers), z.array(z.string())).catch({}),
    definition_sha256: z.string(),
  })
  .nullable()

const zWaiting = z.object({ worker: z.number(), wallet: z.number(), result: z.number() })

const zSchedules = z.array(
  z
    .object({
      pipeline: z.string(),
      namespace: z.string(),
      every_seconds: z.number(),
      daily_at: z.string(),
      paused: z.boolean(),
      next_run_at: z.string(),
    })
    .transform(({ every_seconds, daily_at, next_run_at, ...rest }) => ({
      ...rest,
      every_seconds: every_seconds === 0 ? null : every_seconds,
      daily_at: daily_at === '' ? null : daily_at,
      next_run_at: next_run_at === '' ? null : next_run_at.replace(' ', 'T'),
    })),
)

type KeptSchedule = Parameters<PipelineStore['keepSchedule']>[1]

const asKept = ({ every_seconds, daily_at, paused, next_run_at }: KeptSchedule) => ({
  every_seconds: every_seconds ?? 0,
  daily_at: daily_at ?? '',
  paused,
  next_run_at: next_run_at ?? '',
})

/** Stores pipelines' runs and schedules through the hooks in pb_hooks/scoreboard. */
export function createPipelineStore(client: PocketBaseClient): PipelineStore {
  return {
    ...createPipelineDefinitions(client),
    pipeline: async (id) => zPipeline.parse(await act(client, 'describe-pipeline', { id })),
    execution: async (id) => zExecution.parse(await act(client, 'describe-execution', { id })),
    showsSession: async (session_id, { pipeline, organization }) => {
      const asked = { session_id, pipeline: pipeline ?? '', organization: organization ?? '' }
      return zShown.parse(await act(client, 'shows-session', asked)).shown
    },
    giveResult: async (id, step, result) =>
      zGiven.parse(await act(client, 'give-result', { id, step, ...result })).outcome,
    result: async ({ workflowId, runId }, step) =>
      zResult.parse(await act(client, 'read-result', { workflow_id: workflowId, run_id: runId, step })),
    members: async ({ workflowId, runId }) =>
      zMembers.parse(await act(client, 'run-members', { workflow_id: workflowId, run_id: runId })),
    keepSchedule: async (pipeline, schedule) =>
      void (await act(client, 'keep-schedule', { pipeline, ...asKept(schedule) })),
    noteNextRun: async (pipeline, schedule) =>
      z.object({ noted: z.boolean() }).parse(await act(client, 'note-next-run', { pipeline, ...asKept(schedule) }))
        .noted,
    dropSchedule: async (pipeline) =>
      z.object({ dropped: z.boolean() }).parse(await act(client, 'drop-schedule', { pipeline })).dropped,
    waiting: async () => zWaiting.parse(await act(client, 'waiting-runs', {})),
    schedules: async (pipeline = '') => zSchedules.parse(await act(client, 'schedules', { pipeline })),
  }
}
