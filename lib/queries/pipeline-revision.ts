import 'server-only'
import { container } from '@/lib/server/wiring/container'
import { type PipelineExecution, runningNow } from './pipeline'
import { openStep, sessionKindOf } from './run-steps'

/**
 * What changes whenever a run of the pipeline with this path begins, goes on or ends; for who has the admin key also whenever a
 * wallet comes to a session that a run waits for. `null` if this reader has no such pipeline. Throws `StoreUnavailable`.
 */
export async function pipelineRevision(path: string, isOperator: boolean): Promise<string | null> {
  const running = await runningNow(path, isOperator)
  return running === null ? null : revisionOfRuns(running, isOperator)
}

/** The same for runs that have been read. */
export async function revisionOfRuns(running: readonly PipelineExecution[], isOperator: boolean): Promise<string> {
  const parts = await Promise.all(
    running.map(async (run) => [run.id, run.updated, isOperator ? await sessionRevision(run) : '']),
  )
  return parts.flat().join(' ')
}

async function sessionRevision({ steps }: PipelineExecution): Promise<string> {
  const open = openStep(steps)
  const kind = open === undefined ? null : sessionKindOf(open)
  if (kind === null || !open?.sessionId) return ''
  return (await container().queries[kind].revision(open.sessionId)) ?? ''
}
