import { randomUUID } from 'node:crypto'
import { Context } from '@temporalio/activity'
import type { PipelineActivities } from '@/lib/adapters/temporal/pipeline/activities'
import { pipelineWorkflowId, pipelineWorkflowType } from '@/lib/core/scoreboard/pipeline-workflow'
import type { PipelineWorld } from './pipeline-world'

/** What a played run does differently, and members of its plan. */
type Changed = Partial<PipelineActivities> & { readonly plan?: object }

/** Starts a run on a queue, without asking the service. */
const startPlayed = (world: Pick<PipelineWorld, 'runs'>, queue: string) =>
  world.runs.workflow.start(pipelineWorkflowType, {
    workflowId: pipelineWorkflowId('played', randomUUID()),
    taskQueue: queue,
    args: [{ pipeline_id: 'played', trigger: 'manual', heartbeat_seconds: 3 }],
  })
export type PlayedRun = Awaited<ReturnType<typeof startPlayed>>

/** An activity that lasts until it is cancelled. */
export async function untilCancelled(): Promise<never> {
  const context = Context.current()
  const beat = setInterval(() => context.heartbeat(), 500)
  return context.cancelled.finally(() => clearInterval(beat))
}

/** Activities that do nothing, and note how the run was closed. */
function played({ plan, ...others }: Changed) {
  const closed: Parameters<PipelineActivities['closeExecution']>[0][] = []
  const opened: string[] = []
  const activities: Partial<PipelineActivities> = {
    openExecution: async () => ({
      ...{ runner: 'built_in_wallet', wait_seconds: 1, timeout_seconds: 60, definition_sha256: 'a' },
      steps: [{ id: 'a', kind: 'issuance', on_failure: 'stop', runs: null }],
      ...plan,
    }),
    openStep: async ({ step }) => ({ session_id: `session-${opened.push(step)}` }),
    noteProgress: async () => undefined,
    driveWallet: async () => ({ broken: false, outcome: '' }),
    watchStep: async () => undefined,
    judgeStep: async () => ({ verdict: { kind: 'passed' }, checks: ['vci.dpop.htu'] }),
    closeExecution: async (input) => void closed.push(input),
    ...others,
  }
  return { activities, closed, opened }
}

/**
 * Takes the workflow of a run through steps that are played, on a queue of its own, so that many can be played side by side.
 * `meanwhile` is called once it has started. Returns how it ended, in Temporal and for the ledger.
 */
export async function playRun(
  world: Pick<PipelineWorld, 'runs' | 'startPipelineWorker'>,
  changed: Changed,
  meanwhile: (run: PlayedRun) => Promise<unknown> = async () => null,
) {
  const { activities, closed, opened } = played(changed)
  const queue = `played-${randomUUID()}`
  const worker = await world.startPipelineWorker(activities, queue)
  try {
    const run = await startPlayed(world, queue)
    await meanwhile(run)
    await run.result().catch(() => undefined)
    const { status } = await run.describe()
    const { end, records } = closed[0] ?? { end: null, records: [] }
    return { run, temporal: status.name, end, records, opened, closings: closed.length }
  } finally {
    await worker.stop()
  }
}
