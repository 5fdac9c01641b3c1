import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/ground/ports/errors'
import { type Filter, filterOf, isPipelinePath } from '@/lib/core/ground/ports/filter'
import { resultsShown } from '@/lib/core/scoreboard/results-shown'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { type TrendPoint, trendDays, trendOf } from '@/lib/core/scoreboard/rows/trend'
import { container } from '@/lib/server/wiring/container'
import { scoreboard } from './scoreboard'
import { inTime } from './storage-away'

const executionsMax = 20

const zNames = z.array(z.string())
const zPipeline = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string(),
  scoreboard_visibility: z.string(),
  definition: z.unknown(),
  expand: z.object({ owner: z.object({ name: z.string(), canonified_name: z.string() }) }),
})
const zExecution = z.object({
  id: z.string(),
  status: z.string(),
  type: z.string(),
  started_at: z.string(),
  duration_ms: z.number(),
  ci_run_url: z.string(),
  runner_types: zNames.nullish().transform((types) => types ?? []),
  screenshots: zNames,
  videos: zNames,
  logs: zNames,
  report: z.string(),
})

const zDay = z.object({ day: z.string(), total_runs: z.number(), total_successes: z.number() })

/** One execution of a pipeline, with the names of its files. */
export type PipelineExecution = z.output<typeof zExecution>

/** The public view of a pipeline. */
export interface PipelineView {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly owner: { readonly name: string; readonly canonified_name: string }
  /** Its definition as written; `null` if there is none. */
  readonly definition: unknown
  /** Where this service is reached. */
  readonly origin: string
  /** Its success rate over the last days, from the first day with data. */
  readonly trend: readonly TrendPoint[]
  /** False if its owner shows no results under its name. */
  readonly resultsShown: boolean
  /** Its row of the scoreboard; `null` before its first aggregation, or if its results are not shown. */
  readonly row: ScoreboardRow | null
  /** The newest first. */
  readonly executions: readonly PipelineExecution[]
  /** The newest success, even if it is older than those; `null` if there is none. */
  readonly latestSuccess: PipelineExecution | null
}

/**
 * The pipeline with this path, read once per render; `null` if it does not exist or is not public, which look the same. Everything
 * is read without a token, so private data cannot be shown. Throws `StoreUnavailable` if storage does not respond in time.
 */
export const pipelineView = cache((path: string): Promise<PipelineView | null> => inTime(readView(path)))

async function readView(path: string): Promise<PipelineView | null> {
  const pipeline = await findPipeline(path)
  if (pipeline === null) return null
  const { id, expand, scoreboard_visibility: visibility, ...members } = pipeline
  const of = ['pipeline', '=', { id }] as const
  const executions = await list('pipeline_results', zExecution, {
    filter: filterOf(of),
    sort: '-started_at',
    perPage: String(executionsMax),
  })
  const [latestSuccess = null] = await list('pipeline_results', zExecution, {
    filter: filterOf(of, ['status', '=', { word: 'completed' }]),
    sort: '-started_at',
    perPage: '1',
  })
  const row = (await scoreboard())?.rows.find((known) => known.expand.pipeline?.path === path) ?? null
  const history = await list('scoreboard_history', zDay, {
    filter: filterOf(of),
    sort: '-day',
    perPage: String(trendDays + 1),
  })
  const { protocolSettings, ports } = container()
  const trend = trendOf(history, ports.now())
  const found = { row, trend, executions, latestSuccess, resultsShown: resultsShown(visibility) }
  return { ...members, ...found, origin: protocolSettings.baseUrl, owner: expand.owner }
}

async function findPipeline(path: string) {
  if (!isPipelinePath(path)) return null
  const [pipeline = null] = await list('pipelines', zPipeline, {
    filter: filterOf(['path', '=', { path }], ['published', '=', { flag: true }]),
    expand: 'owner',
    perPage: '1',
  })
  return pipeline
}

async function list<Schema extends z.ZodType>(
  collection: string,
  schema: Schema,
  query: Readonly<Record<string, string>> & { readonly filter: Filter },
): Promise<z.output<Schema>[]> {
  const search = new URLSearchParams({ skipTotal: '1', ...query })
  const { status, body } = await container().ports.scoreboard.readPublic(`${collection}/records`, `${search}`)
  if (status !== 200) throw new StoreUnavailable(`PocketBase responded to the reading of ${collection} with ${status}.`)
  return z.object({ items: z.array(schema) }).parse(JSON.parse(body)).items
}
