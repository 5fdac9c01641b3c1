import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import { errorCodeOf } from './error-code'
import { succeeded } from './expected-exchanges'
import type { FlowModel, Inspected, InspectedExchange, Milestone, SessionHead } from './flow-model'
import { refusedTone } from './pill-words'
import { isOver } from './session-state'

/** `refused`: refused in a session that violated a MUST; `held`: refused, but no MUST was violated. */
export type StepState = 'done' | 'current' | 'refused' | 'held' | 'ahead'

export interface Step {
  readonly key: string
  readonly label: string
  readonly state: StepState
  /** The current step: the next one, or the refused one that can be retried. */
  readonly isCurrent: boolean
  /** When it was done or refused, RFC 3339; `null` if neither. */
  readonly at: string | null
}

/** When a step was completed, and when it was last refused, RFC 3339. */
interface Taken {
  readonly doneAt: string | undefined
  readonly refusedAt: string | undefined
}

/**
 * The milestones of the flow, which answer "where is it stuck". The flow stays at a refused step until it succeeds;
 * later steps are not awaited. The step is red only if the verdict is.
 */
export function steps<Session extends SessionHead>(
  { session, exchanges, phase }: Inspected<Session>,
  { milestones, plannedErrors }: Pick<FlowModel<Session>, 'milestones' | 'plannedErrors'>,
): Step[] {
  const failed = new Set(
    session.checks.conformance.filter(({ status }) => status === 'fail').map(({ exchange_id }) => exchange_id),
  )
  // A planned refusal that hands over a nonce leaves the step open, unless a rule was violated there.
  const isPlanned = (exchange: InspectedExchange) =>
    (errorCodeOf(exchange) ?? '') in plannedErrors && !failed.has(exchange.id)
  const refused = (exchange: InspectedExchange) => (exchange.response.status ?? 500) >= 400 && !isPlanned(exchange)
  const takenAt = ({ takenBy }: Milestone): Taken => {
    if (takenBy.what === 'creation') return { doneAt: session.created_at, refusedAt: undefined }
    const attempts = exchanges.filter(({ kind }) => kind === takenBy.of)
    if (takenBy.what === 'arrival') return { doneAt: attempts[0]?.at, refusedAt: undefined }
    return { doneAt: attempts.find(succeeded)?.at, refusedAt: attempts.findLast(refused)?.at }
  }
  const seen = milestones(session).map((milestone) => ({ milestone, ...takenAt(milestone) }))
  const furthest = seen.findLastIndex(({ doneAt, refusedAt }) => doneAt ?? refusedAt)
  const current = seen[furthest]?.doneAt || furthest < 0 ? furthest + 1 : furthest
  return seen.map(({ milestone: { key, done, refused, open }, doneAt, refusedAt }, index) => {
    const isCurrent = !isOver(phase) && index === current
    if (doneAt !== undefined) return { key, label: done, state: 'done', isCurrent: false, at: doneAt }
    if (refusedAt !== undefined) {
      const state = refusedTone(toneOf(session.outcome)) === 'fail' ? 'refused' : 'held'
      return { key, label: refused, state, isCurrent, at: refusedAt }
    }
    return { key, label: open, state: isCurrent ? 'current' : 'ahead', isCurrent, at: null }
  })
}
