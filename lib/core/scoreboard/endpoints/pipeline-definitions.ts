import { z } from 'zod'
import { withoutMade } from '../../engine/endpoints/entered-text'
import { isSafeForSecrets } from '../../engine/endpoints/own-access'
import type { HeaderField } from '../../shared/http/exchange'
import { bodyBytesMax, jsonDepthMax } from '../../shared/http/limits'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { type EpochMillis, toIso } from '../../shared/time/time'
import { isObject, isShallow } from '../../shared/values/json'
import { isSlug, slugOfName, slugWords } from '../entities/names'
import type { WrittenPipeline } from '../pipelines/pipeline-store'
import { readDefinitions } from '../pipelines/read-definition'
import { nextRunAt } from '../pipelines/schedules'
import { withPlaceholders } from '../pipelines/sealed-definition'
import { requirePipeline, runRequest } from '../pipelines/start-run'
import { changePipeline, createPipeline, removePipeline, requireWritten } from '../pipelines/write-pipeline'
import type { DefinitionProblem } from '../pipelines/z-definition'
import { noteInAudit } from './audited'
import { allowedRevisions, readCount } from './paging'
import { startPorts } from './pipeline-runs'
import { readAdminBody, zName, zShownText } from './read-admin-body'
import { organizationEndpoint, refuseMadeNames, type ScoreboardContext } from './scoreboard-endpoint'

/** Maximum size of a stored definition, in bytes. */
export const definitionBytesMax = 256 * 1024

/** Page size of the list of pipelines. */
export const pipelinesPerPageMax = 50

const zDescription = zShownText(5000)

const zRaw = z
  .unknown()
  .refine((definition) => isShallow(definition, jsonDepthMax), `must not be nested deeper than ${jsonDepthMax} levels`)
  .refine(
    (definition) =>
      !isShallow(definition, jsonDepthMax) ||
      new TextEncoder().encode(JSON.stringify(definition) ?? '').length <= definitionBytesMax,
    `must not be longer than ${definitionBytesMax} bytes`,
  )
  .meta({
    description:
      'The schema PipelineDefinition says what it holds; other members are refused. What sessions seal or redact (access_certificate, a registration_certificate, the claims of credential types) is sealed when it is saved, and returned as {redacted, present, length}. In a PUT such an object, or a member left out of an object that is there, keeps what the step with this id has.',
  })

/** Read-only members that `GET` returned; accepted and ignored. */
const zReadOnly = z.unknown().optional().meta({ description: 'As GET returns it; changes nothing' })

const readOnlyMembers = {
  id: zReadOnly,
  path: zReadOnly,
  updated: zReadOnly,
  problems: zReadOnly,
  schedule: zReadOnly,
  last_run: zReadOnly,
}

/** Members that are not names, and so are not searched for our secrets. */
const noNames = ['description', ...Object.keys(readOnlyMembers)]

/** Request body of `POST /api/pipelines`. */
export const zNewPipeline = z
  .strictObject({
    ...readOnlyMembers,
    organization: z.string().min(1).max(63).meta({ description: 'The namespace of an organisation' }),
    name: zName,
    canonified_name: z
      .string()
      .refine(isSlug, slugWords)
      .optional()
      .meta({ description: 'The last part of its path, which never changes; made of the name if it is absent' }),
    description: zDescription.default(''),
    definition: zRaw
      .optional()
      .meta({ description: 'Absent or null: others report its runs, and this service starts none' }),
    published: z.boolean().default(false),
    evidence_public: z.boolean().default(false),
  })
  .meta({ id: 'NewPipeline' })

/**
 * Request body of `PUT /api/pipelines/{pipeline_id}`: absent members stay. What `GET` returned may be sent back as a
 * whole.
 */
export const zPipelineChanges = z
  .strictObject({
    ...readOnlyMembers,
    organization: z.string().optional(),
    canonified_name: z.string().optional(),
    name: zName.optional(),
    description: zDescription.optional(),
    definition: zRaw.optional(),
    published: z.boolean().optional(),
    evidence_public: z.boolean().optional(),
  })
  .meta({ id: 'PipelineChanges' })

