import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { namesUsed, unknownNames } from '@/lib/core/scoreboard/resolve-rows'
import { resultsShown } from '@/lib/core/scoreboard/results-shown'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { type TrendPoint, trendDays, trendOf } from '@/lib/core/scoreboard/rows/trend'
import { entityMembers } from '@/lib/core/scoreboard/z-statistics'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { type Filter, filterOf, isPipelinePath } from '@/lib/core/shared/ports/filter'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import { mayReadEvidence } from './evidence-access'
import { type RunStep, stepsOf } from './run-steps'
import { scoreboard } from './scoreboard'
import { inTime } from './storage-away'

const executionsMax = 20
/** How many runs that have not ended a page follows. */
const runningMax = 10
/** How many that have ended it follows too, for their files come after the end. */
export const endedFollowed = 3

const zNames = z.array(z.string())
const zPipeline = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string(),
  published: z.boolean(),
  scoreboard_visibility: z.string(),
  definition: z.unknown(),
  expand: z.object({ owner: z.object({ name: z.string(), canonified_name: z.string() }) }),
})
const zExecution = z
  .object({
    id: z.string(),
    updated: z.string(),
    status: z.string(),
    type: z.string(),
    started_at: z.string(),
    duration_ms: z.number(),
    infra: z.boolean(),
    reason: z.string(),
    ci_run_url: z.string(),
    runner_types: zNames.nullish().transform((types) => types ?? []),
    steps: z.unknown().optional(),
    /** For who has the admin key; absent where `steps` has everything. */
    steps_whole: z.unknown().optional(),
    /** What it used, by path: for who has the admin key alone. */
    entities: z.partialRecord(z.enum(entityMembers), zNames).nullish(),
    runner_ids: zNames.nullish(),
    screenshots: zNames,
    videos: zNames,
    logs: zNames,
    report: z.string(),
  })
  .transform(({ steps, steps_whole, entities, runner_ids, ...members }) => ({
    ...members,
    steps: stepsOf(steps_whole ?? steps),
    used: { entities: entities ?? {}, runners: runner_ids ?? [] },
  }))

const zDay = z.object({ day: z.string(), total_runs: z.number(), total_successes: z.number() })

/** One execution of a pipeline, with its steps as its reader may see them, and the names of its files. */
export interface PipelineExecution extends Omit<z.output<typeof zExecution>, 'used'> {
  /** The names in its report that no record has, each with its member. Only the operator sees any. */
  readonly unresolved: readonly { readonly field: string; readonly name: string }[]
}

/** An execution with where its evidence is, for who may read it. */
export interface EndedExecution extends PipelineExecution {
  readonly evidence: readonly StepEvidence[]
}

/** The session or the campaign of a step. */
export interface StepEvidence {
  readonly step: string
  readonly kind: 'issuance' | 'presentation' | 'campaign'
  readonly id: string
}

/** A pipeline as its reader may see it. */
export interface PipelineView {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly description: string
  /** False only for who has the admin key. */
  readonly published: boolean
  readonly owner: { readonly name: string; readonly canonified_name: string }
  /** Its definition as this reader may see it, without what sessions seal; `null` if there is none. */
  readonly definition: unknown
  /** Where this service is reached. */
  readonly origin: string
  /** Its success rate over the last days, from the first day with data. */
  readonly trend: readonly TrendPoint[]
  /** False if its owner shows no results under its name. */
  readonly resultsShown: boolean
  /** Its row of the scoreboard; `null` before its first aggregation, or if its results are not shown. */
  readonly row: ScoreboardRow | null
  /** What has not ended, the oldest first. */
  readonly running: readonly PipelineExecution[]
  /** Whether more than those have not ended. */
  readonly moreRunning: boolean
  /** What has ended, the newest first. */
  readonly executions: readonly EndedExecution[]
  /** The newest success, even if it is older than those; `null` if there is none. */
  readonly latestSuccess: PipelineExecution | null
}

