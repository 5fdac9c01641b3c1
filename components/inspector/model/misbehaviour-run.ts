import type { ConformanceEntry, EventView } from '@/lib/core/engine/evidence/session-view'
import type { KnownMisbehaviour } from '@/lib/queries/known-misbehaviour'
import { type JudgedCheck, whyNotJudged } from './judged-check'

/** Result of a run with a misbehaviour: whether the intended check noticed it, and what else failed. */
export interface MisbehaviourRun {
  readonly misbehaviour: KnownMisbehaviour
  /** `pending`: the wallet may not have reached the misbehaving step yet. */
  readonly outcome: 'found' | 'missed' | 'pending'
  /** Exchange that revealed it; `null` if none did, or no single one. */
  readonly exchangeId: string | null
  /** Why a finished run lacks the failed check it should show; `null` if it has one, only warns, or is still running. */
  readonly unfailed: string | null
  /** Why it was caught as a warning only, e.g. `its rule is a recommendation`; `null` if it was not. */
  readonly warnedBecause: string | null
  /** Failed MUSTs that the misbehaviour does not explain. */
  readonly unexplained: readonly JudgedCheck[]
}

/** Misbehaviour of the reference wallet's last run; `null` for a clean run or any other wallet. */
export function misbehaviourOfRun(events: readonly Pick<EventView, 'type' | 'detail'>[]): string | null {
  const misbehaviour = events.findLast(({ type }) => type === 'reference_wallet_started')?.detail.fault
  return typeof misbehaviour === 'string' ? misbehaviour : null
}

/** Compares the expected finding of a misbehaviour with the actual ones. `isOver`: no more requests will come. */
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
  const isFailed = checks.some(({ id, status }) => status === 'fail' && explained.has(id))
  return {
    misbehaviour,
    outcome,
    exchangeId: noticed?.exchange_id ?? null,
    unfailed: outcome === 'pending' || isFailed || noticed !== undefined ? null : whyUnfailed(misbehaviour, target),
    warnedBecause: noticed === undefined || isFailed ? null : whyWarned(noticed),
    unexplained: checks.filter(({ id, level, status }) => level === 'must' && status === 'fail' && !explained.has(id)),
  }
}

/** Why a broken rule is a warning, as the end of a sentence. */
function whyWarned({ softened, level }: Pick<ConformanceEntry, 'softened' | 'level'>): string {
  if (softened !== undefined) return softenings[softened]
  return level === 'must' ? 'no text forbids this to every wallet' : 'its rule is a recommendation'
}

const softenings: Readonly<Record<NonNullable<ConformanceEntry['softened']>, string>> = {
  inferred: 'its request names no session',
  unclaimed: 'the session does not claim the profile of its rule',
  after_end: 'it came after the session was over',
}

/** Why a finished run has no failed check: it deliberately stays open, or was never reached. */
function whyUnfailed(
  { staysUnseen, outsideSession, checkId }: KnownMisbehaviour,
  target: JudgedCheck | undefined,
): string {
  if (outsideSession) return 'The request names no session, so the finding may be in the ledger.'
  if (target === undefined) return `This session does not run the check ${checkId}.`
  const reason = whyNotJudged(target.deciding)
  if (staysUnseen && target.status === 'not_observed')
    return 'No check fails: a wallet may have its reasons, so the check stays not observed.'
  return reason === null
    ? 'The check passed: what the wallet did wrong did not show in this session.'
    : `The check gave no verdict. ${reason}`
}
