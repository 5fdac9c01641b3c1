import { addSeconds, fromIso } from '../shared/time/time'
import type { ListedWorkflow, Standing } from './listed-workflows'
import { isNamed, type NamedPipeline, namesOf, overlapSeconds } from './reconciliation'
import type { AggregationScheduler } from './scheduler'
import type { ScoreboardStore } from './scoreboard-store'

/** How many workflows of a namespace are looked at: the newest that have ended, and the newest that run. */
export const lookedAtMax = { ended: 200, running: 50 } as const

/** Why a workflow is not counted. */
export const uncountedReasons = [
  'still_running',
  'continued',
  'no_result',
  'no_identifier',
  'other_organization',
  'unknown_pipeline',
  'not_yet',
  'passed_over',
] as const
type UncountedReason = (typeof uncountedReasons)[number]

/** A workflow that is in no statistics, and why. */
export interface Uncounted {
  readonly workflow_id: string
  readonly run_id: string
  readonly type: string
  readonly status: ListedWorkflow['status']
  /** RFC 3339; `closed_at` is '' while it runs. */
  readonly started_at: string
  readonly closed_at: string
  /** What it names as its pipeline; '' for nothing. */
  readonly pipeline: string
  readonly reason: UncountedReason
  /** The reason as a sentence, with what to do. */
  readonly because: string
}

/** Statuses of the ledger that are in statistics. */
const counted: readonly string[] = ['completed', 'failed', 'timed_out']

/**
 * The newest workflows of a namespace that are in no statistics. `null` if no organisation has the namespace. Throws
 * SchedulerUnavailable and StoreUnavailable.
 */
export async function findUncounted(
  namespace: string,
  {
    scheduler,
    store,
  }: {
    readonly scheduler: Pick<AggregationScheduler, 'workflows'>
    readonly store: Pick<ScoreboardStore, 'standing'>
  },
): Promise<{ readonly uncounted: readonly Uncounted[]; readonly lookedAt: number; readonly hasMore: boolean } | null> {
  const { workflows, hasMore } = await scheduler.workflows(namespace)
  const named = workflows.map(namesOf)
  const standing = await store.standing(
    namespace,
    workflows.map(({ workflowId, runId }, index) => ({
      workflowId,
      runId,
      ...(named[index] ?? { ids: [], path: '' }),
    })),
  )
  if (standing === null) return null
  const uncounted = workflows.flatMap((workflow, index): Uncounted[] => {
    const names = named[index] ?? { ids: [], path: '' }
    const known = standing.workflows[index] ?? { status: '', hasPipeline: false }
    if (counted.includes(known.status)) return []
    const reason = reasonOf(namespace, workflow, names, known, standing.watermark)
    const pipeline = names.path || (names.ids[0] ?? '')
    return [
      {
        workflow_id: workflow.workflowId,
        run_id: workflow.runId,
        type: workflow.workflowType,
        status: workflow.status,
        started_at: workflow.startedAt,
        closed_at: workflow.closedAt,
        pipeline,
        reason,
        because: wordsOf(reason, { namespace, pipeline, status: known.status }),
      },
    ]
  })
  return { uncounted, lookedAt: workflows.length, hasMore }
}

function reasonOf(
  namespace: string,
  { status, closedAt }: ListedWorkflow,
  names: NamedPipeline,
  known: Standing['workflows'][number],
  watermark: string,
): UncountedReason {
  if (status === 'running') return 'still_running'
  if (status === 'continued') return 'continued'
  if (known.status !== '' && known.status !== 'running') return 'no_result'
  if (!isNamed(names)) return 'no_identifier'
  if (!known.hasPipeline)
    return names.path !== '' && !names.path.startsWith(`${namespace}/`) ? 'other_organization' : 'unknown_pipeline'
  const [reached, endedAt] = [fromIso(watermark), fromIso(closedAt)]
  const passed = reached !== null && endedAt !== null && endedAt < addSeconds(reached, -overlapSeconds)
  return passed ? 'passed_over' : 'not_yet'
}

function wordsOf(
  reason: UncountedReason,
  { namespace, pipeline, status }: { readonly namespace: string; readonly pipeline: string; readonly status: string },
): string {
  switch (reason) {
    case 'still_running':
      return 'It still runs. What has ended is counted.'
    case 'continued':
      return 'It went on as another run, which is counted at its end.'
    case 'no_result':
      return `The ledger has it as ${status}, so without a result. Such runs are counted as cancelled alone.`
    case 'no_identifier':
      return 'It names no pipeline. Start it with the search attribute PipelineIdentifier, or the memo pipeline.'
    case 'other_organization':
      return `It names ${pipeline}, which is no path of this organisation: those begin with ${namespace}/.`
    case 'unknown_pipeline':
      return `This organisation has no pipeline ${pipeline}. Add it, or name one that there is.`
    case 'not_yet':
      return 'The next aggregation counts it. The operator starts and schedules them, and sees at /operator/scoreboard whether one is scheduled.'
    case 'passed_over':
      return 'Aggregations have passed the time in which it ended, and none looks there again. Report it with POST /api/pipeline/executions.'
  }
}
