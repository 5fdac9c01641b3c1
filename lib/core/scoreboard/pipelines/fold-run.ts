// Pure steps of a run for the workflow, which runs in a sandbox: imports only types.
import type { PlannedStep, Reason, RunEnd, RunPlan, StepJudgement, StepRecord, StepVerdict } from './run-types'

/** The records of a run before its first step. */
export const firstRecords = ({ steps }: Pick<RunPlan, 'steps'>): StepRecord[] =>
  steps.map(({ id, kind }) => ({ id, kind, state: 'waiting', passed: null, reason: '', checks: 0 }))

/** The record of an open step: what was opened, and who has to act. */
export function openedRecord(
  record: StepRecord,
  opened: Pick<StepRecord, 'session_id' | 'campaign_id'>,
  waitsFor: NonNullable<StepRecord['waits_for']> | null,
): StepRecord {
  const { waits_for: _, ...rest } = record
  return { ...rest, ...opened, state: 'running', ...(waitsFor === null ? {} : { waits_for: waitsFor }) }
}

/** The record of a step whose session was abandoned because our own side failed. A campaign continues where it is. */
export function abandonedRecord(record: StepRecord): StepRecord {
  const { session_id, ...rest } = record
  if (session_id === undefined) return record
  return { ...rest, abandoned: [...(record.abandoned ?? []), session_id] }
}

/** The record of a step with its result. */
export function judgedRecord(record: StepRecord, { verdict, checks, capabilities = [] }: StepJudgement): StepRecord {
  const { waits_for: _, ...rest } = record
  // What does not count says nothing about the wallet.
  const told = verdict.kind === 'uncounted' || capabilities.length === 0 ? {} : { capabilities }
  const common = { ...rest, checks: checks.length, ...told }
  if (verdict.kind === 'passed') return { ...common, state: 'passed', passed: true, reason: '' }
  const reason = verdict.detail === '' ? verdict.reason : `${verdict.reason}: ${verdict.detail}`
  return verdict.kind === 'failed'
    ? { ...common, state: 'failed', passed: false, reason }
    : { ...common, state: 'uncounted', passed: null, reason }
}

/** The records of a run that could not take its next step (the first without a result), with the reason. */
export function brokenRecords(records: readonly StepRecord[], reason: Reason, detail: string): StepRecord[] {
  const place = records.findIndex(({ state }) => state === 'waiting' || state === 'running')
  const verdict: StepVerdict = { kind: 'uncounted', reason, detail, infra: false }
  return records.map((record, index) => (index === place ? judgedRecord(record, { verdict, checks: [] }) : record))
}

/** The records at the end of a run: unreached steps are skipped, open ones uncounted. */
export const lastRecords = (records: readonly StepRecord[]): StepRecord[] =>
  records.map((record) => {
    if (record.state !== 'waiting' && record.state !== 'running') return record
    const { waits_for: _, ...rest } = record
    return record.state === 'waiting' ? { ...rest, state: 'skipped' } : { ...rest, state: 'uncounted' }
  })

/** Whether a run continues after a step. An uncounted step ends it, because later steps would build on nothing. */
export const continuesAfter = ({ on_failure }: Pick<PlannedStep, 'on_failure'>, { kind }: StepVerdict): boolean =>
  kind === 'passed' || (kind === 'failed' && on_failure === 'continue')

/**
 * How a run ends, from the verdicts of its steps. A failure counts whatever else happened: the wallet caused it before
 * our own side failed or nobody came.
 */
export function runEnd(verdicts: readonly StepVerdict[]): RunEnd {
  for (const verdict of verdicts)
    if (verdict.kind === 'failed') return { status: 'failed', reason: verdict.reason, infra: false }
  for (const verdict of verdicts)
    if (verdict.kind === 'uncounted') return { status: 'canceled', reason: verdict.reason, infra: verdict.infra }
  return { status: 'completed', reason: '', infra: false }
}

/** The end of a run whose time is over. */
export const timedOut: RunEnd = { status: 'timed_out', reason: 'timed_out', infra: false }

/** The end of a cancelled run. */
export const canceled: RunEnd = { status: 'canceled', reason: '', infra: false }

/** Reasons that blame our own side, not the author of the pipeline. */
const ourOwn: readonly Reason[] = ['service_failed', 'worker_lost', 'no_place']

/** The end of a run that could not continue, unless something before it counts. */
export const brokenEnd = (verdicts: readonly StepVerdict[], reason: Reason): RunEnd =>
  runEnd([...verdicts, { kind: 'uncounted', reason, detail: '', infra: ourOwn.includes(reason) }])

/** Whom a run may wait for. */
export type WaitsFor = 'wallet' | 'result' | 'worker'

/** Whom a run waits for: a worker until the ledger knows its first step, then whoever has to act. */
export function waitingFor(status: string, steps: readonly Partial<StepRecord>[]): WaitsFor | null {
  if (status !== 'running') return null
  if (steps.length === 0) return 'worker'
  // An external runner may have reported anything.
  const waits: unknown = steps.find(({ state }) => state === 'running')?.waits_for
  return waits === 'wallet' || waits === 'result' ? waits : null
}
