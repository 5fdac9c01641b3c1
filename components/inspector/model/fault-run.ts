import type { EventView } from '@/lib/core/evidence/session-view'
import type { KnownFault } from '@/lib/queries/faults'
import type { JudgedCheck } from './judged-check'

/** What came of a run with a fault: whether the check that was to notice it did, and what else failed. */
export interface FaultRun {
  readonly fault: KnownFault
  /** `pending`: the wallet may still come to the place where the fault is. */
  readonly outcome: 'found' | 'missed' | 'pending'
  /** The exchange in which it was found; `null` where it was not, or by no exchange alone. */
  readonly exchangeId: string | null
  /** Musts that failed and that the fault does not explain. */
  readonly unexplained: readonly JudgedCheck[]
}

/** Id of the fault that the reference wallet was last run with; `null` for a clean run, and for a wallet of others. */
export function faultOfRun(events: readonly Pick<EventView, 'type' | 'detail'>[]): string | null {
  const fault = events.findLast(({ type }) => type === 'reference_wallet_started')?.detail.fault
  return typeof fault === 'string' ? fault : null
}

/** Compares what a run with a fault was to show with what the checks say. `isOver`: no request comes any more. */
export function faultRun(fault: KnownFault, checks: readonly JudgedCheck[], isOver: boolean): FaultRun {
  const target = checks.find(({ id }) => id === fault.checkId)
  const noticed = target?.entries.find(({ status }) => status === 'fail' || status === 'warn')
  const stayedUnseen = fault.staysUnseen && isOver && target?.status === 'not_observed'
  const outcome = noticed !== undefined || stayedUnseen ? 'found' : isOver ? 'missed' : 'pending'
  const explained = new Set([fault.checkId, ...fault.alsoFails])
  return {
    fault,
    outcome,
    exchangeId: noticed?.exchange_id ?? null,
    unexplained: checks.filter(({ id, level, status }) => level === 'must' && status === 'fail' && !explained.has(id)),
  }
}
