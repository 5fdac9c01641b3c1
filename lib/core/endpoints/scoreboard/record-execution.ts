import { z } from 'zod'
import { ProtocolError } from '../../errors'
import { bodyBytesMax } from '../../http/limits'
import { jsonReply } from '../../http/reply'
import { instantKey } from '../../scoreboard/instant-key'
import { entityMembers, zInstant } from '../../scoreboard/z-statistics'
import { fromIso } from '../../time'
import { plain } from '../endpoint'
import { readAdminBody } from './read-admin-body'

const names = z.array(z.string().max(600)).max(999)

/** One execution of a pipeline, as whoever ran it reports it. The pipeline, entities and runners are named by their paths. */
export const zExecution = z
  .object({
    namespace: z.string().min(1).max(200),
    pipeline: z.string().min(1).max(700),
    workflow_id: z.string().min(1).max(300),
    run_id: z.string().min(1).max(100),
    status: z.enum(['running', 'completed', 'failed', 'timed_out', 'canceled', 'terminated']),
    type: z.enum(['manual', 'scheduled', 'CI']).default('manual'),
    started_at: zInstant.refine((text) => text !== '', 'must not be empty'),
    closed_at: zInstant.default(''),
    runners: names.default([]),
    runner_types: names.default([]),
    entities: z.partialRecord(z.enum(entityMembers), names).default({}),
    definition_sha256: z.string().max(64).default(''),
    steps: z.unknown().optional(),
    ci_run_url: z.union([z.literal(''), z.url().max(2000)]).default(''),
  })
  .refine(({ status, closed_at }) => (status === 'running') === (closed_at === ''), {
    path: ['closed_at'],
    message: 'must be set unless the execution is running',
  })
  .meta({ id: 'PipelineExecution' })

/**
 * `POST /api/pipeline/executions`: writes an execution into the ledger. The same workflow and run id again changes what is
 * there, so a report may be repeated.
 */
export const recordExecution = plain(async (context) => {
  const body = readAdminBody(context, zExecution, bodyBytesMax.sessionCreation)
  const { runners, started_at, closed_at, steps, ...members } = body
  const [from, to] = [fromIso(started_at), fromIso(closed_at)]
  const outcome = await context.ports.scoreboard.store.recordExecution({
    ...members,
    steps: steps ?? null,
    runner_ids: [...new Set(runners)].sort(),
    runner_types: [...new Set(body.runner_types)].sort(),
    started_at: instantKey(started_at) ?? '',
    closed_at: instantKey(closed_at) ?? '',
    duration_ms: from === null || to === null ? 0 : Math.max(0, to - from),
  })
  if ('unknown' in outcome)
    throw new ProtocolError('invalid_request', `The ${outcome.unknown} that the execution names does not exist.`)
  return { reply: jsonReply(201, { id: outcome.id }) }
})
