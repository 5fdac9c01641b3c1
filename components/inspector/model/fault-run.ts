import type { EventView } from '@/lib/core/engine/evidence/session-view'
import type { KnownFault } from '@/lib/queries/faults'
import type { JudgedCheck } from './judged-check'

/** The outcome of a run with a fault: whether the intended check noticed it, and what else failed. */
export interface FaultRun {
  readonly fault: KnownFault
  /** `pending`: the wallet may not have reached the faulty step yet. */
  readonly outcome: 'found' | 'missed' | 'pending'
  /** The exchange in which it was found; `null` if it was not found, or not in a single exchange. */
  readonly exchangeId: string | null
  /** Failed MUSTs that the fault does not explain. */
  readonly unexplained: readonly JudgedCheck[]
}

/** Id of the fault that the reference wallet was last run with; `null` for a clean run or any other wallet. */
export function faultOfRun(events: readonly Pick<EventView, 'type' | 'detail'>[]): string | null {
  const fault = events.findLast(({ type }) => type === 'reference_wallet_started')?.detail.fault
  return typeof fault === 'string' ? fault : null
}

/** Compares what a run with a fault should show with what the checks found. `isOver`: no more requests will come. */
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
