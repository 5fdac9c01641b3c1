import { randomUUID } from 'node:crypto'
import { activityInfo, Context } from '@temporalio/activity'
import type { PipelineActivities } from '@/lib/adapters/temporal/pipeline/activities'
import { pipelineWorkflowId, pipelineWorkflowType } from '@/lib/core/scoreboard/pipelines/run-types'
import type { PipelineWorld } from './pipeline-world'

/** Activities that a played run replaces, and members of its plan. */
type Changed = Partial<PipelineActivities> & { readonly plan?: object }

/** Starts a run on a queue, without asking the service. */
const startPlayed = (world: Pick<PipelineWorld, 'runs'>, taskQueue: string, workflowId: string) =>
  world.runs.workflow.start(pipelineWorkflowType, {
    workflowId,
    taskQueue,
    args: [{ pipeline_id: 'played', trigger: 'manual', heartbeat_seconds: 3 }],
  })
export type PlayedRun = Awaited<ReturnType<typeof startPlayed>>

/** An activity that lasts until it is cancelled. */
export async function untilCancelled(): Promise<never> {
  const context = Context.current()
  const beat = setInterval(() => context.heartbeat(), 500)
  return context.cancelled.finally(() => clearInterval(beat))
}

type PlayedActivities = Pick<
  PipelineActivities,
  'openExecution' | 'openStep' | 'noteProgress' | 'driveWallet' | 'watchStep' | 'judgeStep' | 'closeExecution'
>

/** Activities that do nothing but note how the run was closed. */
function played({ plan, ...others }: Changed) {
  const closed: Parameters<PipelineActivities['closeExecution']>[0][] = []
  const opened: string[] = []
  const activities: PlayedActivities = {
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
 * Opens one worker for all played runs, since starting one costs half a second of CPU time. It stops with the world.
 */
export async function openPlayedRuns(world: Pick<PipelineWorld, 'runs' | 'startPipelineWorker'>) {
  const queue = `played-${randomUUID()}`
  const playing = new Map<string, PlayedActivities>()
  /** The activities of the current run. */
  const own = (): PlayedActivities => {
    const found = playing.get(activityInfo().workflowExecution?.workflowId ?? '')
    if (found === undefined) throw new Error('No such run is played.')
    return found
  }
  await world.startPipelineWorker(
    {
      openExecution: (...input) => own().openExecution(...input),
      openStep: (...input) => own().openStep(...input),
      noteProgress: (...input) => own().noteProgress(...input),
      driveWallet: (...input) => own().driveWallet(...input),
      watchStep: (...input) => own().watchStep(...input),
      judgeStep: (...input) => own().judgeStep(...input),
      closeExecution: (...input) => own().closeExecution(...input),
    },
    queue,
  )
  /**
   * Plays a workflow with these activities. `meanwhile` is called once it has started. Returns its end, in Temporal and
   * for the ledger.
   */
  return async (changed: Changed, meanwhile: (run: PlayedRun) => Promise<unknown> = async () => null) => {
    const { activities, closed, opened } = played(changed)
    const workflowId = pipelineWorkflowId('played', randomUUID())
    playing.set(workflowId, activities)
    const run = await startPlayed(world, queue, workflowId)
    await meanwhile(run)
    await run.result().catch(() => undefined)
    const { status } = await run.describe()
    const { end, records } = closed[0] ?? { end: null, records: [] }
    return { run, temporal: status.name, end, records, opened, closings: closed.length }
  }
}
