import 'server-only'
import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/errors'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { container } from '@/lib/server/container'
import { isUnavailable } from './is-unavailable'
import { scoreboard } from './scoreboard'

const executionsMax = 20

const zNames = z.array(z.string())
const zPipeline = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string(),
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
  screenshots: zNames,
  videos: zNames,
  logs: zNames,
  report: z.string(),
})

/** One execution of a pipeline, with the names of its files. */
export type PipelineExecution = z.output<typeof zExecution>

/** A pipeline as everybody may see it. */
export interface PipelineView {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly owner: { readonly name: string; readonly canonified_name: string }
  /** What it does, as it was written; `null` where nothing is said. */
  readonly definition: unknown
  /** Its row of the scoreboard; `null` before its first aggregation, and where it is kept off the scoreboard. */
  readonly row: ScoreboardRow | null
  /** The newest first. */
  readonly executions: readonly PipelineExecution[]
  /** The newest that succeeded, also one that is older than those; `null` where there is none. */
  readonly latestSuccess: PipelineExecution | null
}

/**
 * The pipeline with this path; `null` when there is none or it is not public, which looks the same; `unavailable` while
 * storage does not answer. Everything is read without any token: what a visitor may not see is not there to be shown.
 */
export async function pipelineView(path: string): Promise<PipelineView | null | 'unavailable'> {
  try {
    return await readView(path)
  } catch (error) {
    if (isUnavailable(error)) return 'unavailable'
    throw error
  }
}

async function readView(path: string): Promise<PipelineView | null> {
  const pipeline = await findPipeline(path)
  if (pipeline === null) return null
  const { id, expand, ...members } = pipeline
  const of = `pipeline = ${quoted(id)}`
  const executions = await list('pipeline_results', zExecution, {
    filter: of,
    sort: '-started_at',
    perPage: String(executionsMax),
  })
  const [latestSuccess = null] = await list('pipeline_results', zExecution, {
    filter: `${of} && status = "completed"`,
    sort: '-started_at',
    perPage: '1',
  })
  const row = (await scoreboard())?.rows.find((known) => known.expand.pipeline?.path === path) ?? null
  return { ...members, owner: expand.owner, row, executions, latestSuccess }
}

async function findPipeline(path: string) {
  const [pipeline = null] = await list('pipelines', zPipeline, {
    filter: `path = ${quoted(path)} && published = true`,
    expand: 'owner',
    perPage: '1',
  })
  return pipeline
}

/** A text in a filter. What a quote or a back-slash would end or escape is in no path. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '')}"`

async function list<Schema extends z.ZodType>(
  collection: string,
  schema: Schema,
  query: Readonly<Record<string, string>>,
): Promise<z.output<Schema>[]> {
  const search = new URLSearchParams({ skipTotal: '1', ...query })
  const { status, body } = await container().ports.scoreboard.readPublic(`${collection}/records`, `${search}`)
  if (status !== 200) throw new StoreUnavailable(`PocketBase answered the reading of ${collection} with ${status}.`)
  return z.object({ items: z.array(schema) }).parse(JSON.parse(body)).items
}
