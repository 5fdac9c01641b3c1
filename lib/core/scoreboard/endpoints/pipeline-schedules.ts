import { z } from 'zod'
import { bodyBytesMax } from '../../ground/http/limits'
import { jsonReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { requirePipeline, runRequest } from '../pipelines/start-run'
import { startPorts } from './pipeline-runs'
import { readAdminBody } from './read-admin-body'
import { scoreboardEndpoint } from './scoreboard-endpoint'

/** Request body of `PUT /api/pipelines/{pipeline_id}/schedule`: an interval or a minute of the day, not both. */
export const zScheduleRequest = z
  .object({
    every_seconds: z.int().min(900).max(2_592_000).optional(),
    daily_at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM, from 00:00 to 23:59')
      .optional()
      .meta({ description: 'HH:MM, UTC' }),
    paused: z.boolean().default(false),
  })
  .refine(({ every_seconds, daily_at }) => (every_seconds === undefined) !== (daily_at === undefined), {
    path: ['every_seconds'],
    message: 'must be sent, or daily_at, and not both',
  })
  .meta({ id: 'PipelineScheduleRequest' })

/** `PUT /api/pipelines/{pipeline_id}/schedule`: makes or replaces the schedule of a pipeline, which has one at most. */
export const putSchedule = scoreboardEndpoint(async (context) => {
  const {
    every_seconds = null,
    daily_at = null,
    paused,
  } = readAdminBody(context, zScheduleRequest, bodyBytesMax.pipelineRun)
  const { pipelines, runner } = context.ports.scoreboard
  const pipeline = await requirePipeline(pipelines, context.params.pipeline_id ?? '')
  const { run } = await runRequest(pipeline, { trigger: 'scheduled' }, startPorts(context))
  const schedule = { every_seconds, daily_at, paused }
  const next_run_at = await runner.schedule(run, schedule)
  await pipelines.keepSchedule(pipeline.id, { ...schedule, next_run_at })
  return { reply: jsonReply(200, { pipeline: pipeline.path, ...schedule, next_run_at }) }
})

/** `DELETE /api/pipelines/{pipeline_id}/schedule`: ends the schedule of a pipeline. */
export const deleteSchedule = scoreboardEndpoint(async ({ params, ports }) => {
  const { pipelines, runner } = ports.scoreboard
  const pipeline = await requirePipeline(pipelines, params.pipeline_id ?? '')
  await runner.unschedule({ namespace: pipeline.namespace, pipelineId: pipeline.id })
  if (!(await pipelines.dropSchedule(pipeline.id)))
    throw new ProtocolError('schedule_not_found', 'This pipeline has no schedule.')
  return { reply: jsonReply(200, { success: true, message: 'The schedule has been ended.' }) }
})