/** `GET /api/pipelines`: the pipelines of all organisations, or of one, sorted by path. */
export const listWritten = organizationEndpoint(async (context) => {
  const { exchange, ports } = context
  const query = new URLSearchParams(exchange.query ?? '')
  const page = readCount(query, 'page', { otherwise: 1, max: 1_000_000 })
  const perPage = readCount(query, 'per_page', { otherwise: 20, max: pipelinesPerPageMax })
  const organization = query.get('organization')
  if (organization === '')
    throw new ProtocolError(
      'invalid_request',
      'The parameter organization must be the namespace of an organisation. Leave it out for all of them.',
    )
  const { total, pipelines } = await ports.scoreboard.pipelines.written({ organization, page, perPage })
  const problems = await problemsOf(pipelines, context)
  const items = pipelines.map((pipeline, index) => ({
    ...described(pipeline, { problems: problems[index] ?? [], now: exchange.at }),
    runner: runnerOf(withPlaceholders(pipeline.definition)),
  }))
  return { reply: jsonReply(200, { page, per_page: perPage, total, pipelines: items }) }
})

/**
 * `GET /api/pipelines/{pipeline_id}`: a whole pipeline, and what is wrong with its definition. Its ETag is for
 * `If-Match`.
 */
export const getWritten = organizationEndpoint((context) => wholeReply(context, 200, context.params.pipeline_id ?? ''))

/** `POST /api/pipelines`: adds a pipeline. */
export const addPipeline = organizationEndpoint(async (context) => {
  const sent = readAdminBody(context, zNewPipeline, bodyBytesMax.pipelineDefinition)
  await refuseMadeNames(sent, context, noNames)
  const { name, canonified_name, organization, definition, published, evidence_public } = sent
  const slug = canonified_name ?? slugOfName(name)
  if (!isSlug(slug))
    throw new ProtocolError(
      'invalid_request',
      'The member name must hold a letter or a digit, or canonified_name must be sent.',
      { details: [{ path: 'name', code: 'custom', message: 'must hold a letter or a digit' }] },
    )
  const description = withoutMade(sent.description, context.ports)
  const members = { organization, description, definition, published, evidence_public }
  const id = await createPipeline({ ...members, name: name.trim(), canonified_name: slug }, writePorts(context))
  await noteInAudit(context, organization, { action: 'pipeline_made', target: `${organization}/${slug}` })
  return wholeReply(context, 201, id)
})

/** `PUT /api/pipelines/{pipeline_id}`: changes a pipeline; with `If-Match`, only the version that was read. */
export const putPipeline = organizationEndpoint(async (context) => {
  const sent = readAdminBody(context, zPipelineChanges, bodyBytesMax.pipelineDefinition)
  await refuseMadeNames(sent, context, noNames)
  const { organization, canonified_name, name, definition, published, evidence_public } = sent
  const description = sent.description === undefined ? undefined : withoutMade(sent.description, context.ports)
  const id = context.params.pipeline_id ?? ''
  const before = await requireWritten(context.ports.scoreboard.pipelines, id)
  for (const [member, value] of Object.entries({ organization, canonified_name }))
    if (value !== undefined && value !== before[member === 'organization' ? member : 'canonified_name'])
      throw new ProtocolError(
        'invalid_request',
        `The member ${member} never changes: badges, links and executions hold the path of a pipeline. Add another pipeline instead.`,
        { details: [{ path: member, code: 'custom', message: 'must stay as it is' }] },
      )
  const changes = { name: name?.trim(), description, definition, published, evidence_public }
  await changePipeline(id, changes, {
    revisions: allowedRevisions(context),
    ports: writePorts(context),
  })
  const after = await requireWritten(context.ports.scoreboard.pipelines, id)
  if (after.revision !== before.revision)
    await noteInAudit(context, before.organization, { action: 'pipeline_changed', target: before.path })
  return wholeReply(context, 200, id)
})

