import 'server-only'
import { container } from '@/lib/server/container'
import { endedFollowed, type PipelineExecution, type RunsOfPipeline, runsNow } from './pipeline'
import { openStep, sessionKindOf } from './run-steps'

/** How long an open page follows runs that do not end, in milliseconds: the longest run, and some more. */
const liveMillis = 3 * 60 * 60 * 1000
/** How long it follows one that has ended, after the last change of it: its files come then. */
const filesMillis = 20_000

/**
 * What changes whenever a run of the pipeline with this path begins, goes on, ends, or gets its files; for who has the admin key also whenever a
 * wallet comes to a session that a run waits for. `null` if this reader has no such pipeline. Throws `StoreUnavailable`.
 */
export async function pipelineRevision(path: string, isOperator: boolean): Promise<string | null> {
  const runs = await runsNow(path, isOperator)
  return runs === null ? null : revisionOfRuns(runs, isOperator)
}

/** The same for runs that have been read. */
export async function revisionOfRuns({ running, ended }: RunsOfPipeline, isOperator: boolean): Promise<string> {
  const parts = await Promise.all(
    running.map(async (run) => [run.id, run.updated, isOperator ? await sessionRevision(run) : '']),
  )
  const last = ended.slice(0, endedFollowed).map(({ id, updated }) => [id, updated])
  return [...parts, ...last].flat().join(' ')
}

/** How long a page that is rendered `now` (epoch milliseconds) polls for more of these runs, in milliseconds; 0: not at all. */
export function followedMillis(
  {
    running,
    ended,
  }: {
    readonly running: readonly unknown[]
    readonly ended: readonly Pick<PipelineExecution, 'updated'>[]
  },
  now: number,
): number {
  if (running.length > 0) return liveMillis
  const last = Math.max(0, ...ended.slice(0, endedFollowed).map(({ updated }) => Date.parse(updated) || 0))
  return Math.min(filesMillis, Math.max(0, last + filesMillis - now))
}

async function sessionRevision({ steps }: PipelineExecution): Promise<string> {
  const open = openStep(steps)
  const kind = open === undefined ? null : sessionKindOf(open)
  if (kind === null || !open?.sessionId) return ''
  return (await container().queries[kind].revision(open.sessionId)) ?? ''
}
