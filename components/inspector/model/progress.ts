import { doBesideFix } from '@/lib/core/engine/evidence/next-step'
import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import { errorCodeOf, expectedExchanges, succeeded } from './exchanges'
import type {
  ExpectedExchange,
  FlowModel,
  Inspected,
  InspectedExchange,
  Milestone,
  NowWords,
  SessionHead,
  SessionPhase,
} from './flow-model'
import { isOver, refusedTone } from './session-state'

/** `refused`: refused in a session that violated a MUST; `held`: refused without a violated MUST. */
export type StepState = 'done' | 'current' | 'refused' | 'held' | 'ahead'

export interface Step {
  readonly key: string
  readonly label: string
  readonly state: StepState
  /** The step awaited now, or the refused one that can be retried. */
  readonly isCurrent: boolean
  /** Time of completion or refusal, RFC 3339; `null` if neither. */
  readonly at: string | null
}

/** Time of a step's completion and of its last refusal, RFC 3339. */
interface Taken {
  readonly doneAt: string | undefined
  readonly refusedAt: string | undefined
}

/**
 * Milestones of the flow, showing where it is stuck. The flow stays at a refused step until it succeeds; later steps
 * are not awaited. The step is red only if the verdict is.
 */
export function steps<Session extends SessionHead>(
  { session, exchanges, phase }: Inspected<Session>,
  { milestones, plannedErrors }: Pick<FlowModel<Session>, 'milestones' | 'plannedErrors'>,
): Step[] {
  const failed = new Set(
    session.checks.conformance.filter(({ status }) => status === 'fail').map(({ exchange_id }) => exchange_id),
  )
  // A planned refusal that supplies a nonce leaves the step open, unless a rule was violated there.
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

/** Where the flow stands and what should come next, to tell a stuck flow from a slow one. What to correct is told elsewhere. */
export function nowWords<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'expected' | 'operations' | 'states' | 'over'>,
): NowWords {
  const { session, phase, walletStarted, walletStopped } = inspected
  const status: Session['status'] = session.status
  const { over } = flow.states[status]
  const nextStep = session.next_step && {
    say: doBesideFix(session.next_step, session.cause),
    more: session.next_step.because,
  }
  const [next] = expectedExchanges(inspected, flow)
  const say = next?.say ?? 'Continue the flow.'
  // The step of the read-back: after a refusal, also one that came once the flow was done.
  if (nextStep !== null) return nextStep
  switch (phase) {
    case 'done':
      return over ?? flow.over.done
    case 'captured':
    case 'ended':
      return { say: `${session.outcome.sentence}.`, more: 'The evidence of this run is kept.' }
    case 'failed':
    case 'expired':
      return flow.over[phase]
    case 'unreached':
      return flow.over.unreached
    case 'declined':
      return flow.over.declined ?? flow.over.failed
    case 'refused':
      return { say: 'Correct the request and send it again.', more: 'See the first failure above.' }
    case 'created':
      if (walletStarted)
        return {
          say: 'Wait: the built-in wallet is running.',
          more: 'It responds in about two seconds. This page updates automatically.',
        }
      if (walletStopped !== null)
        return {
          say: 'The built-in wallet stopped before it could respond.',
          more: `${walletStopped}${/[.!?]$/.test(walletStopped) ? '' : '.'} Run it again, or use a wallet of your own.`,
        }
      return {
        say,
        more:
          next?.more ??
          'Use the wallet’s scanner, or the phone camera if the wallet handles the link. This page updates automatically.',
      }
    case 'running':
    case 'silent':
      return { say, more: next ? `${next.method} ${next.path}` : '' }
  }
}

const afterRefusal = [
  'The wallet gave up after the refusal. Correct the request and run again.',
  'The wallet is showing the refusal to its user.',
]

const always = ['The wallet shows a message on the phone.', 'The wallet lost its connection.']

/** Common reasons why a connected wallet does not take this step, most frequent first. */
export const usualCauses = ({ causes }: Pick<ExpectedExchange, 'causes'>, phase: SessionPhase): readonly string[] =>
  phase === 'refused' ? afterRefusal : (causes ?? always)