/** `DELETE /api/pipelines/{pipeline_id}`: removes a pipeline that never ran. */
export const deletePipeline = organizationEndpoint(async (context) => {
  const id = context.params.pipeline_id ?? ''
  const { organization, path } = await requireWritten(context.ports.scoreboard.pipelines, id)
  await removePipeline(id, { revisions: allowedRevisions(context), ports: startPorts(context) })
  await noteInAudit(context, organization, { action: 'pipeline_deleted', target: path })
  return { reply: jsonReply(200, { success: true, message: 'The pipeline has been deleted.' }) }
})

/** Secrets are accepted only over https or from this machine, as for sessions. */
const writePorts = ({ exchange, settings, ports }: ScoreboardContext) => ({
  ...startPorts({ ports }),
  sealing: ports.sealing,
  takesSecrets: isSafeForSecrets(exchange, settings),
})

/** The current pipeline with its entity tag, and its address if it is new. RFC 9110 section 15.3.2 */
async function wholeReply(context: ScoreboardContext, status: number, id: string) {
  const { revision, ...pipeline } = await requireWritten(context.ports.scoreboard.pipelines, id)
  const [problems = []] = await problemsOf([pipeline], context)
  const { definition } = pipeline
  const whole = {
    ...described(pipeline, { problems, now: context.exchange.at }),
    definition: withPlaceholders(definition),
  }
  const location: HeaderField[] =
    status === 201 ? [['Location', `${context.settings.baseUrl}/api/pipelines/${id}`]] : []
  return { reply: jsonReply(status, whole, [['ETag', `"${revision}"`], ...location]) }
}

/** Problems of each definition. An absent definition has none. */
async function problemsOf(
  pipelines: readonly WrittenPipeline[],
  { ports }: ScoreboardContext,
): Promise<(readonly DefinitionProblem[])[]> {
  const { catalogue, store, entities } = ports.scoreboard
  const readings = await readDefinitions(
    pipelines.map(({ definition }) => definition),
    { catalogue, store, entities },
  )
  return readings.map((reading, index) =>
    'definition' in reading || pipelines[index]?.definition === null ? [] : reading.problems,
  )
}

/** A pipeline as in responses, without its definition. */
function described(
  { ready: _, organization_name: __, definition: ___, schedule, last_run, ...pipeline }: WrittenPipeline,
  { problems, now }: { readonly problems: readonly DefinitionProblem[]; readonly now: EpochMillis },
) {
  const next = schedule === null ? null : nextRunAt(schedule, now)
  return {
    ...pipeline,
    problems,
    schedule: schedule && { ...schedule, next_run_at: next === null ? null : toIso(next) },
    last_run: last_run && {
      ...last_run,
      started_at: instantOf(last_run.started_at),
      closed_at: last_run.closed_at === '' ? null : instantOf(last_run.closed_at),
    },
  }
}

/** An instant of the ledger, with milliseconds. */
const instantOf = (key: string): string => key.replace(/(\.\d{3})\d*Z$/, '$1Z')

/** Who drives its runs; `null` if the definition does not say. */
const runnerOf = (definition: unknown): string | null =>
  isObject(definition) && typeof definition.runner === 'string' ? definition.runner : null

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

/** `PUT /api/pipelines/{pipeline_id}/schedule`: creates or replaces the pipeline's only schedule. */
export const putSchedule = organizationEndpoint(async (context) => {
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
  await noteInAudit(context, pipeline.namespace, { action: 'schedule_set', target: pipeline.path })
  return { reply: jsonReply(200, { pipeline: pipeline.path, ...schedule, next_run_at }) }
})

/** `DELETE /api/pipelines/{pipeline_id}/schedule`: ends the schedule of a pipeline. */
export const deleteSchedule = organizationEndpoint(async (context) => {
  const { pipelines, runner } = context.ports.scoreboard
  const pipeline = await requirePipeline(pipelines, context.params.pipeline_id ?? '')
  await runner.unschedule({ namespace: pipeline.namespace, pipelineId: pipeline.id })
  if (!(await pipelines.dropSchedule(pipeline.id)))
    throw new ProtocolError('schedule_not_found', 'This pipeline has no schedule.')
  await noteInAudit(context, pipeline.namespace, { action: 'schedule_ended', target: pipeline.path })
  return { reply: jsonReply(200, { success: true, message: 'The schedule has been ended.' }) }
})