/** Who reads: everybody reads without any token, and so never what is private; who has the admin key reads all. */
type Reader = 'anybody' | 'operator'

const readerOf = (isOperator: boolean): Reader => (isOperator ? 'operator' : 'anybody')

/**
 * The pipeline with this path, read once per render; `null` if it does not exist, or is not public and the reader not the
 * operator: these look the same. Throws `StoreUnavailable` if storage does not respond in time.
 */
export const pipelineView = cache(
  (path: string, isOperator: boolean): Promise<PipelineView | null> => inTime(readView(path, readerOf(isOperator))),
)

/** Whether this reader has such a pipeline. Throws as above. */
export const pipelineExists = async (path: string, isOperator: boolean): Promise<boolean> =>
  (await inTime(findPipeline(path, readerOf(isOperator)))) !== null

/** The id of the pipeline with this path, private or not; `null` if there is none. Callers have checked the operator's session. */
export const pipelineIdOf = async (path: string): Promise<string | null> =>
  (await inTime(findPipeline(path, 'operator')))?.id ?? null

/** The runs of a pipeline: those that have not ended, the oldest first, and the last that did, the newest first. */
export interface RunsOfPipeline {
  readonly running: readonly PipelineExecution[]
  readonly ended: readonly PipelineExecution[]
}

/** Those runs; `null` as for the view of the pipeline. Throws as above. */
export const runsNow = async (path: string, isOperator: boolean): Promise<RunsOfPipeline | null> =>
  inTime(readRuns(path, readerOf(isOperator)))

async function readRuns(path: string, reader: Reader): Promise<RunsOfPipeline | null> {
  const pipeline = await findPipeline(path, reader)
  if (pipeline === null) return null
  const running = await runningOf(pipeline.id, reader)
  return { running: running.slice(0, runningMax), ended: await endedOf(pipeline.id, reader, endedFollowed) }
}

const endedOf = (pipeline: string, reader: Reader, most: number): Promise<PipelineExecution[]> =>
  executionsOf(pipeline, reader, {
    filter: filterOf(['pipeline', '=', { id: pipeline }], ['status', '!=', { word: 'running' }]),
    sort: '-started_at',
    perPage: String(most),
  })

const runningOf = (pipeline: string, reader: Reader): Promise<PipelineExecution[]> =>
  executionsIfAny(pipeline, reader, {
    filter: filterOf(['pipeline', '=', { id: pipeline }], ['status', '=', { word: 'running' }]),
    sort: 'started_at',
    perPage: String(runningMax + 1),
  })

/** The newest success, for a pipeline whose newest runs are none; `null` if it never had one. */
async function olderSuccessOf(pipeline: string, reader: Reader): Promise<PipelineExecution | null> {
  const [found = null] = await executionsIfAny(pipeline, reader, {
    filter: filterOf(['pipeline', '=', { id: pipeline }], ['status', '=', { word: 'completed' }]),
    sort: '-started_at',
    perPage: '1',
  })
  return found
}

/** The same for a list that is usually empty. */
const executionsIfAny: typeof executionsOf = async (pipeline, reader, query) =>
  (await isAny('pipeline_results', query.filter)) ? executionsOf(pipeline, reader, query) : []

async function historyOf(pipeline: string, reader: Reader): Promise<readonly z.output<typeof zDay>[]> {
  const filter = filterOf(['pipeline', '=', { id: pipeline }])
  if (!(await isAny('scoreboard_history', filter))) return []
  return list(reader, 'scoreboard_history', zDay, { filter, sort: '-day', perPage: String(trendDays + 1) })
}

/**
 * Whether any record matches, whoever reads. PocketBase lets visitors wait up to half a second for an empty list, once a few were:
 * all visitors of ours are one to it. What they are shown is still read as they would.
 */
async function isAny(collection: string, filter: Filter): Promise<boolean> {
  const found = await list('operator', collection, z.object({ id: z.string() }), { filter, fields: 'id', perPage: '1' })
  return found.length > 0
}

