import { addSeconds, type EpochMillis, epochMillis, fromIso, toIso } from '../shared/time/time'
import { type ExecutionMemo, zExecutionMemo } from './execution-memo'
import type { ExecutionRecord } from './execution-record'
import { runnerPaths } from './pipelines/ledger-record'
import type { RunName } from './pipelines/pipeline-runner'
import { pipelineOfWorkflow, pipelineWorkflowType } from './pipelines/run-types'

/** Overlap before the watermark, in seconds, for runs that Temporal listed late. */
export const overlapSeconds = 600
/** Maximum length of a path that a search attribute holds, in characters. */
const pathMax = 700
/** Margin before now, in seconds: a run that has just ended records itself. */
const settleSeconds = 5

/** An ended workflow of any type, as Temporal lists it. Instants are keys. */
export interface EndedRun extends RunName {
  readonly workflowType: string
  readonly status: 'completed' | 'failed' | 'timed_out' | 'canceled' | 'terminated'
  readonly startedAt: string
  readonly closedAt: string
  readonly memo: unknown
  /** The search attributes of the run, by name. */
  readonly attributes: Readonly<Record<string, unknown>>
}

/** One page of the runs that ended within a window. */
export interface EndedRuns {
  readonly runs: readonly EndedRun[]
  /** Where the next page begins; '' after the last one. */
  readonly next: string
}

/** The workflows of the organisations' namespaces in Temporal, of any type. Every method throws if Temporal does not respond. */
export interface RunVisibility {
  /** Runs that ended between two RFC 3339 instants. A namespace unknown to Temporal has none. */
  ended(query: {
    readonly namespace: string
    readonly from: string
    readonly until: string
    readonly page: string
  }): Promise<EndedRuns>
  /** One run; `null` if Temporal does not know it. */
  find(run: { readonly namespace: string } & RunName): Promise<EndedRun | 'running' | null>
}

/** The unfinished window of a reconciliation, and the page at which it continues. */
export interface Scan {
  readonly from: string
  readonly until: string
  readonly page: string
}

/** Progress of reconciliation in a namespace. */
export interface ReconciliationState {
  readonly namespace: string
  /** Every run that ended before is in the ledger. RFC 3339; '' before the first reconciliation. */
  readonly watermark: string
  readonly scan: Scan | null
  /** Runs that the ledger considers running although their time is over. */
  readonly overdue: readonly RunName[]
}

/**
 * A run as in the ledger. `pipelines` names its pipeline by ids, then by path; the first one of the namespace's
 * organisation counts.
 */
export interface ReconciledRun extends Pick<ExecutionRecord, KeptMember> {
  readonly pipelines: readonly string[]
  readonly path: string
  readonly status: EndedRun['status']
  /**
   * Whether this end counts even if the run never opened a step; otherwise such a run is canceled, because no worker
   * took it.
   */
  readonly counts_unopened: boolean
}

/** What Temporal knows about an execution's row. */
type KeptMember =
  | 'workflow_id'
  | 'run_id'
  | 'type'
  | 'started_at'
  | 'closed_at'
  | 'duration_ms'
  | 'runner_ids'
  | 'runner_types'
  | 'entities'
  | 'definition_sha256'
  | 'ci_run_url'
  | 'infra'
  | 'reason'

/** Storage of reconciliations. Every method throws StoreUnavailable. */
export interface ReconciliationStore {
  /** Progress of each of these namespaces at an instant. */
  states(namespaces: readonly string[], at: EpochMillis): Promise<ReconciliationState[]>
  /**
   * Adds runs that the ledger lacks, ends those it considers running, and stores where to continue; all in one
   * transaction. A run that has ended in the ledger is unchanged. Returns how many runs were written, and how many
   * name no pipeline of the organisation.
   */
  reconcile(page: {
    readonly namespace: string
    readonly runs: readonly ReconciledRun[]
    readonly progress: { readonly scan: Scan } | { readonly watermark: string } | null
  }): Promise<{ readonly written: number; readonly orphans: number }>
  /** Ends runs that nothing more will be heard of, as terminated when their time was over. Returns how many. */
  endLost(namespace: string, runs: readonly RunName[]): Promise<number>
}

/** The window of a reconciliation that begins now. */
export function windowAt(watermark: string, now: EpochMillis): Omit<Scan, 'page'> {
  const until = addSeconds(now, -settleSeconds)
  // A clock that was ahead may have left a watermark in the future.
  const reached = epochMillis(Math.min(fromIso(watermark) ?? 0, until))
  return { from: toIso(epochMillis(Math.max(0, addSeconds(reached, -overlapSeconds)))), until: toIso(until) }
}

