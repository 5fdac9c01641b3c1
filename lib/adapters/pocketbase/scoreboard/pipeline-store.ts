import { z } from 'zod'
import type { PipelineStore } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import type { StepRecord } from '@/lib/core/scoreboard/pipelines/run-types'
import { entityMembers } from '@/lib/core/scoreboard/z-statistics'
import type { PocketBaseClient } from '../client/client'
import { createPipelineDefinitions } from './pipeline-definitions'
import { act } from './scoreboard-actions'

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
/** Steps are as whoever reported the execution wrote them. */
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
    showsSession: async (session_id, pipeline) =>
      zShown.parse(await act(client, 'shows-session', { session_id, pipeline: pipeline ?? '' })).shown,
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
