import type { EventView } from '@/lib/core/engine/evidence/session-view'
import type { KnownMisbehaviour } from '@/lib/queries/known-misbehaviour'
import type { JudgedCheck } from './judged-check'

/** The outcome of a run with a misbehaviour: whether the intended check noticed it, and what else failed. */
export interface MisbehaviourRun {
  readonly misbehaviour: KnownMisbehaviour
  /** `pending`: the wallet may not have reached the misbehaving step yet. */
  readonly outcome: 'found' | 'missed' | 'pending'
  /** The exchange in which it was found; `null` if it was not found, or not in a single exchange. */
  readonly exchangeId: string | null
  /** Failed MUSTs that the misbehaviour does not explain. */
  readonly unexplained: readonly JudgedCheck[]
}

/** Id of the misbehaviour that the reference wallet was last run with; `null` for a clean run or any other wallet. */
export function misbehaviourOfRun(events: readonly Pick<EventView, 'type' | 'detail'>[]): string | null {
  const misbehaviour = events.findLast(({ type }) => type === 'reference_wallet_started')?.detail.fault
  return typeof misbehaviour === 'string' ? misbehaviour : null
}

/** Compares what a run with a misbehaviour should show with the findings. `isOver`: no more requests will come. */
export function misbehaviourRun(
  misbehaviour: KnownMisbehaviour,
  checks: readonly JudgedCheck[],
  isOver: boolean,
): MisbehaviourRun {
  const target = checks.find(({ id }) => id === misbehaviour.checkId)
  const noticed = target?.entries.find(({ status }) => status === 'fail' || status === 'warn')
  const stayedUnseen = misbehaviour.staysUnseen && isOver && target?.status === 'not_observed'
  const outcome = noticed !== undefined || stayedUnseen ? 'found' : isOver ? 'missed' : 'pending'
  const explained = new Set([misbehaviour.checkId, ...misbehaviour.alsoFails])
  return {
    misbehaviour,
    outcome,
    exchangeId: noticed?.exchange_id ?? null,
    unexplained: checks.filter(({ id, level, status }) => level === 'must' && status === 'fail' && !explained.has(id)),
  }
}