/** The ledger record of an unknown run: from the memo, and from the search attributes where it lacks something. */
export function toLedger({ memo, attributes, ...run }: EndedRun): ReconciledRun {
  const { type, runner_ids: ids, runner_types = [], entities = {}, end, ...noted } = zExecutionMemo.parse(memo)
  const named = namesOf({ memo, attributes, ...run })
  const [from, to] = [fromIso(run.startedAt), fromIso(run.closedAt)]
  const runner_ids = unique(ids ?? textsOf(attributes.RunnerIdentifiers))
  return {
    workflow_id: run.workflowId,
    run_id: run.runId,
    pipelines: named.ids,
    path: named.path,
    ...endOf(run.status, end, runner_ids),
    type: type ?? typeOf(attributes.TriggerType),
    started_at: run.startedAt,
    closed_at: run.closedAt,
    duration_ms: from === null || to === null ? 0 : Math.max(0, to - from),
    runner_ids,
    runner_types: unique(runner_types),
    entities,
    definition_sha256: noted.definition_sha256 ?? '',
    ci_run_url: noted.ci_run_url ?? '',
  }
}

/** How a workflow names its pipeline: by ids of its record, and by path; '' and [] where it does not. */
export interface NamedPipeline {
  readonly ids: readonly string[]
  readonly path: string
}

/**
 * The pipeline that a workflow names: in the memo `pipeline`, by id or path, or by path in the search attribute
 * `PipelineIdentifier`. Ids of workflows name one only where this service chose them.
 */
export function namesOf(run: Pick<EndedRun, 'workflowType' | 'workflowId' | 'memo' | 'attributes'>): NamedPipeline {
  const noted = zExecutionMemo.parse(run.memo).pipeline ?? ''
  const isPath = noted.includes('/')
  const ofWorkflow = run.workflowType === pipelineWorkflowType ? pipelineOfWorkflow(run.workflowId) : null
  const [attribute = ''] = textsOf(run.attributes.PipelineIdentifier)
  return {
    ids: [isPath ? '' : noted, ofWorkflow ?? ''].filter((id) => id !== ''),
    path: attribute === '' && isPath ? noted : attribute,
  }
}

/** Whether a workflow names a pipeline at all. */
export const isNamed = ({ ids, path }: NamedPipeline): boolean => ids.length > 0 || path !== ''

const ourRunners: readonly string[] = Object.values(runnerPaths)

/**
 * How a run ended: by its own note, else by Temporal. A run of ours that timed out there had no worker at its end. One
 * that failed without a note broke by itself: that says nothing about the wallet. Foreign workflows are taken as they are.
 */
function endOf(
  status: EndedRun['status'],
  noted: ExecutionMemo['end'],
  runners: readonly string[],
): Pick<ReconciledRun, 'status' | 'infra' | 'reason' | 'counts_unopened'> {
  if (noted !== undefined && status !== 'terminated') return { ...noted, counts_unopened: true }
  const isOurs = runners.some((runner) => ourRunners.includes(runner))
  if (status === 'failed' && isOurs)
    return { status: 'canceled', infra: true, reason: 'service_failed', counts_unopened: true }
  return { status, infra: false, reason: '', counts_unopened: !(status === 'timed_out' && isOurs) }
}

function typeOf(trigger: unknown): ReconciledRun['type'] {
  const [word] = textsOf(trigger)
  return word === 'scheduled' || word === 'CI' ? word : 'manual'
}

/** The texts of a search attribute, a single one or a list, in the form in which paths are made. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((text): text is string => typeof text === 'string' && text.length <= pathMax)
    .map((text) => text.normalize('NFC'))

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort()

/**
 * Reconciles the ledger of one namespace with Temporal: every run that ended since the last time is there once, and
 * none unknown to Temporal is considered running. `onPage` is called after each page.
 */
export async function reconcileNamespace(
  {
    visibility,
    store,
    now,
  }: { readonly visibility: RunVisibility; readonly store: ReconciliationStore; readonly now: () => EpochMillis },
  state: ReconciliationState,
  onPage: (page: string) => void,
): Promise<{ readonly written: number; readonly orphans: number }> {
  const { namespace } = state
  let [written, orphans] = [0, 0]
  const goThrough = async (window: Omit<Scan, 'page'>, first: string): Promise<void> => {
    for (let page = first; ; ) {
      const { runs, next } = await visibility.ended({ namespace, ...window, page })
      // The watermark moves only once the last page is stored. If nothing ended, it may stay.
      if (runs.length > 0 || page !== '') {
        const progress = next === '' ? { watermark: window.until } : { scan: { ...window, page: next } }
        const named = runs.filter((run) => isNamed(namesOf(run))).map(toLedger)
        const done = await store.reconcile({ namespace, runs: named, progress })
        written += done.written
        orphans += done.orphans
      }
      onPage(next)
      if (next === '') return
      page = next
    }
  }
  const { scan } = state
  // A stored page token may be invalid in another Temporal; then start again from the watermark.
  const resumed =
    scan !== null &&
    (await goThrough(scan, scan.page).then(
      () => true,
      () => false,
    ))
  await goThrough(windowAt(resumed ? scan.until : state.watermark, now()), '')
  const lost: RunName[] = []
  for (const run of state.overdue) {
    const found = await visibility.find({ namespace, ...run })
    if (found === null) lost.push(run)
    // It ended too late for any window.
    else if (found !== 'running') {
      const done = await store.reconcile({ namespace, runs: [toLedger(found)], progress: null })
      written += done.written
    }
    onPage('')
  }
  if (lost.length > 0) written += await store.endLost(namespace, lost)
  return { written, orphans }
}