async function executionsOf(
  pipeline: string,
  reader: Reader,
  query: Parameters<typeof list>[3],
): Promise<PipelineExecution[]> {
  const executions = await list(reader, 'pipeline_results', zExecution, query)
  const names = namesUsed(
    executions.map(({ used }) => used),
    pipeline,
  )
  const isNothingNamed = Object.values(names.paths).every((paths) => paths.length === 0)
  const found = isNothingNamed ? null : await container().ports.scoreboard.store.resolve(names)
  return executions.map(({ used, ...members }) => ({
    ...members,
    unresolved: found === null ? [] : unknownNames(used, pipeline, found),
  }))
}

async function readView(path: string, reader: Reader): Promise<PipelineView | null> {
  const pipeline = await findPipeline(path, reader)
  if (pipeline === null) return null
  const { expand, scoreboard_visibility: visibility, definition, ...members } = pipeline
  // First what runs: what ends meanwhile is then in both lists, and not in none.
  const running = await runningOf(pipeline.id, reader)
  const ended = await endedOf(pipeline.id, reader, executionsMax)
  const latestSuccess =
    ended.find(({ status }) => status === 'completed') ?? (await olderSuccessOf(pipeline.id, reader))
  const row = (await scoreboard())?.rows.find((known) => known.expand.pipeline?.path === path) ?? null
  const shown = resultsShown(visibility)
  const history = shown || reader === 'operator' ? await historyOf(pipeline.id, reader) : []
  const { protocolSettings, ports } = container()
  return {
    ...members,
    definition: shared().withPlaceholders(definition),
    row,
    trend: trendOf(history, ports.now()),
    running: running.slice(0, runningMax),
    moreRunning: running.length > runningMax,
    executions: await Promise.all(ended.map(async (one) => ({ ...one, evidence: await evidenceOf(one) }))),
    latestSuccess,
    resultsShown: shown,
    origin: protocolSettings.baseUrl,
    owner: expand.owner,
  }
}

/** Where the evidence of a run is, as far as its steps name it to their reader. */
async function evidenceOf({ steps }: Pick<PipelineExecution, 'steps'>): Promise<StepEvidence[]> {
  const found = await Promise.all(steps.map(evidenceOfStep))
  return found.filter((one) => one !== null)
}

async function evidenceOfStep({ id: step, kind, sessionId, campaignId }: RunStep): Promise<StepEvidence | null> {
  // A campaign goes on where whoever reads its page is: it is for those who may read everything.
  if (campaignId !== null) return (await mayReadEvidence()) ? { step, kind: 'campaign', id: campaignId } : null
  if (sessionId === null) return null
  if (kind === 'issuance' || kind === 'presentation') return { step, kind, id: sessionId }
  // Who reports executions from elsewhere need not say which kind of session a step is.
  const run = await container().queries.run(sessionId)
  return run === null ? null : { step, kind: run.kind, id: run.id }
}

async function findPipeline(path: string, reader: Reader) {
  if (!isPipelinePath(path)) return null
  const isPublished = ['published', '=', { flag: true }] as const
  const [pipeline = null] = await list(reader, 'pipelines', zPipeline, {
    filter: filterOf(['path', '=', { path }], ...(reader === 'operator' ? [] : [isPublished])),
    expand: 'owner',
    perPage: '1',
  })
  return pipeline
}

async function list<Schema extends z.ZodType>(
  reader: Reader,
  collection: string,
  schema: Schema,
  query: Readonly<Record<string, string>> & { readonly filter: Filter },
): Promise<z.output<Schema>[]> {
  const search = new URLSearchParams({ skipTotal: '1', ...query })
  const { readPublic, readWhole } = container().ports.scoreboard
  const read = reader === 'operator' ? readWhole : readPublic
  const { status, body } = await read(`${collection}/records`, `${search}`)
  if (status !== 200) throw new StoreUnavailable(`PocketBase responded to the reading of ${collection} with ${status}.`)
  return z.object({ items: z.array(schema) }).parse(JSON.parse(body)).items
}
